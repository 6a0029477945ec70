"""Which pass takes the next turn: three strategies (catalogue, section 4.2).

`simple` takes any pass every time. `looped` draws a list of passes with accepted recommendations
behind them, and goes round; after a pass in vain, what was only recommended is left out, and after
a round in vain another list is drawn. `random` keeps the recommendations of passes that had an
effect, and takes the oldest of them half the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.core.rng import Rng
from aberration.methods.transform.fuzzer_pass import FuzzerPass

ACCEPTED: Final = (0.5, 0.8)
"""Range from which a run draws its chance to accept a recommendation."""
ANOTHER: Final = (0.5, 0.9)
"""Range from which a looped run draws its chance to add another pass to its list."""
RECOMMENDED: Final = 32
"""Recommendations kept; older ones are forgotten."""
LONGEST: Final = 100
"""Passes in the list of a looped run, at most."""


class Strategy:
    """Chooses among the repeated passes of a run, which it names by their place in the list
    given.
    """

    def __init__(self, passes: Sequence[FuzzerPass], rng: Rng) -> None:
        self.passes: tuple[FuzzerPass, ...] = tuple(passes)
        self.rng: Rng = rng
        self.accepted: float = rng.uniform(*ACCEPTED)

    def next(self) -> int:
        """Return the pass that takes the next turn."""
        raise NotImplementedError

    def had_effect(self, chosen: int) -> None:
        """Take note that the pass chosen last applied something of its own."""

    def followers(self, chosen: int) -> list[int]:
        """Return the accepted recommendations of a pass, shuffled."""
        places = {known.name: place for place, known in enumerate(self.passes)}
        names = [name for name in self.passes[chosen].followed_by if name in places]
        return self.rng.shuffled([places[name] for name in names if self.rng.chance(self.accepted)])


class Simple(Strategy):
    """Any pass, every time."""

    def next(self) -> int:
        return self.rng.below(len(self.passes))


class Looped(Strategy):
    """A list that is gone through again and again, as long as anything comes of it."""

    def __init__(self, passes: Sequence[FuzzerPass], rng: Rng) -> None:
        super().__init__(passes, rng)
        self._list: list[tuple[int, bool]] = self._draw_passes()
        self._at: int = -1
        self._worked: bool = True
        self._vain: int = 0

    def _draw_passes(self) -> list[tuple[int, bool]]:
        """Return passes, each with whether it is there only because another one recommends it."""
        another = self.rng.uniform(*ANOTHER)
        drawn: list[tuple[int, bool]] = []
        if not self.passes:
            return drawn
        while not drawn or (len(drawn) < LONGEST and self.rng.chance(another)):
            chosen = self.rng.below(len(self.passes))
            drawn.append((chosen, False))
            drawn.extend((follower, True) for follower in self.followers(chosen))
        return drawn

    def next(self) -> int:
        if self._vain >= len(self._list):
            self._list, self._at, self._vain = self._draw_passes(), -1, 0
        for _ in self._list:
            self._at = (self._at + 1) % len(self._list)
            chosen, recommended = self._list[self._at]
            if self._worked or not recommended:
                break
        self._worked = False
        self._vain += 1
        return chosen

    def had_effect(self, chosen: int) -> None:
        self._worked = True
        self._vain = 0


class Random(Strategy):
    """Any pass, or the oldest recommendation of a pass that had an effect."""

    def __init__(self, passes: Sequence[FuzzerPass], rng: Rng) -> None:
        super().__init__(passes, rng)
        self._waiting: list[int] = []

    def next(self) -> int:
        if self._waiting and self.rng.bits() & 1:
            return self._waiting.pop(0)
        return self.rng.below(len(self.passes))

    def had_effect(self, chosen: int) -> None:
        self._waiting.extend(self.followers(chosen))
        del self._waiting[:-RECOMMENDED]


STRATEGIES: Final[dict[str, type[Strategy]]] = {
    "looped": Looped,
    "random": Random,
    "simple": Simple,
}
BY_DEFAULT: Final = (*["random"] * 6, *["simple"] * 3, "looped")
"""A run takes one of these, unless it is asked for another one: the more often, the more planted
bugs it found (`experiments/transform_questions`, `experiments/mutants`). None is left out: what
goes round a short list goes deeper.
"""
