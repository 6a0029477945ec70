"""A test case is a recipe: seeds, a list of small steps, options and a seed of randomness; and a
claim.

The text of a program is what one gets by replaying the recipe. So reducing is dropping steps and
deduplicating is comparing the types of the steps that remain, for every method.
"""

import msgspec

from aberration.core.errors import ReplayMismatch
from aberration.core.oracle import Agree, Expected, Oracle, Same
from aberration.core.program import Program

Step = dict[str, object]
"""One transformation as JSON: an object whose `type` names its class, and whose other keys hold
its choices.
"""


class Recipe(msgspec.Struct, frozen=True):
    """All that makes the programs of a test case.

    `seeds` by role (`seed`, ...); `steps` in order; `options` of the method; `rng_seed` of its
    random stream.
    """

    method: str
    version: int
    seeds: dict[str, Program]
    steps: tuple[Step, ...] = ()
    options: dict[str, str] = {}
    rng_seed: int = msgspec.field(default=0, name="seed")

    def with_steps(self, steps: tuple[Step, ...]) -> "Recipe":
        """Return the same recipe with other steps."""
        return msgspec.structs.replace(self, steps=steps)

    def with_step(self, at: int, step: Step) -> "Recipe":
        """Return the same recipe with another step in one place."""
        return self.with_steps((*self.steps[:at], step, *self.steps[at + 1 :]))

    def check_version(self, version: int) -> None:
        """Raise `ReplayMismatch` if another version of the method wrote the recipe."""
        if self.version != version:
            message = (
                f"the recipe is of version {self.version} of the method {self.method!r}, this is "
                f"version {version}"
            )
            hint = "Replay it with the release of aberration that wrote it."
            raise ReplayMismatch(message, hint=hint)


class TestCase(msgspec.Struct, frozen=True):
    """A recipe, the programs that it replays to, by role (`reference`, `variant`, ...), and the
    claim about them.
    """

    __test__ = False

    recipe: Recipe
    programs: dict[str, Program]
    oracle: Oracle


def keep_claim(given: TestCase, again: TestCase) -> TestCase:
    """Return a case that was replayed from the recipe of another, or from a part of it, with what
    that one claims.

    A method that compares with a reference, or targets with each other, claims no more than that,
    also where the result came to be known; and it knows no tolerance. One that says itself what a
    program gives says it of what it replayed.
    """
    known, claim = given.oracle, again.oracle
    compared = (
        claim.variant
        if isinstance(claim, Same)
        else claim.program
        if isinstance(claim, Agree)
        else ""
    )
    if isinstance(known, Expected) and known.program == compared:
        return msgspec.structs.replace(again, oracle=known)
    return msgspec.structs.replace(
        again, oracle=msgspec.structs.replace(claim, tolerance=known.tolerance)
    )


def step_types(recipe: Recipe) -> tuple[str, ...]:
    """Return the type of each step, in order."""
    return tuple(str(step.get("type", "")) for step in recipe.steps)
