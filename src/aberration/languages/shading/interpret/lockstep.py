"""Invocations that wait for each other: workgroups at barriers, quads of pixels at derivatives."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Final

from ..builtins.values import single
from ..sampled.implicit import SLOPES
from ..tree import Node
from .locate import Locator
from .rounding import Rounding
from .trap import Discarded, Endless, Refused, StepLimit, Trap

Run = Generator[Any, Any, Any]
Wait = Callable[[bool, bool], None]
_DISCARDED: Final = object()


class Stopped(Exception):
    """An invocation met what is undefined, or its budget is spent: the end of the whole run."""

    def __init__(self, outcome: Trap | Endless) -> None:
        super().__init__(str(outcome))
        self.outcome: Final = outcome


class Lockstep:
    """Runs invocations side by side. `waits` are the nodes that they may wait at, by number."""

    def __init__(
        self,
        locator: Locator,
        nodes: dict[int, Node],
        turns: int,
        *,
        discard_returns: bool = True,
        rounding: Rounding | None = None,
    ) -> None:
        self.rounding: Final = rounding
        self.locator: Final = locator
        self.discard_returns: Final = discard_returns
        self.nodes: Final = nodes
        self.turns: Final = turns

    def advance(self, run: Run, sent: Any, who: tuple[int, ...]) -> tuple[bool, Any]:
        """Return whether an invocation came to its end, and what it gives or waits for."""
        try:
            return False, run.send(sent)
        except StopIteration as stop:
            return True, stop.value
        except Discarded:
            return True, _DISCARDED
        except StepLimit:
            raise Stopped(Endless(self.turns, who)) from None
        except Exception as error:
            raise Stopped(self.locator.trap(error, who)) from None

    def workgroup(self, runs: list[Run], names: list[tuple[int, ...]], wait: Wait) -> None:
        """Run a workgroup from barrier to barrier; all its invocations must come to the same ones.

        `wait` is given at each one whether it orders workgroup memory, and whether storage memory.
        """
        while runs:
            states = [self.advance(run, None, who) for run, who in zip(runs, names, strict=True)]
            ended = [done for done, _ in states]
            if all(ended):
                return
            places = {what for done, what in states if not done}
            if any(ended) or len(places) > 1:
                waiting = ended.index(False)
                self._refuse_divergence(states[waiting][1][0], names[waiting], any(ended))
            _, workgroup, storage = places.pop()
            wait(bool(workgroup), bool(storage))

    def _refuse_divergence(self, number: int, who: tuple[int, ...], ended: bool) -> None:
        others = (
            "others of the workgroup have ended"
            if ended
            else "others of the workgroup wait at another barrier"
        )
        message = f"this barrier is not reached by all: {others}"
        raise Stopped(self.locator.trap_at("barrier", message, self.nodes.get(number), who))

    def quad(self, runs: list[Run], names: list[tuple[int, int]]) -> list[Any]:
        """Run the four pixels of a quad, rows first; return what each gives, None where it was
        discarded.
        """
        sent: list[Any] = [None] * 4
        while True:
            states = [
                self.advance(run, value, who)
                for run, value, who in zip(runs, sent, names, strict=True)
            ]
            ended = [done for done, _ in states]
            if all(ended):
                return [None if value is _DISCARDED else value for _, value in states]
            if not self.discard_returns and any(value is _DISCARDED for _, value in states):
                raise Refused("a derivative beside a discarded pixel, which goes on as a helper")
            numbers = {what[0] for done, what in states if not done}
            if any(ended) or len(numbers) > 1:
                first = ended.index(False)
                message = "a derivative that not all pixels of the quad take"
                node = self.nodes.get(states[first][1][0])
                raise Stopped(self.locator.trap_at("derivative", message, node, names[first]))
            sent = self._derivatives(states[0][1][1], [what[2] for _, what in states])

    def _derivatives(self, name: str, values: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
        """Return the derivatives of a quad: where another way to round is wanted, perhaps one
        for all its pixels.
        """
        found = _derivatives(name, values)
        if self.rounding is None:
            return found
        self.rounding.had_choice = True
        if name == SLOPES:
            return found
        coarse = not name.endswith("Fine") and self.rounding.is_coarse()
        return [found[0]] * 4 if coarse else found


def _derivatives(name: str, values: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Return the derivative that each pixel of a quad sees: from its own row or column."""
    rows = [_difference(values[0], values[1])] * 2 + [_difference(values[2], values[3])] * 2
    columns = [_difference(values[0], values[2]), _difference(values[1], values[3])] * 2
    if name == SLOPES:
        others = [(rows[k ^ 2], columns[k ^ 1]) for k in range(4)]
        return [(*rows[k], *columns[k], *across, *down) for k, (across, down) in enumerate(others)]
    if name.startswith("fwidth"):
        return [
            tuple(single(abs(a) + abs(b)) for a, b in zip(across, down, strict=True))
            for across, down in zip(rows, columns, strict=True)
        ]
    return rows if name.startswith(("dFdx", "dpdx")) else columns


def _difference(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(single(b - a) for a, b in zip(one, other, strict=True))
