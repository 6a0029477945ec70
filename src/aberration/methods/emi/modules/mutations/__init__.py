"""The mutations of modules, one a file."""
