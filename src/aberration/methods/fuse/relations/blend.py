"""Each channel lies between both, at a weight that a uniform gives, rounded down."""

import numpy as np

from .relation import Levels, Relation


def _levels(first: Levels, second: Levels, weight: float) -> Levels:
    sums = first * np.float32(256.0 - weight) + second * np.float32(weight)
    return np.floor(sums * np.float32(2.0**-8))


RELATION = Relation(
    "blend",
    "result = floor((first * (256.0 - weight) + second * weight) * 0.00390625);",
    _levels,
    weighted=True,
)
