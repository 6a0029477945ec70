"""Each channel is how far apart both are (MR- of the paper on fusion, IV-A)."""

import numpy as np

from .relation import Levels, Relation


def _levels(first: Levels, second: Levels, _: float) -> Levels:
    result: Levels = np.abs(first - second)
    return result


RELATION = Relation("difference", "result = abs(first - second);", _levels)
