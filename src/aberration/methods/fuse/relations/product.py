"""Each channel is the product of both, as if each were a share of the whole, rounded down."""

import numpy as np

from .relation import Levels, Relation


def _levels(first: Levels, second: Levels, _: float) -> Levels:
    result: Levels = np.floor(first * second * np.float32(2.0**-8))
    return result


RELATION = Relation("product", "result = floor(first * second * 0.00390625);", _levels)
