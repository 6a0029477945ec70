"""Each channel is the lesser of both."""

import numpy as np

from .relation import Levels, Relation


def _levels(first: Levels, second: Levels, _: float) -> Levels:
    return np.minimum(first, second)


RELATION = Relation("minimum", "result = min(first, second);", _levels)
