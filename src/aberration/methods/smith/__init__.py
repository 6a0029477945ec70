"""The method of GLSLsmith and WGSLsmith: random shaders, whose hazards are written away before a
compiler sees them.
"""
