"""Edits that make a shader smaller: one kind in each file, all kinds in `kinds`. None of them
keeps what it does.
"""
