"""ESSL 1.00, 3.00, 3.10 and 3.20: GLSL's grammar with rules of its own."""
