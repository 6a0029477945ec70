"""Which executor makes which run: in order, but for runs of a rare method, which go where its
drivers are open already.

A run is the same wherever it is made. A browser takes two seconds to come up, and a method that has
one run in thirty would open it in every executor.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator

from aberration.campaign.plan import Setting, plan_run

WINDOW = 8
"""Runs that are looked at ahead, and so the most that wait for their executor."""


def _any_run(_: int) -> bool:
    """Every run is one that an executor can make."""
    return True


class Dispatch:
    """Hands out the runs of a campaign to `count` executors."""

    def __init__(self, setting: Setting, runs: Iterable[int], count: int) -> None:
        self._setting = setting
        self._runs: Iterator[int] = iter(runs)
        self._ahead: deque[int] = deque()
        self._labels: dict[int, str] = {}
        self._homes: dict[str, Hashable] = {}
        total = sum(slot.weight for slot in setting.methods)
        self._rare = {slot.label for slot in setting.methods if slot.weight * count < total}

    def take(self, executor: Hashable, fits: Callable[[int], bool] = _any_run) -> int | None:
        """Return a run that `fits` an executor: the first that no other is at home for, else the
        first; None after the last, and where none of the next `WINDOW` fits.
        """
        fitting = [run for run in self.waiting if fits(run)]
        if not fitting:
            return None
        chosen = next(
            (run for run in fitting if self._homes.get(self._label(run)) in (None, executor)),
            fitting[0],
        )
        self._ahead.remove(chosen)
        label = self._label(chosen)
        del self._labels[chosen]
        if label in self._rare:
            self._homes.setdefault(label, executor)
        return chosen

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return the next runs, at least `WINDOW` where there are so many: none after the last."""
        while len(self._ahead) < WINDOW and (run := next(self._runs, None)) is not None:
            self._ahead.append(run)
        return tuple(self._ahead)

    def take_back(self, executor: Hashable, runs: Iterable[int]) -> None:
        """Take back the runs of an executor that is there no more."""
        self._ahead.extendleft(reversed(list(runs)))
        self._homes = {label: home for label, home in self._homes.items() if home is not executor}

    def _label(self, run: int) -> str:
        if run not in self._labels:
            plan = plan_run(self._setting, run)
            self._labels[run] = next(
                slot.label
                for slot in self._setting.methods
                if (slot.name, slot.language) == (plan.method, plan.language)
            )
        return self._labels[run]
