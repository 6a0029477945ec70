"""aberration finds wrong code in compilers."""
