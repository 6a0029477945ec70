"""Drive: whatever way a host drives a shader in, it must give the same."""
