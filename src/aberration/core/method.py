"""The protocol of a method: how tests are made, replayed and made smaller.

A method is a package with `method.py` on top, found through the entry point `aberration.methods`.
It knows programs and recipes, never targets. Rules: `make` is a function of its request alone;
`replay` gives the same bytes for the same recipe, on every machine, and skips a step whose
precondition does not hold; `is_applicable` of a step never raises.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.outcome import Outcome
from aberration.core.program import POINTED, SHADING, Program
from aberration.core.recipe import Recipe, Step, TestCase

Feature = Literal["textures", "storage images", "vertex stage", "constants", "pair", "attachments"]


class LanguageSupport(msgspec.Struct, frozen=True):
    """A language that a method makes programs in, and the languages of the seeds that it makes
    them from. A campaign takes what is `by_request` only where the method is named. With
    `seeds_are_donors` the helpers of a run are other seeds; with `takes_compiled` shaders of a
    stage before are compiled for it, although the method also takes them as they are. Seeds with
    one of the `unfit` features are none of the method's. `mutants` is the group of targets with a
    planted bug that the self-test of a campaign tries.
    """

    language: str
    seeds: tuple[str, ...]
    needs_seed: bool = False
    by_request: bool = False
    seeds_are_donors: bool = False
    takes_compiled: bool = False
    unfit: tuple[Feature, ...] = ()
    mutants: str = "mutants"

    def takes(self, program: Program) -> bool:
        """Whether a program is a seed for it, as it is or translated to another language."""
        translated = program.language != self.language and {program.language, self.language} <= {
            *SHADING
        }
        return (
            program.language in self.seeds
            and not features_of(program) & {*self.unfit}
            and not (translated and untranslated_features(program))
        )


def untranslated_features(program: Program) -> frozenset[Feature]:
    """Return what a program has for which it is translated to no other shading language: all but
    textures in GLSL and ESSL.
    """
    found = features_of(program)
    return found if program.language == "wgsl" else found - {"textures"}


def features_of(program: Program) -> frozenset[Feature]:
    """Return what a program has that not all methods take."""
    found: set[Feature] = set()
    if program.stage in POINTED:
        found.add("vertex stage")
    if program.is_pair:
        found.add("pair")
    if program.inputs.textures:
        found.add("textures")
    if program.inputs.constants:
        found.add("constants")
    if program.inputs.attachments:
        found.add("attachments")
    if program.inputs.storage_images:
        found.add("storage images")
    return frozenset(found)


class Request(msgspec.Struct, frozen=True):
    """What one run of a method is asked for: a seed program (or none), helpers, and the run's own
    seed.

    `language` is that of the programs to make, where the method speaks several. `ranges` are the
    smallest and largest values of the seed's integers and booleans by id, as an execution shows
    them; None where nobody executed it.
    """

    run_seed: int
    variants: int
    seed_program: Program | None = None
    donors: tuple[Program, ...] = ()
    options: dict[str, str] = {}
    language: str = ""
    ranges: dict[int, tuple[int, int]] | None = None


class Replay(msgspec.Struct, frozen=True):
    """What a recipe gave: the test case with those of its steps that applied."""

    case: TestCase
    skipped: int = 0


class Method(Protocol):
    """See the module's docstring for the rules. A method says name, version and languages, makes,
    replays and shows a difference; for the rest it inherits what holds for most.
    """

    @property
    def name(self) -> str:
        """The name on the command line and in recipes."""

    @property
    def version(self) -> int:
        """Raised whenever an old recipe could replay to other bytes."""

    @property
    def languages(self) -> tuple[LanguageSupport, ...]:
        """The languages of the programs that it makes: a campaign has runs for each."""

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return up to `request.variants` test cases of one run, the shortest sequence first."""

    def replay(self, recipe: Recipe) -> Replay:
        """Build the programs again; raise `ReplayMismatch` when a part is missing or changed."""

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return a readable difference of the last good program and the failing one."""

    # ---- what a method may say otherwise

    @property
    def least_targets(self) -> int:
        """How many targets a test needs to prove anything: two where they are compared with
        each other.
        """
        return 1

    @property
    def ignored_types(self) -> frozenset[str]:
        """Step types that say nothing about which bug a test hits (paper of spirv-fuzz, section
        3.5).
        """
        return frozenset()

    @property
    def ingredients(self) -> Mapping[str, frozenset[str]]:
        """What steps of a type are made of, where several types are: two reduced tests are similar
        when they share one.

        A type that is not named stands for itself alone.
        """
        return {}

    @property
    def supporting_types(self) -> frozenset[str]:
        """Step types that only supply others, not counted in the length of a reduced sequence."""
        return frozenset()

    @property
    def without_steps(self) -> str:
        """What a test is that has no step, in words, for reports."""
        return "The seed itself"

    def in_words(self, step: Step) -> str:
        """Return a step as reports have it: its type, and what is worth saying of its choices."""
        return str(step.get("type", ""))

    def unavailable(self, language: str = "") -> str:
        """Return why this method cannot make programs in a language here, or nothing; without one,
        why it can make none at all.
        """
        return ""

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Yield recipes as long as this one with one step made smaller, for the reducer to try
        in order.
        """
        return iter(())

    def precise(self, case: TestCase) -> TestCase | None:
        """Return the case with no rounding left to the compiler, or None where the language has
        nothing like it.

        A wrong result that vanishes then may be a legal contraction or re-association, not a bug.
        """
        return None

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        """Return what the language leaves open that explains a result other than the known one.

        Asked only where the case says what its program must give (`Expected`).
        """
        return NO_REASON

    def with_all_rewrites(self, case: TestCase) -> Program | None:
        """Return the program under test as it is where the method rewrites all that may be
        undefined, for people to compare; None where it is that already, or rewrites nothing.
        """
        return None

    def with_checks(self, case: TestCase) -> TestCase | None:
        """Return the case that checks itself as it runs, or None where the language or the method
        has no such thing.

        Its program under test prints and ends as that of `case` does, and besides aborts on any
        path that the steps claim is never taken, and where anything that they assume does not hold.
        An abort is a defect of the method.
        """
        return None


def support_of(method: Method, language: str) -> LanguageSupport | None:
    """Return how a method speaks a language, None where it does not."""
    return next((support for support in method.languages if support.language == language), None)
