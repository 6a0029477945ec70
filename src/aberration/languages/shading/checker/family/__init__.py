"""The checker of GLSL and ESSL, which are one family; where they differ, `features` says so as
data.
"""
