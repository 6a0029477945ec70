"""Each cell is the sum of all pairs so far, of which each gives the bits that differ: what one turn
of the loop stores, the next one reads.
"""

import numpy as np

from .relation import Relation, Words


def _words(first: Words, second: Words) -> Words:
    return np.cumsum(first ^ second, dtype=np.uint32)


RELATION = Relation(
    "prefix",
    "cells[k] = first ^ second; if (k > 0) { cells[k] = cells[k] + cells[k - 1]; }",
    stage="compute",
    words=_words,
    in_order=True,
)
