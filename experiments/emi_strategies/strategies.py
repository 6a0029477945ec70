"""The strategies that are compared, and the runs that all of them are given: the same seeds
with the same profiles.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from aberration.campaign.seeds import bundled_corpus
from aberration.core.errors import BadInput
from aberration.core.method import Request
from aberration.core.program import load_program
from aberration.core.recipe import TestCase
from aberration.core.rng import Rng
from aberration.methods.emi.method import EmiMethod

ALL: Final = "all"
STRATEGIES: Final[Mapping[str, tuple[str, ...]]] = {
    "dead-code deletion": ("DeleteDead",),
    "dead-code insertion": ("InsertDead",),
    "FCB": ("FalseBlock",),
    "TG": ("TrueGuard",),
    "TCB": ("TrueBlock",),
    "past the paper": ("LoopBlock", "CallBlock", "AliasBlock"),
    ALL: (),
}
"""Names of mutations by strategy; the method draws from all of them where none is named."""

SETS: Final = tuple(name for name in STRATEGIES if name != ALL)
CYCLE: Final = ("small", "corpus", "small", "corpus", "small", "integers")
"""Where the seeds of consecutive runs come from: presets of csmith, and the bundled programs."""


class Run(msgspec.Struct, frozen=True):
    """One seed, known by the seed of the experiment and a number."""

    seed: int
    number: int

    @property
    def source(self) -> str:
        """Return where its program comes from: a preset of csmith, or `corpus`."""
        return CYCLE[self.number % len(CYCLE)]

    def request(self, strategy: str, variants: int) -> Request:
        """Return what the method is asked for; the profile depends on the run alone, not on the
        strategy.
        """
        run_seed = Rng.of(self.seed, "strategies", self.number).bits()
        options = {"kinds": ",".join(STRATEGIES[strategy]), "chain": "no"}
        if self.source != "corpus":
            return Request(run_seed, variants, options=options | {"preset": self.source})
        files = Rng.of(self.seed, "corpus").shuffled(sorted((bundled_corpus() / "c").glob("*.c")))
        turn = self.number // len(CYCLE) * CYCLE.count("corpus") + CYCLE[
            : self.number % len(CYCLE)
        ].count("corpus")
        return Request(run_seed, variants, load_program(files[turn % len(files)]), options=options)


def variants_of(method: EmiMethod, run: Run, strategy: str, variants: int) -> Sequence[TestCase]:
    """Return the variants of a run, none where its seed is unfit for every strategy or has no
    place for this one.
    """
    try:
        return method.make(run.request(strategy, variants))
    except BadInput:
        return []
