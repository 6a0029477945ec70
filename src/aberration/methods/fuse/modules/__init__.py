"""Fusion of SPIR-V modules: two are linked into one, and a new entry point calls both entries."""
