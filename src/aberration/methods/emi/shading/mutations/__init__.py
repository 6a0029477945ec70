"""The mutations of shaders, one a file."""
