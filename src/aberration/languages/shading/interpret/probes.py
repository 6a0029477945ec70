"""What a shader's variables hold while it runs: recorded before statements, over all invocations.

The generated Python calls a log before each statement that is watched. Only the Python path does:
who profiles asks for it by name (`Options.path`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from ..checker.symbols import VariableSymbol
from ..checker.typing import Typing
from ..tree import Node
from ..types import Array, Scalar, Struct, Type, Vector, stored_type
from .value import is_boxed

Number = bool | int | float
State = tuple[Number | None, ...]
"""What the places of a point held at one moment; None for one without a value."""
MOST_STATES: Final = 4096
"""Distinct states of a point; beyond, only their limits are kept."""


class ProbedPlace(msgspec.Struct, frozen=True, eq=False):
    """A scalar: a variable, by the node that declares it (None for the language's own) and its
    name, and the way to a part of it: names of members, numbers of elements and components.
    """

    declared: Node | None
    name: str
    path: tuple[str | int, ...] = ()


class PointLog:
    """What was seen before one statement: how often, and in which states.

    `states` are all distinct ones, in the order in which they came, None where there were too many;
    then `low` and `high` are the least and the greatest value of each place. `sums` are one number
    for each place, and one for the point itself, that two runs have in common where each invocation
    saw the same there, in whatever order invocations ran.
    """

    def __init__(self, places: int) -> None:
        self.count = 0
        self.sums = [0] * (places + 1)
        self.states: dict[State, None] | None = {}
        self.low: list[Number | None] = []
        self.high: list[Number | None] = []

    def add(self, state: State, ids: tuple[object, ...]) -> None:
        """Note that the statement is about to run in an invocation."""
        self.count += 1
        who = hash(ids)
        self.sums[-1] += who
        for k, value in enumerate(state):
            # Python gives -1 and -2 the same hash: the second number tells them apart.
            self.sums[k] += hash((who, value, value is not None and value + 7))
        if self.states is None:
            self._widen(state)
            return
        self.states[state] = None
        if len(self.states) > MOST_STATES:
            states, self.states = self.states, None
            self.low, self.high = list(state), list(state)
            for one in states:
                self._widen(one)

    def _widen(self, state: State) -> None:
        for k, value in enumerate(state):
            low, high = self.low[k], self.high[k]
            if value is None or low is None or high is None:
                self.low[k] = self.high[k] = None
            elif value < low:
                self.low[k] = value
            elif value > high:
                self.high[k] = value


class Probes:
    """The statements to watch, by identity, and the places to look at before each."""

    def __init__(self, wanted: Mapping[int, Sequence[ProbedPlace]]) -> None:
        self.wanted: Final = wanted
        self.logs: Final = {key: PointLog(len(places)) for key, places in wanted.items()}
        self._symbols: dict[tuple[int, str], VariableSymbol] = {}

    def symbol_of(self, typing: Typing, place: ProbedPlace) -> VariableSymbol | None:
        """Return the variable of a place; None for one that the program never names."""
        if not self._symbols:
            every = (*typing.declared.values(), *typing.symbols.values())
            self._symbols.update({(id(one.node), one.name): one for one in every})
        return self._symbols.get((id(place.declared), place.name))


def place_text(
    symbol: VariableSymbol, path: Sequence[str | int], names: tuple[str, ...], *, in_memory: bool
) -> str:
    """Return the Python text of a scalar of a variable with these Python names; empty where it has
    none that is found this way.
    """
    type: Type = stored_type(symbol.type)
    if not in_memory:
        at = _component(type, path)
        return names[at] if at is not None else ""
    text = names[0]
    if is_boxed(type):
        return f"{text}[0]" if not path else ""
    for step in path:
        found = _step(type, step)
        if found is None:
            return ""
        number, type = found
        text = f"{text}[{number}]"
    return text if isinstance(type, Scalar) else ""


def _component(type: Type, path: Sequence[str | int]) -> int | None:
    """Return which of a number's Python variables holds a scalar of it."""
    if isinstance(type, Scalar):
        return None if path else 0
    if isinstance(type, Vector) and len(path) == 1 and isinstance(path[0], int):
        return path[0]
    return None


def _step(type: Type, step: str | int) -> tuple[int, Type] | None:
    """Return the place in its list of a member, element or component, and its type."""
    if isinstance(type, Struct) and isinstance(step, str):
        for number, member in enumerate(type.members):
            if member.name == step:
                return number, member.type
    if isinstance(type, Array) and isinstance(step, int):
        return step, type.element
    if isinstance(type, Vector) and isinstance(step, int):
        return step, type.component
    return None
