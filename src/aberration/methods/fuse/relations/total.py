"""Each cell is the sum of both parts' cells, modulo 2 to the 32."""

from .relation import Relation, Words


def _words(first: Words, second: Words) -> Words:
    return first + second


RELATION = Relation("total", "cells[k] = first + second;", stage="compute", words=_words)
