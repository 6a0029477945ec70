"""Generated shaders, reconditioned (GLSLsmith, WGSLsmith)."""
