"""Live-code mutation of SPIR-V modules, with our interpreter as profiler.

Predicates and values are expressions of `..shading`, whose places are ids, as `%12`.
"""
