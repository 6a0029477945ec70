"""Idioms: shapes of expressions and statements at which compilers go wrong, with random operands.

What is drawn node by node holds them too, but rarely, and mostly where nobody sees what came of it.
An idiom computes something from values that are known only when the program runs, and puts the
result where the end of `main` finds it. `table.py` names them all.
"""
