"""What is known to lie in uniform blocks and push constants, which nothing in a module can
write.
"""

from __future__ import annotations

import msgspec


class UniformValue(msgspec.Struct, frozen=True, gc=False):
    """The 32 bits at the end of `path` (literal indices) in the block of a variable, of an int
    or float type.
    """

    variable: int
    path: tuple[int, ...]
    type_id: int
    word: int


class Uniforms:
    """Known values, by place and by type. They are facts of the inputs: no transformation adds
    any.
    """

    __slots__ = ("_at", "_by_type", "values")

    def __init__(self) -> None:
        self._at: dict[tuple[int, tuple[int, ...]], UniformValue] = {}
        self._by_type: dict[int, list[UniformValue]] = {}
        self.values: list[UniformValue] = []
        """All of them, in the order in which they were added."""

    def add(self, value: UniformValue) -> bool:
        """Record a value; false if one is known there."""
        if (value.variable, value.path) in self._at:
            return False
        self._at[value.variable, value.path] = value
        self._by_type.setdefault(value.type_id, []).append(value)
        self.values.append(value)
        return True

    def at(self, variable: int, path: tuple[int, ...]) -> UniformValue | None:
        """Return what is known of a place."""
        return self._at.get((variable, path))

    def of_type(self, type_id: int) -> list[UniformValue]:
        """Return the values of a type: the live list."""
        return self._by_type.get(type_id, [])

    def copy(self) -> Uniforms:
        """Return an independent copy."""
        other = Uniforms()
        for value in self.values:
            other.add(value)
        return other
