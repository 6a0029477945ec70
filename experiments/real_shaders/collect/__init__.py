"""What assembles the shaders of each package as the package itself does: one script for each."""
