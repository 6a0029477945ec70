"""Path-first programs: the path and all values are drawn first, then the program is written that
takes it. So its operations stand raw in the text, and its result is known while it is written.
"""
