"""Between which bounds values of the original module stay whenever it is executed with its own
inputs.
"""

from __future__ import annotations

Range = tuple[int, int]


class Ranges:
    """Smallest and largest values of integer and boolean scalars (0 and 1), by id, as their types
    read them.

    They are facts of the inputs: no transformation adds any. One that lets an instruction of the
    original be executed where the original does not execute it has to say so (`forget`), also when
    nothing is known of the id.
    """

    __slots__ = ("_forgotten", "_known", "ids")

    def __init__(self) -> None:
        self._known: dict[int, Range] = {}
        self._forgotten: dict[int, bool] = {}
        self.ids: list[int] = []
        """All ids that a range was recorded of, in this order."""

    def add(self, value_id: int, low: int, high: int) -> bool:
        """Record a range; false if one is known, or the id was forgotten."""
        if value_id in self._known or value_id in self._forgotten:
            return False
        self._known[value_id] = low, high
        self.ids.append(value_id)
        return True

    def of(self, value_id: int) -> Range | None:
        """Return what is known of an id."""
        return self._known.get(value_id)

    def forget(self, value_id: int) -> None:
        """Record that an id may have any value from now on."""
        self._forgotten[value_id] = True
        self._known.pop(value_id, None)

    def may_hold(self, value_id: int, low: int, high: int) -> bool:
        """Say whether nothing speaks against a range that was learnt of the original module."""
        known = self._known.get(value_id)
        if value_id in self._forgotten or low > high:
            return False
        return known is None or (low <= known[0] and known[1] <= high)

    def copy(self) -> Ranges:
        """Return an independent copy."""
        other = Ranges()
        other._known.update(self._known)
        other._forgotten.update(self._forgotten)
        other.ids.extend(self.ids)
        return other
