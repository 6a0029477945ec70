"""Each channel is the greater of both."""

import numpy as np

from .relation import Levels, Relation


def _levels(first: Levels, second: Levels, _: float) -> Levels:
    return np.maximum(first, second)


RELATION = Relation("maximum", "result = max(first, second);", _levels)
