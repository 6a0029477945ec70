"""What a program's variables hold while it is written, and statements that can be run again.

Values are Python's: bool, int in the range of its type, float that 32 bits hold exactly; tuples of
these for vectors, arrays, structures and (by columns) matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import msgspec

from aberration.languages.shading.tree import Statement

Value = Any
Signal = Literal["", "break", "continue", "return"]
Place = tuple[int, ...]
"""Where a record stands in its plan: the number of each record around it, from outside, and its
own.
"""
TURNS: Final = 250
"""Turns of loops that a program makes at most, in all."""


class Undefined(Exception):
    """An operation is undefined on the values that it meets; `place` is the record to blame."""

    def __init__(self, place: Place = ()) -> None:
        super().__init__(place)
        self.place: Final = place


class Memory:
    """The values of all variables by name: names are unique, and nothing is recursive."""

    def __init__(self) -> None:
        self.values: dict[str, Value] = {}
        self.turns = 0
        self.ran: set[Place] = set()
        self.returned: Value = None

    def turn(self) -> None:
        """Count a turn of a loop."""
        self.turns += 1
        if self.turns > TURNS:
            raise Undefined


class Step(msgspec.Struct, frozen=True, eq=False):
    """A statement of the program, and what it does to the memory; `place` is its record."""

    node: Statement
    action: Callable[[Memory], Signal]
    place: Place

    def run(self, memory: Memory) -> Signal:
        """Run the statement; what is undefined in it is its record's fault, or that of a record
        inside of this one.
        """
        memory.ran.add(self.place)
        try:
            return self.action(memory)
        except Undefined as met:
            inside = met.place[: len(self.place)] == self.place
            raise met if inside else Undefined(self.place) from None


def run_all(steps: Sequence[Step], memory: Memory) -> Signal:
    """Run statements one after the other, until one of them leaves the block."""
    for step in steps:
        signal = step.run(memory)
        if signal:
            return signal
    return ""


def part_of(value: Value, path: Sequence[int]) -> Value:
    """Return a part of a value; `Undefined` where an index is out of bounds."""
    for index in path:
        if not 0 <= index < len(value):
            raise Undefined
        value = value[index]
    return value


def with_part(value: Value, path: Sequence[int], new: Value) -> Value:
    """Return a value with another part; `Undefined` where an index is out of bounds."""
    if not path:
        return new
    index, rest = path[0], path[1:]
    if not 0 <= index < len(value):
        raise Undefined
    return (*value[:index], with_part(value[index], rest, new), *value[index + 1 :])
