"""A fragment put into words at a program point: each of its variables becomes one of the same type
that is in scope there, or a new one; each call one of a function of the same type, or none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from aberration.core.rng import Rng
from aberration.languages.c.fragments import Call, Fragment, Leave, Piece, Slot

from .mutation import Site
from .statements import end_name

_IN_SCOPE: Final = 0.85
_CALLED: Final = 0.75
_WORD: Final = re.compile(r"[A-Za-z_]\w*")


class Mapped(NamedTuple):
    """The texts of the statements, the declarations of new variables by name, and what must be in
    scope.
    """

    statements: tuple[str, ...]
    variables: dict[str, str]
    uses: tuple[str, ...]


def map_fragment(fragment: Fragment, site: Site, native: bool, rng: Rng) -> Mapped | None:
    """Return a fragment as it is written at a site; `native`: it is one of the same program.

    None where something that it needs is declared too late or hidden there.
    """
    function = site.source.functions[site.point.program_point.function]
    if native and fragment.needs > function.start:
        return None
    if not function.hidden.isdisjoint(_kept_words(chain(*fragment.statements))):
        return None
    mapping = _Mapping(fragment, site, native, rng)
    statements = tuple(mapping.text(pieces) for pieces in fragment.statements)
    return Mapped(statements, mapping.variables, tuple(mapping.uses))


def _kept_words(pieces: Iterable[Piece]) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, str):
            yield from _WORD.findall(piece)
        elif isinstance(piece, Call):
            yield from _kept_words((*piece.arguments, *piece.otherwise))


class _Mapping:
    """Chooses once for each variable."""

    def __init__(self, fragment: Fragment, site: Site, native: bool, rng: Rng) -> None:
        self._fragment, self._site, self._native, self._rng = fragment, site, native, rng
        self._function = site.source.functions[site.point.program_point.function]
        self._chosen: dict[int, str] = {}
        self.variables: dict[str, str] = {}
        self.uses: dict[str, None] = {}

    def text(self, pieces: Sequence[Piece]) -> str:
        return "".join(map(self._piece, pieces))

    def _piece(self, piece: Piece) -> str:
        match piece:
            case int():
                return self._variable(piece)
            case Leave(before=before, after=after):
                return f"{before}goto {end_name(self._site.number)}{after}"
            case Call():
                return self._call(piece)
            case _:
                return piece

    def _variable(self, number: int) -> str:
        if number not in self._chosen:
            self._chosen[number] = self._choose(number, self._fragment.slots[number])
        return self._chosen[number]

    def _choose(self, number: int, slot: Slot) -> str:
        own = f"live_{self._site.number}_{'v' if slot.kind == 'own' else 'w'}{number}"
        if slot.kind == "own":
            return own
        there = list(self._in_scope(slot))
        if there and self._rng.chance(_IN_SCOPE):
            name = self._rng.choose(there)
            self.uses[name] = None
            return name
        self.variables[own] = slot.declare(own)
        return own

    def _in_scope(self, slot: Slot) -> Iterator[str]:
        """Yield what may stand for a variable; `const` and volatile ones are not among them."""
        names = self._site.names
        if slot.exact or slot.kind == "other":
            scope = self._site.source.scopes[self._site.point.program_point.ordinal]
            if slot.kind != "array":
                yield from (entry.text for entry in scope.addressed if entry.type == slot.type)
            return
        if slot.kind == "integer":
            yield from (place.text for place in names.places if place.type == slot.integer)
        elif slot.kind == "float":
            yield from (place.text for place in names.floats if place.kind == slot.type)
        elif slot.kind == "array":
            yield from (array.text for array in names.arrays if array.element == slot.integer)
        else:
            found = (one for one in names.pointers if one.writable and one.declared == slot.type)
            yield from (pointer.text for pointer in found)

    def _call(self, call: Call) -> str:
        names = list(self._callable(call))
        if not names or not self._rng.chance(_CALLED):
            return self.text(call.otherwise)
        name = self._rng.choose(names)
        if not call.in_header:
            self.uses[name] = None
        return f"{name}{self.text(call.arguments)}"

    def _callable(self, call: Call) -> Iterator[str]:
        if not call.in_header:
            yield from (one.name for one in self._function.calls if one.type == call.type)
        elif self._native and call.name not in self._function.hidden:
            yield call.name
