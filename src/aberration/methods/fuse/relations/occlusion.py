"""The second image stands before the first where its red is at least half (MRo of the paper on
fusion, IV-A): each pixel is one of both.
"""

import numpy as np

from .relation import Levels, choice


def _levels(first: Levels, second: Levels, _: float) -> Levels:
    return np.where(second[..., 0:1] >= 128.0, second, first)


RELATION = choice("occlusion", "second.x >= 128.0", _levels)
