"""The built-in functions of the three languages: one table, read by all who ask about them.

`lookup` gives the functions of one language, version and stage; `Builtin` (a row) says what one
means and where it is undefined.
"""
