"""The cells of a compute shader that a relation combines: the first array of integers in one of its
buffers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.interface import Resource
from aberration.languages.shading.layout import extent, offsets
from aberration.languages.shading.tree import Interface, Member
from aberration.languages.shading.types import INT, UINT, Array, Struct, Type

from .part import Part
from .renaming import Renaming

_WORD: Final = 4


class Cells(msgspec.Struct, frozen=True):
    """`text` names the array in the part's code. `count` cells begin at the byte `start` of the
    part's buffer number `buffer`, `stride` bytes apart.
    """

    text: str
    count: int
    buffer: int
    start: int
    stride: int

    def words(self, found: Buffers) -> NDArray[np.uint32]:
        """Return the cells after a run of the part alone."""
        data = found.data[self.buffer]
        places = (self.start + self.stride * k for k in range(self.count))
        words = [int.from_bytes(data[at : at + _WORD], "little") for at in places]
        return np.array(words, dtype=np.uint32)


def cells_of(part: Part) -> Cells | None:
    """Return the cells of a part; None where it has none, or more than one invocation, which would
    have to wait for each other.
    """
    sizes = (*part.entry.size, *part.program.inputs.groups)
    if any(size != 1 for size in sizes):
        return None
    return next(_cells_in(part), None)


def _cells_in(part: Part) -> Iterator[Cells]:
    for resource in part.outside.resources:
        number = _buffer_number(part, resource)
        if number is None:
            continue
        for text, type, start in _arrays(part, resource):
            if isinstance(type, Array) and type.size and type.element in (INT, UINT):
                stride = extent(type, resource.standard).stride
                end = start + stride * (type.size - 1) + _WORD
                if end <= len(part.program.inputs.buffers[number].data):
                    yield Cells(text, type.size, number, start, stride)


def _buffer_number(part: Part, resource: Resource) -> int | None:
    if not resource.buffer:
        return None
    place = resource.group, resource.binding or 0
    places = [(one.descriptor_set, one.binding) for one in part.program.inputs.buffers]
    return places.index(place) if place in places else None


def _arrays(part: Part, resource: Resource) -> Iterator[tuple[str, Type, int]]:
    """Give what is in a buffer and may be read: its name in the code, type and first byte."""
    node, names = resource.node, part.renaming
    if isinstance(node, Interface):
        assert isinstance(resource.type, Struct)
        starts = offsets(resource.type, resource.standard)
        rows = zip(node.members, resource.type.members, starts, strict=True)
        for written, member, start in rows:
            if _is_readable(node, written):
                yield _member_text(node, written, names), member.type, start
        return
    name = names.variables[resource.symbols[0]]
    if not isinstance(resource.type, Struct):
        yield name, resource.type, 0
        return
    places = offsets(resource.type, resource.standard)
    for member, start in zip(resource.type.members, places, strict=True):
        yield f"{name}.{member.name}", member.type, start


def _member_text(node: Interface, member: Member, names: Renaming) -> str:
    if not node.instance:
        return names.members[id(node), member.name]
    return f"{names.members[id(node), node.instance]}.{member.name}"


def _is_readable(node: Interface, member: Member) -> bool:
    return "writeonly" not in (*node.qualifiers, *member.qualifiers)
