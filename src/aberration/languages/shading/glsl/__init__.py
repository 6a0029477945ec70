"""GLSL 3.30 to 4.60; much of it serves ESSL, too."""
