"""Which passes a run uses: a random choice of them (swarm testing; catalogue, section 4.1),
drawn again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.methods.transform.fuzzer_pass import FuzzerPass
from aberration.methods.transform.quick_rng import QuickRng
from aberration.methods.transform.strategies import BY_DEFAULT, STRATEGIES, Strategy

# Groce et al., "Swarm Testing" (ISSTA 2012): leaving features out finds what all together hide.
ENABLED: Final = 0.5
"""Share of the repeated passes that are used at a time."""
OFTEN: Final = {
    **dict.fromkeys(("add_function_calls", "apply_id_synonyms", "donate_modules"), 0.9),
    **dict.fromkeys(("obfuscate_constants", "replace_irrelevant_ids"), 0.9),
    **dict.fromkeys(
        (
            "add_dead_blocks",
            "add_dead_breaks",
            "add_synonyms",
            "inline_functions",
            "permute_blocks",
        ),
        0.7,
    ),
    **dict.fromkeys(
        ("rotate_loops", "split_blocks", "swap_branch_conditional_operands", "unroll_loops"), 0.7
    ),
    "wrap_regions_in_selections": 0.7,
}
"""Passes that use what others made, and the one that brings functions: each is of little use
without the others. Then those whose steps are in the reduced tests of known bugs of drivers
(`corpus/bugs`) and of planted ones.
"""
ATTEMPTS: Final = 24
"""Most attempts of a repeated pass each time it is taken, at a chance of 1; of a final one that
knows no sites, too.
"""
FINAL_ENABLED: Final = 0.6
"""Share of the final passes that a variant gets."""
FINAL_OFTEN: Final = {"adjust_loop_controls": 0.95, "adjust_memory_operands_masks": 0.9}
"""What compilers act upon most."""
FINAL_SHARE: Final = 0.2
FINAL_STEPS: Final = 24
"""Steps of a variant that are left to the final passes: this share or this number, if that is more,
but never more than half.
"""


class Swarm:
    """The passes of a run. `rng` draws the repeated ones; each variant draws its final ones with an
    own generator from `final_seed`, so that no variant changes what comes after it.
    """

    __slots__ = ("_every_pass", "_final", "_final_seed", "_repeated", "_rng", "_strategy")

    def __init__(
        self,
        passes: Sequence[FuzzerPass],
        every_pass: bool,
        strategy: str,
        rng: Rng,
        final_seed: int,
    ) -> None:
        self._repeated: tuple[FuzzerPass, ...] = tuple(known for known in passes if not known.final)
        self._final: tuple[FuzzerPass, ...] = tuple(known for known in passes if known.final)
        self._every_pass: bool = every_pass
        self._strategy: str = strategy
        self._rng: Rng = rng
        self._final_seed: int = final_seed

    def repeated_passes(self) -> list[FuzzerPass]:
        """Return repeated passes: all, or a random choice with one at least, if there are any."""
        if self._every_pass or not self._repeated:
            return list(self._repeated)
        while True:
            chosen = [
                known
                for known in self._repeated
                if self._rng.chance(OFTEN.get(known.name, ENABLED))
            ]
            if chosen:
                return chosen

    def strategy(self, passes: Sequence[FuzzerPass]) -> Strategy:
        """Return what gives the passes turns."""
        return STRATEGIES[self._strategy or self._rng.choose(BY_DEFAULT)](passes, self._rng)

    def attempts(self, known: FuzzerPass) -> int:
        """Return how many attempts a repeated pass makes at most, each time it is taken."""
        return max(1, round(ATTEMPTS * self._rng.uniform(*known.chance)))

    # ---- final passes

    def final_steps(self, length: int) -> int:
        """Return how many steps of a variant of this length are left to the final passes, at
        most.
        """
        return min(length // 2, max(FINAL_STEPS, int(length * FINAL_SHARE))) if self._final else 0

    def final_rng(self, number: int) -> Rng:
        """Return what the final passes of variant `number` draw with."""
        rng = Rng.of(self._final_seed, "final", number)
        return QuickRng(rng.bits() << 32 | rng.bits())

    def final(self, rng: Rng) -> list[FuzzerPass]:
        """Return the final passes of a variant, shuffled."""
        chosen = [
            known
            for known in self._final
            if self._every_pass or rng.chance(FINAL_OFTEN.get(known.name, FINAL_ENABLED))
        ]  # fmt: skip
        return rng.shuffled(chosen)

    def final_attempts(self, known: FuzzerPass, module: Module, rng: Rng) -> int:
        """Return how many attempts a final pass makes: up to its chance of all sites, few more
        often than many.
        """
        sites = sum(map(len, module.by_opcodes(known.sites))) if known.sites else ATTEMPTS
        share = rng.uniform(0.0, 1.0)
        return 1 + int(sites * rng.uniform(*known.chance) * share * share)
