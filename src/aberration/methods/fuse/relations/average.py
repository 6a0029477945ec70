"""Each channel is the mean of both, rounded down (MR+ of the paper on fusion, IV-A)."""

import numpy as np

from .relation import Levels, Relation


def _levels(first: Levels, second: Levels, _: float) -> Levels:
    result: Levels = np.floor((first + second) * np.float32(0.5))
    return result


RELATION = Relation("average", "result = floor((first + second) * 0.5);", _levels)
