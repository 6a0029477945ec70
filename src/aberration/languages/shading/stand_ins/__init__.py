"""Fragment shaders with functions of the pixel in place of textures and of what a vertex stage
passes on.

It is another shader, of the same code otherwise: one that can be run where nobody supplies images
and vertices. A texture becomes the image whose colour is the place, clamped to 0 and 1, as linear
filtering of a ramp would give it; an input follows the pixel.
"""
