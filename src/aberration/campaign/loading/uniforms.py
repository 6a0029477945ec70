"""The uniforms of a file to the uniforms of a program: by binding, by name, or not at all."""

from __future__ import annotations

import difflib
import re
from typing import Final

from aberration.campaign.loading.asked import WantedInputs, list_titles, title_of
from aberration.campaign.loading.module_asked import NAMELESS
from aberration.campaign.loading.values import Misfit, laid_out, size
from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Uniform
from aberration.core.inputs_file import Entry, InputsFile
from aberration.languages.shading.layout import round_up
from aberration.languages.shading.resources import Piece, ResourceBlock

_ELEMENT: Final = re.compile(r"(?P<base>.+)\[(?P<index>\d{1,6})\]")
_ROW: Final = 16
EVERYWHERE: Final = frozenset(("injectionSwitch", "time", "mouse", "resolution"))
"""GraphicsFuzz writes these into the file of every job, whether its shader asks for them or not."""


class Filled:
    """A loose uniform (`block` None, one piece) or a block while it is filled: its bytes, and
    which are given.
    """

    def __init__(self, block: ResourceBlock | None, piece: Piece | None) -> None:
        self.block: Final = block
        self.piece: Final = piece
        length = block.size if block is not None else size(piece) if piece is not None else 0
        self.data: Final = bytearray(length)
        self.given: Final = bytearray(length)
        self.parts: Final[list[tuple[str, int, int]]] = []

    def put(self, name: str, at: int, data: bytes) -> bool:
        """Write bytes; return false if some of them were given before."""
        end = at + len(data)
        free = not any(self.given[at:end])
        missing = bytes(max(end - len(self.data), 0))
        self.data.extend(missing)
        self.given.extend(missing)
        self.data[at:end] = data
        self.given[at:end] = b"\1" * len(data)
        self.parts.append((name, at, end))
        return free

    def lacks(self, piece: Piece) -> bool:
        """Return whether nothing of a piece is given."""
        start = 0 if self.block is None else piece.offset
        return not any(self.given[start : start + size(piece)])

    def uniforms(self) -> list[Uniform]:
        """Return what is given, in the form that runners and interpreters find."""
        if not self.parts:
            return []
        if self.block is None:
            assert self.piece is not None
            return [Uniform(self.piece.name, bytes(self.data), UNBOUND)]
        group, binding = self.block.group, self.block.binding
        if binding is None and self.block.kind == "uniform":
            return [Uniform(self.block.name, bytes(self.data), UNBOUND)]
        pushed = self.block.kind == "push_constant"
        return [
            Uniform(
                name,
                bytes(self.data[at:end]),
                0 if pushed else binding or 0,
                0 if pushed else group,
                pushed,
                at,
            )
            for name, at, end in self.parts
        ]


_Place = tuple[Filled, Piece | None, int | None]
"""What is filled, the piece of it (None: all), and the first element of that piece (None: all)."""


