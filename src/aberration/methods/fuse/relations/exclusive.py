"""Each cell has the bits in which both parts' cells differ."""

from .relation import Relation, Words


def _words(first: Words, second: Words) -> Words:
    return first ^ second


RELATION = Relation("exclusive", "cells[k] = first ^ second;", stage="compute", words=_words)
