"""Vertex shaders as programs under test: each vertex is a point of one pixel, and all that the
shader gives becomes that pixel's colour.

The form of such a program is `docs/formats.md`, "Programs for the vertex stage".
"""
