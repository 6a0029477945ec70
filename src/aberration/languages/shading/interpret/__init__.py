"""Executes shaders of GLSL, ESSL and WGSL, and names what is undefined in them."""
