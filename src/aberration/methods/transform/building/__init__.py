"""What several transformations do to a module: copies, guards, computations, new variables."""
