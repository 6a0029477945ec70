"""Edits that make a SPIR-V module smaller, for reducers."""
