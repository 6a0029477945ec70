"""What is known of a checked program without running it."""
