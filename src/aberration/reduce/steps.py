"""Fewer and smaller steps of a recipe (paper of spirv-fuzz, sections 2.4 and 3.4).

Later steps depend on earlier ones, so chunks of steps are taken from the last backwards.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence

import msgspec

from aberration.core.errors import BadInput
from aberration.core.method import Method
from aberration.core.recipe import Recipe, TestCase, keep_claim
from aberration.reduce.search import Keep, Search, Test

StepSearch = Search[TestCase]


def search_steps(
    case: TestCase,
    interesting: Test[TestCase],
    keep: Keep[TestCase],
    limit: int,
    expired: Callable[[], bool],
) -> StepSearch:
    """Return a search that asks no more than `limit` questions."""
    return Search(
        case,
        interesting,
        keep,
        # By its steps and options: the programs are made from these alone.
        lambda one: msgspec.msgpack.encode((one.recipe.steps, sorted(one.recipe.options.items()))),
        most=limit,
        expired=expired,
    )


def drop_steps(search: StepSearch, method: Method) -> None:
    """Leave out steps until no single one can go, or the search is over."""
    given, steps = search.best, search.best.recipe.steps

    def without(dropped: Sequence[int]) -> TestCase | None:
        gone = frozenset(dropped)
        kept = tuple(step for at, step in enumerate(steps) if at not in gone)
        return _replay(given, given.recipe.with_steps(kept), method)

    def lost_in(case: TestCase, left: Sequence[int]) -> list[int]:
        """Return which steps were skipped; the replay keeps the order of the others."""
        applied, lost = deque(case.recipe.steps), list[int]()
        for at in left:
            # A replay leaves out what is not applicable any more, so these steps went along with
            # those that were dropped.
            if applied and applied[0] == steps[at]:
                applied.popleft()
            else:
                lost.append(at)
        return lost

    search.drop(range(len(steps)), without, minimal=True, lost_in=lost_in)


def simplify_steps(search: StepSearch, method: Method) -> None:
    """Take each smaller form of a step that the method offers and that keeps the bug and all other
    steps.
    """
    progress = True
    while progress:
        progress = any(search.accepts(simpler) for simpler in _simpler(search, method))


def _simpler(search: StepSearch, method: Method) -> Iterator[TestCase]:
    best = search.best
    for recipe in method.simplify(best.recipe):
        if search.is_over:
            return
        simpler = _replay(best, recipe, method)
        # Smaller steps that cost another one are no progress: dropping has been tried.
        if simpler is not None and len(simpler.recipe.steps) == len(best.recipe.steps):
            yield simpler


def _replay(case: TestCase, recipe: Recipe, method: Method) -> TestCase | None:
    """Return what a smaller recipe of a case makes. None where nothing can be made of it: the
    second stage of a pipeline may need what a step of the first one brought.
    """
    try:
        return keep_claim(case, method.replay(recipe).case)
    except BadInput:
        return None
