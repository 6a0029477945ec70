"""The checker of WGSL. Left out, by name: the rule that `continue` may not jump over a declaration
that the continuing block uses.
"""
