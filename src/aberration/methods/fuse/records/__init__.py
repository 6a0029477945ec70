"""The steps of a fusion: frozen records, one kind in each file, that mix two parts ever more.

Each is skipped where its precondition does not hold, so that any subset of a recipe is a recipe.
"""
