"""Delta debugging over the steps of a recipe (paper of spirv-fuzz, section 2.4 and 3.4).

Chunks are taken from the last backwards, as later steps depend on earlier ones; the chunk size is halved
after a whole round without progress. When it ends at size 1 the sequence is 1-minimal: no single step can go.
"""

from collections.abc import Callable

import msgspec

from aberration.core.method import Method
from aberration.core.recipe import Step, TestCase, keep_claim

Predicate = Callable[[TestCase], bool]
Progress = Callable[[TestCase], None]


class Reduction(msgspec.Struct, frozen=True):
    """The smallest case found, after `attempts` runs; `complete` when it is 1-minimal."""

    case: TestCase
    attempts: int
    complete: bool


class SequenceReducer:
    """Reduces one case; `keep` is told of each smaller case, so that an interrupted reduction can go on."""

    def __init__(self, method: Method, interesting: Predicate, limit: int, keep: Progress) -> None:
        self.method = method
        self.interesting = interesting
        self.limit = limit
        self.keep = keep
        self.attempts = 0
        self.tried: set[bytes] = set()

    def reduce(self, case: TestCase) -> Reduction:
        """Return the reduction of a case that is interesting."""
        best = case
        chunk = max(1, len(best.recipe.steps) // 2)
        complete = not best.recipe.steps
        while best.recipe.steps and self.attempts < self.limit:
            shorter = self._round(best, chunk)
            if len(shorter.recipe.steps) < len(best.recipe.steps):
                best = shorter
                chunk = max(1, min(chunk, len(best.recipe.steps)))
            elif chunk == 1:
                complete = self.attempts < self.limit
                break
            else:
                chunk //= 2
        return Reduction(best, self.attempts, complete or not best.recipe.steps)

    def _round(self, best: TestCase, chunk: int) -> TestCase:
        """Try once to drop each chunk, from the last to the first."""
        count = -(-len(best.recipe.steps) // chunk)
        for index in range(count - 1, -1, -1):
            if self.attempts >= self.limit:
                return best
            steps = best.recipe.steps
            candidate = self._without(best, steps[: index * chunk] + steps[(index + 1) * chunk :])
            if candidate is not None:
                best = candidate
                self.keep(best)
        return best

    def _without(self, best: TestCase, steps: tuple[Step, ...]) -> TestCase | None:
        """Return the case that these steps replay to when it is new and interesting."""
        if len(steps) >= len(best.recipe.steps):
            return None
        case = keep_claim(best, self.method.replay(best.recipe.with_steps(steps)).case)
        key = msgspec.msgpack.encode(case.recipe.steps)
        if key in self.tried:
            return None
        self.tried.add(key)
        self.attempts += 1
        return case if self.interesting(case) else None