class Uniforms:
    """All uniforms of a program while they are filled from a file."""

    def __init__(self, asked: WantedInputs, given: InputsFile, *, lenient: bool = False) -> None:
        """`lenient`: a pipeline may bind more than its shader asks for, and what is named but
        not there is a note.
        """
        self.lenient: Final = lenient
        self.asked: Final = asked
        self.given: Final = given
        self.loose: Final = {piece.name: Filled(None, piece) for piece in asked.declared.loose}
        self.blocks: Final = [
            Filled(block, None) for block in asked.declared.blocks if block.kind != "buffer"
        ]
        self.notes: Final[list[str]] = []

    def all_uniforms(self) -> tuple[Uniform, ...]:
        """Return all that is given, in the order of the file, then of the program."""
        order = {entry.name: k for k, entry in enumerate(self.given.entries)}
        found = [
            one for filled in (*self.loose.values(), *self.blocks) for one in filled.uniforms()
        ]
        return tuple(sorted(found, key=lambda one: order.get(one.name, len(order))))

    def fill(self) -> None:
        """Put each entry of the file where it belongs; raise `BadInput` for one that fits
        nothing.
        """
        unmatched = [entry for entry in self.given.entries if not self._fill_one(entry)]
        for entry in unmatched:
            if self.lenient and entry.binding is None and not entry.push_constant:
                self.notes.append(f"{entry.name} is given, and no uniform of the {self.asked.what}")
            elif not self.lenient:
                self._without_place(entry)

    def _fill_one(self, entry: Entry) -> bool:
        placed = self._by_place(entry)
        candidates = (
            self._in_block(entry, placed[0]) if len(placed) == 1 else self._by_name(entry.name)
        )
        if len(candidates) > 1:
            names = " or ".join(
                title_of(piece, filled.block)
                for filled, piece, _ in candidates
                if piece is not None
            )
            raise self._fault(entry, f"expected the name of one uniform, but this may be {names}")
        for filled, piece, at in candidates:
            self._write(entry, filled, piece, at)
        return bool(candidates)

    def _write(
        self, entry: Entry, filled: Filled, piece: Piece | None, element: int | None
    ) -> None:
        base = 0 if filled.block is None or piece is None else piece.offset
        if entry.value is None:
            at, data = base + (entry.offset or 0), entry.raw
            end, room = at + len(data), round_up(_ROW, len(filled.data))
            if end > room:
                what = "the uniform" if filled.block is None else f"the block {filled.block.name}"
                raise self._fault(
                    entry, f"expected at most {room} bytes for {what}, but {end} came"
                )
        elif piece is None:
            raise self._fault(entry, self._member_message(entry, filled))
        else:
            try:
                at, data = laid_out(entry.value, piece, element, strict=self.asked.strict)
            except Misfit as misfit:
                raise self._fault(entry, f"{title_of(piece, filled.block)}: {misfit}") from None
            at += base
        if not filled.put(entry.name, at, data) and not self.lenient:
            raise self._fault(
                entry, "expected each uniform once, but another entry gives the same one"
            )

    # ---- where an entry belongs

    def _by_place(self, entry: Entry) -> list[Filled]:
        if entry.push_constant:
            return [
                filled
                for filled in self.blocks
                if filled.block and filled.block.kind == "push_constant"
            ]
        if entry.binding is None:
            return []
        place = (entry.group, entry.binding)
        bound = [
            filled for filled in self.blocks if filled.block and filled.block.kind == "uniform"
        ]
        return [one for one in bound if one.block and (one.block.group, one.block.binding) == place]

    def _in_block(self, entry: Entry, filled: Filled) -> list[_Place]:
        """Return the piece of a block by its name, by the offset, or the only one; the first one of
        a block without names.
        """
        assert filled.block is not None
        if entry.value is None:
            return [(filled, None, None)]
        named = [
            found
            for found in self._by_name(entry.name)
            if found[0] is filled and found[1] is not None
        ]
        if named:
            return named
        at = entry.offset
        if at is None and all(piece.name.startswith(NAMELESS) for piece in filled.block.pieces):
            at = 0
        if at is None:
            alone = filled.block.pieces if len(filled.block.pieces) == 1 else ()
            return [(filled, piece, None) for piece in alone] or [(filled, None, None)]
        inside = [one for one in filled.block.pieces if one.offset <= at < one.offset + size(one)]
        starts = [(one, (at - one.offset) // (one.stride or size(one))) for one in inside]
        exact = [(one, k) for one, k in starts if one.offset + k * (one.stride or size(one)) == at]
        return [(filled, one, k if one.count else None) for one, k in exact] or [
            (filled, None, None)
        ]

    def _by_name(self, name: str) -> list[_Place]:
        found = self._exactly(name)
        element = _ELEMENT.fullmatch(name)
        if found or element is None:
            return found
        index = int(element["index"])
        return [
            (filled, piece, index)
            for filled, piece, _ in self._exactly(element["base"])
            if piece is not None and index < piece.count
        ]

    def _exactly(self, name: str) -> list[_Place]:
        if name in self.loose:
            return [(self.loose[name], self.loose[name].piece, None)]
        found: list[_Place] = []
        for filled in self.blocks:
            assert filled.block is not None
            pieces = filled.block.pieces
            named = [one for one in pieces if name in (one.name, f"{filled.block.name}.{one.name}")]
            if not named and name == filled.block.name:
                found.append((filled, pieces[0] if len(pieces) == 1 else None, None))
            found.extend((filled, piece, None) for piece in named)
        return found

    # ---- what is wrong

    def _fault(self, entry: Entry, message: str) -> BadInput:
        return BadInput(f"{entry.name!r}: {message}", where=self.given.place(entry.name))

    def _member_message(self, entry: Entry, filled: Filled) -> str:
        assert filled.block is not None
        members = list_titles(tuple(title_of(piece, filled.block) for piece in filled.block.pieces))
        at = "" if entry.offset is None else f" at byte {entry.offset}"
        return f"expected a member of the block {filled.block.name}{at}: {members or 'it has none'}"

    def _without_place(self, entry: Entry) -> None:
        """Tell of an entry that fits nothing: an error, unless that is what files of this kind
        have.
        """
        lacking = [
            title_of(piece, filled.block)
            for filled in self.blocks
            for piece in (filled.block.pieces if filled.block else ())
            if filled.lacks(piece)
        ]
        placed = entry.binding is not None or entry.push_constant
        if not self.asked.strict and placed and not lacking:
            message = (
                f"{entry.name} of the file is in no block of the module, as an optimiser "
                f"removes what is not used"
            )
            self.notes.append(message)
            return
        if self.asked.strict and entry.name in EVERYWHERE:
            self.notes.append(f"{entry.name} of the file is no uniform of the shader")
            return
        raise self._fault(entry, self._names_that_would(entry))

    def _names_that_would(self, entry: Entry) -> str:
        titles = self.asked.titles()
        where = "" if entry.binding is None else f" at binding {entry.binding} of set {entry.group}"
        where = " among the push constants" if entry.push_constant else where
        if not titles:
            return f"the {self.asked.what} has no uniform{where}: it asks for none"
        names = [title.partition(" ")[0] for title in titles]
        near = [name for name in names if name.startswith((f"{entry.name}.", f"{entry.name}["))]
        near = near or difflib.get_close_matches(entry.name, names, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        return (
            f"the {self.asked.what} has no uniform of this name{where}: {hint}it asks for "
            f"{list_titles(titles)}"
        )
