"""The preprocessor of GLSL and ESSL, over words, keeping their places in the original text."""
