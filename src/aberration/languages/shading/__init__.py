"""GLSL, ESSL and WGSL: one typed tree, and for each language what reads it, writes it and rules
it.
"""
