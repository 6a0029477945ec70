"""A method small enough to see through: each step adds a word to a C-language text, if its
needs are there.
"""

from collections.abc import Iterator, Mapping, Sequence

from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.method import LanguageSupport, Replay, Request
from aberration.core.oracle import Same
from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase


def add(word: str, *needs: str, kind: str = "Add") -> Step:
    """Return the step that adds `word` when all `needs` were added before."""
    return {"type": kind, "word": word, "needs": list(needs)}


def text(words: Sequence[str]) -> Program:
    """Return the program of these words."""
    return Program("c", "program", " ".join(words).encode())


class ToyMethod:
    """Follows the protocol of `aberration.core.method.Method`."""

    name = "toy"
    version = 1
    languages: tuple[LanguageSupport, ...] = (LanguageSupport("c", ("c",)),)
    least_targets = 1
    ignored_types = frozenset({"Support"})
    ingredients: Mapping[str, frozenset[str]] = {}
    supporting_types = frozenset({"Support"})

    without_steps = "The seed itself"

    def in_words(self, step: Step) -> str:
        return str(step["type"])

    def unavailable(self, language: str = "") -> str:
        return ""

    def make(self, request: Request) -> Sequence[TestCase]:
        steps = tuple(add(f"w{number}") for number in range(request.variants))
        return [
            self.replay(
                Recipe(self.name, 1, {}, steps[: count + 1], rng_seed=request.run_seed)
            ).case
            for count in range(request.variants)
        ]

    def replay(self, recipe: Recipe) -> Replay:
        words: list[str] = []
        applied: list[Step] = []
        for step in recipe.steps:
            needs = step["needs"]
            assert isinstance(needs, list)
            if all(need in words for need in needs):
                words.append(str(step["word"]))
                applied.append(step)
        programs = {"reference": text([]), "variant": text(words)}
        case = TestCase(recipe.with_steps(tuple(applied)), programs, Same())
        return Replay(case, len(recipe.steps) - len(applied))

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        for index, step in enumerate(recipe.steps):
            word = str(step["word"])
            if len(word) > 1:
                shorter: Step = {**step, "word": word[:-1]}
                yield recipe.with_steps(
                    (*recipe.steps[:index], shorter, *recipe.steps[index + 1 :])
                )

    def precise(self, case: TestCase) -> TestCase | None:
        return None

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        return NO_REASON

    def with_all_rewrites(self, case: TestCase) -> Program | None:
        return None

    def with_checks(self, case: TestCase) -> TestCase | None:
        return None

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        return f"{neighbour.programs['variant'].source!r} -> {failing.programs['variant'].source!r}"


def toy_case(*steps: Step) -> TestCase:
    """Return the case of these steps."""
    return ToyMethod().replay(Recipe("toy", 1, {}, steps)).case


def words_of(case: TestCase) -> list[str]:
    """Return the words of the variant."""
    return case.programs["variant"].source.decode().split()
