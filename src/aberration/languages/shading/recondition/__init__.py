"""Reconditioning: a program is rewritten so that nothing that it does is undefined (GLSLsmith and
WGSLsmith, "Program reconditioning", section 3).
"""
