"""Live-code mutation of shaders: GLSL, ESSL and WGSL on one tree, with our interpreter as
profiler.
"""
