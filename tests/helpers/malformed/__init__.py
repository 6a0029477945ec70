"""Inputs that are broken in a known way, by number, and commands that are given them.

`python -m helpers.malformed FIRST LAST` (with `tests` and `src` in PYTHONPATH) runs a range and
prints what is at fault; a number alone says all of one attempt.
"""
