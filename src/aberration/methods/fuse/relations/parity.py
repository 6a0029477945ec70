"""The second image stands before the first where the sum of its channels is odd: the branch is
ragged, and neighbours take different arms.
"""

import numpy as np

from .relation import Levels, choice


def _levels(first: Levels, second: Levels, _: float) -> Levels:
    total = second[..., 0:1] + second[..., 1:2] + second[..., 2:3]
    half = total * np.float32(0.5)
    return np.where(half != np.floor(half), second, first)


RELATION = choice(
    "parity",
    "(second.x + second.y + second.z) * 0.5 != floor((second.x + second.y + second.z) * 0.5)",
    _levels,
)
