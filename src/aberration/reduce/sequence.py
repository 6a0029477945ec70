"""Delta debugging over the steps of a recipe (paper of spirv-fuzz, section 2.4 and 3.4).

Chunks are taken from the last backwards, as later steps depend on earlier ones; the chunk size is
halved
after a whole round without progress. When it ends at size 1 the sequence is 1-minimal: no single
step can go.
"""

from collections.abc import Callable

import msgspec

from aberration.core.method import Method
from aberration.core.recipe import Step, TestCase, keep_claim

Predicate = Callable[[TestCase], bool]
Expired = Callable[[], bool]
Progress = Callable[[TestCase], None]


class Reduction(msgspec.Struct, frozen=True):
    """The smallest case found, after `attempts` runs; `complete` when it is 1-minimal."""

    case: TestCase
    attempts: int
    complete: bool


def _never() -> bool:
    return False


class SequenceReducer:
    """Reduces one case; `keep` is told of each smaller case, so that an interrupted reduction can
    go on.

    It ends after `limit` attempts, or when the time has `expired`.
    """

    def __init__(
        self,
        method: Method,
        interesting: Predicate,
        limit: int,
        keep: Progress,
        expired: Expired = _never,
    ) -> None:
        self.method = method
        self.interesting = interesting
        self.limit = limit
        self.keep = keep
        self.expired = expired
        self.attempts = 0
        self.tried: set[bytes] = set()

    def reduce(self, case: TestCase) -> Reduction:
        """Return the reduction of a case that is interesting."""
        best = case
        chunk = max(1, len(best.recipe.steps) // 2)
        complete = not best.recipe.steps
        while best.recipe.steps and not self._is_over:
            shorter = self._round(best, chunk)
            if len(shorter.recipe.steps) < len(best.recipe.steps):
                best = shorter
                chunk = max(1, min(chunk, len(best.recipe.steps)))
            elif chunk == 1:
                complete = not self._is_over
                break
            else:
                chunk //= 2
        return Reduction(best, self.attempts, complete or not best.recipe.steps)

    @property
    def _is_over(self) -> bool:
        return self.attempts >= self.limit or self.expired()

    def _round(self, best: TestCase, chunk: int) -> TestCase:
        """Try once to drop each chunk, from the last to the first."""
        count = -(-len(best.recipe.steps) // chunk)
        for index in range(count - 1, -1, -1):
            if self._is_over:
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
