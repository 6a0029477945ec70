"""The storage buffers of a file as a program's blocks have them, and those that nobody gives."""

from __future__ import annotations

from typing import Final

from aberration.campaign.loading.asked import WantedInputs
from aberration.campaign.loading.values import shape, size
from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, ScalarType
from aberration.core.inputs_file import BufferEntry, InputsFile
from aberration.core.setters import Value
from aberration.core.storage_images import StorageImage
from aberration.languages.shading.layout import round_up
from aberration.languages.shading.leaves import leaves
from aberration.languages.shading.resources import Piece, ResourceBlock
from aberration.languages.shading.types import Array, Struct

_WORD: Final = 4
_ROW: Final = 16
_LARGEST: Final = 1 << 16
_KINDS: Final[dict[str, ScalarType]] = {
    "float": "float",
    "int": "int",
    "uint": "uint",
    "bool": "uint",
}


class Buffers:
    """The storage buffers of a program while they are filled from a file."""

    def __init__(self, asked: WantedInputs, given: InputsFile, invocations: int) -> None:
        self.asked: Final = asked
        self.given: Final = given
        self.invocations: Final = invocations
        self.notes: Final[list[str]] = []
        self.blocks: Final = {
            (one.group, one.binding or 0): one for one in asked.declared.of("buffer")
        }

    def all_buffers(self) -> tuple[Buffer, ...]:
        """Return the buffers of the file, and zeros where it lacks one; raise `BadInput` for
        one without a block.
        """
        found = [self._one(entry) for entry in self.given.buffers]
        places = [(one.descriptor_set, one.binding) for one in found]
        twice = next((place for place in places if places.count(place) > 1), None)
        if twice is not None:
            raise self._fault(f"two buffers are at {_place(*twice)}")
        return (*found, *self.missing({*places}))

    def missing(self, places: set[tuple[int, int]]) -> list[Buffer]:
        """Return zeros for the blocks that are at none of these (set, binding)."""
        return [
            self._zeros(block, *place)
            for place, block in self.blocks.items()
            if place not in places
        ]

    def _one(self, entry: BufferEntry) -> Buffer:
        if isinstance(entry.image, StorageImage):
            return self._image(entry)
        block = self.blocks.get((entry.group, entry.binding))
        if block is None:
            return self._without_block(entry)
        members = _members(block)
        if len(members) == len(entry.fields) and all(map(_fits, entry.fields, members)):
            data, fields = self._by_members(entry, block, members)
        else:
            data, fields = entry.in_order()
        self._check(entry, block, data, fields)
        return Buffer(entry.binding, data, fields, entry.group)

    def _image(self, entry: BufferEntry) -> Buffer:
        if (entry.group, entry.binding) not in self.asked.images:
            message = f"no storage image of the {self.asked.what} that is used is at "
            raise self._fault(f"{message}{_place(entry.group, entry.binding)}")
        return Buffer(entry.binding, *entry.in_order(), entry.group, entry.image)

    def _without_block(self, entry: BufferEntry) -> Buffer:
        data, fields = entry.in_order()
        if not self.asked.strict:
            return Buffer(entry.binding, data, fields, entry.group)
        has = (
            ", ".join(f"{block.name} at {_place(*place)}" for place, block in self.blocks.items())
            or "none"
        )
        message = (
            f"no storage block of the {self.asked.what} is at "
            f"{_place(entry.group, entry.binding)}: it has {has}"
        )
        raise self._fault(message)

    def _by_members(
        self, entry: BufferEntry, block: ResourceBlock, members: list[tuple[Piece, bool]]
    ) -> tuple[bytes, tuple[tuple[ScalarType, int], ...]]:
        """Put each field where the member of its number lies; the words between are zero."""
        pairs = list(zip(entry.fields, members, strict=True))
        end = max(
            (piece.offset + _length(value, piece, open_) for value, (piece, open_) in pairs),
            default=0,
        )
        data = bytearray(end)
        kinds: list[ScalarType] = ["uint"] * (end // _WORD)
        for value, (piece, _) in pairs:
            rows, columns = shape(piece)
            for k in range(value.numbers // (rows * columns)):
                for number, at in enumerate(piece.words(k)):
                    start = _WORD * (k * rows * columns + number)
                    place = piece.offset + at
                    data[place : place + _WORD] = value.data[start : start + _WORD]
                    kinds[place // _WORD] = value.kind
        return bytes(data), _runs(kinds)

    def _check(
        self,
        entry: BufferEntry,
        block: ResourceBlock,
        data: bytes,
        fields: tuple[tuple[ScalarType, int], ...],
    ) -> None:
        least = _fixed_end(block)
        place = f"the block {block.name} at {_place(entry.group, entry.binding)}"
        if len(data) < least:
            raise self._fault(
                f"expected {_numbers(least)} for {place}, but {_numbers(len(data))} came"
            )
        if (
            not block.tail[1]
            and self.asked.strict
            and len(data) > round_up(_ROW, max(block.size, least))
        ):
            raise self._fault(
                f"expected {_numbers(block.size)} for {place}, but {_numbers(len(data))} came"
            )
        given = [kind for kind, count in fields for _ in range(count)]
        for at, kind in self._kinds(block, len(data)):
            came = given[at // _WORD]
            if "float" in (kind, came) and _KINDS.get(kind) != came:
                raise self._fault(
                    f"expected a {kind} at byte {at} of {place}, but a number of type {came} came"
                )

    def _kinds(self, block: ResourceBlock, length: int) -> list[tuple[int, str]]:
        if block.type is None:
            return []
        return [
            (at, kind)
            for at, kind in leaves(block.type, block.standard, length)
            if at + _WORD <= length
        ]

    def _zeros(self, block: ResourceBlock, group: int, binding: int) -> Buffer:
        """Return zeros for a block; an array without a length has one element for each
        invocation.
        """
        start, stride = block.tail
        length = (
            start + min(stride * self.invocations, max(_LARGEST // stride, 1) * stride)
            if stride
            else block.size
        )
        length = max(round_up(_WORD, length), _WORD)
        kinds: list[ScalarType] = ["uint"] * (length // _WORD)
        for at, kind in self._kinds(block, length):
            kinds[at // _WORD] = _KINDS.get(kind, "uint")
        self.notes.append(
            f"the buffer {block.name} ({_place(group, binding)}) = {length} bytes of zeros"
        )
        return Buffer(binding, bytes(length), _runs(kinds), group)

    def _fault(self, message: str) -> BadInput:
        return BadInput(f"$compute: {message}", where=self.given.place("$compute"))


def _members(block: ResourceBlock) -> list[tuple[Piece, bool]]:
    """Return the members, each with whether it is an array without a length; none where one is
    no plain value.
    """
    if not isinstance(block.type, Struct) or len(block.pieces) != len(block.type.members):
        return []
    opens = [isinstance(one.type, Array) and one.type.size is None for one in block.type.members]
    return list(zip(block.pieces, opens, strict=True))


def _fits(value: Value, member: tuple[Piece, bool]) -> bool:
    piece, is_open = member
    rows, columns = shape(piece)
    width = rows * columns
    same = (value.columns == 1 and value.rows == 1) or (value.rows, value.columns) == (
        rows,
        columns,
    )
    kind = _KINDS.get(piece.component.kind)
    enough = value.numbers % width == 0 if is_open else value.numbers == width * max(piece.count, 1)
    # Scalars in an array without a length differ from vectors with padding by their number alone:
    # they have none.
    plain = width in (1, 2, 4) or not is_open or value.rows > 1
    return (
        same and enough and plain and (kind == value.kind or {kind, value.kind} <= {"int", "uint"})
    )


def _length(value: Value, piece: Piece, is_open: bool) -> int:
    if not is_open:
        return size(piece)
    rows, columns = shape(piece)
    return piece.stride * (value.numbers // (rows * columns))


def _fixed_end(block: ResourceBlock) -> int:
    """Return where the members end that are always there."""
    start, stride = block.tail
    if stride:
        return start
    return max(
        (
            piece.offset + max(piece.words(max(piece.count, 1) - 1)) + _WORD
            for piece in block.pieces
        ),
        default=0,
    )


def _runs(kinds: list[ScalarType]) -> tuple[tuple[ScalarType, int], ...]:
    found: list[tuple[ScalarType, int]] = []
    for kind in kinds:
        if found and found[-1][0] == kind:
            found[-1] = kind, found[-1][1] + 1
        else:
            found.append((kind, 1))
    return tuple(found)


def _place(group: int, binding: int) -> str:
    return f"set {group}, binding {binding}" if group else f"binding {binding}"


def _numbers(length: int) -> str:
    return f"{length // _WORD} numbers ({length} bytes)"
