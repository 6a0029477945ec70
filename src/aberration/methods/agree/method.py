"""The method `agree`: one deterministic C program must print the same under all compilers and levels.

The program is one of csmith's, by number, or any C file of a seed folder. There are no steps: what a
reducer can drop comes with the method `emi`.
"""

from collections.abc import Iterator, Mapping, Sequence

from aberration.core.method import Replay, Request
from aberration.core.oracle import Agree
from aberration.core.recipe import Recipe, TestCase
from aberration.core.rng import Rng
from aberration.languages.c import csmith


class AgreeMethod:
    """See `aberration.core.method.Method`."""

    name = "agree"
    version = 1
    language = "c"
    needs_seed = False
    least_targets = 2
    ignored_types: frozenset[str] = frozenset()
    ingredients: Mapping[str, frozenset[str]] = {}
    supporting_types: frozenset[str] = frozenset()

    def unavailable(self) -> str:
        """Return why no program can be made here; seed files still work without csmith."""
        return "" if csmith.executable() else "csmith is not installed: sudo apt-get install csmith libcsmith-dev"

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return one test case: the seed file, or the csmith program of the run's number."""
        if request.seed_program is not None:
            recipe = Recipe(self.name, self.version, {"seed": request.seed_program}, seed=request.run_seed)
            return [self.replay(recipe).case]
        options = csmith.draw_options(request.options, Rng.of(request.run_seed, "csmith"))
        return [self.replay(Recipe(self.name, self.version, {}, options=options, seed=request.run_seed)).case]

    def replay(self, recipe: Recipe) -> Replay:
        """Generate the program again, with the same csmith."""
        program = recipe.seeds.get("seed") or csmith.program_of(recipe.options)
        return Replay(TestCase(recipe, {"program": program}, Agree()), len(recipe.steps))

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Yield nothing: there are no steps."""
        yield from ()

    def precise(self, case: TestCase) -> TestCase | None:
        """Return None: csmith programs have no floating point, and other seeds print exactly."""
        return None

    def checked(self, case: TestCase) -> TestCase | None:
        """Return None: nothing was changed, so nothing is assumed."""
        return None

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return nothing: there is no neighbour."""
        return ""
