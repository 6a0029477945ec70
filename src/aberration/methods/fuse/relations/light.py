"""The second colour's grey is the light that falls on the first (MRl of the paper on fusion, IV-A).

Divisions are by powers of two, as products: these are exact, where languages let quotients be
rounded in several ways.
"""

import numpy as np

from .relation import Levels, Relation


def _levels(first: Levels, second: Levels, _: float) -> Levels:
    total = second[..., 0:1] + second[..., 1:2] + second[..., 2:3]
    grey = np.floor(total * np.float32(85.0) * np.float32(2.0**-8))
    result: Levels = np.floor(first * grey * np.float32(2.0**-8))
    return result


RELATION = Relation(
    "light",
    "result = floor(first * floor((second.x + second.y + second.z) * 85.0 * 0.00390625)"
    " * 0.00390625);",
    _levels,
)
