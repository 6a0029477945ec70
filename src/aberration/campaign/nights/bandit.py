"""What the next slice of a night is spent on: a bandit on new bugs per minute (Thompson sampling).

Each arm is taken to find new bugs at a constant rate, a Poisson process. Before anything is
known its rate is Gamma(`PRIOR_BUGS`, `PRIOR_MINUTES`): one bug in twenty minutes, and hardly sure.
After `b` new bugs in `m` minutes it is Gamma(`PRIOR_BUGS + b`, `PRIOR_MINUTES + m`). One rate is
drawn for each arm, and the arm with the largest one gets the slice. What an older night found
counts less, `FADING` for each night: bugs that are known are no longer new.

The choice depends on the recorded slices, the night's seed and the number of the slice alone.
"""

import math
from collections.abc import Mapping, Sequence

from aberration.campaign.nights.records import Arm, SliceDone
from aberration.core.rng import Rng

PRIOR_BUGS, PRIOR_MINUTES = 1.0, 20.0
FADING = 0.8


def rates(
    arms: Sequence[Arm], history: Sequence[tuple[int, SliceDone]], night: int
) -> dict[Arm, tuple[float, float]]:
    """Return for each arm what is known of it: new bugs and minutes, those of older nights faded,
    the prior included. `history` has slices with the number of their night.
    """
    known = dict.fromkeys(arms, (PRIOR_BUGS, PRIOR_MINUTES))
    for number, done in history:
        if done.arm in known:
            weight = FADING ** max(0, night - number)
            bugs, minutes = known[done.arm]
            known[done.arm] = bugs + weight * done.new, minutes + weight * done.minutes
    return known


def choose(known: Mapping[Arm, tuple[float, float]], rng: Rng) -> Arm:
    """Return the arm of the next slice; there is at least one."""
    drawn = [(gamma(bugs, rng) / minutes, arm) for arm, (bugs, minutes) in known.items()]
    return max(drawn, key=lambda pair: pair[0])[1]


def gamma(shape: float, rng: Rng) -> float:
    """Return a number of the gamma distribution with this shape, at least 1, and the scale 1
    (Marsaglia and Tsang 2000).
    """
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = _normal(rng)
        v = (1.0 + c * x) ** 3
        if v > 0 and math.log(_positive(rng)) < 0.5 * x * x + d - d * v + d * math.log(v):
            return d * v


def _normal(rng: Rng) -> float:
    """Return a number of the standard normal distribution (Box and Muller 1958)."""
    radius = math.sqrt(-2.0 * math.log(_positive(rng)))
    return radius * math.cos(2.0 * math.pi * rng.uniform(0.0, 1.0))


def _positive(rng: Rng) -> float:
    return 1.0 - rng.uniform(0.0, 1.0)
