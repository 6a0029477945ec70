"""Textures that the inputs of a program give: which one a call samples, and which texel that is."""
