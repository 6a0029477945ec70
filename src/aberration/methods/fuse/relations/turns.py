"""The cells of both parts by turns: one of the first, then one of the second."""

import numpy as np

from .relation import Relation, Words


def _words(first: Words, second: Words) -> Words:
    return np.stack((first, second), axis=-1).reshape(-1)


RELATION = Relation(
    "turns",
    "cells[2 * k] = first; cells[2 * k + 1] = second;",
    stage="compute",
    words=_words,
    width=2,
)
