"""The fast path: the generated Python text of a shader as C, compiled and loaded."""
