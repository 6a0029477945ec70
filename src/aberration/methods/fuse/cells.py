"""The cells of a compute shader that a relation combines: the first array of integers in a buffer
that it may write to, else in one of its others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import Final, TypeVar

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.interface import Resource
from aberration.languages.shading.layout import extent, offsets
from aberration.languages.shading.tree import (
    QUALIFIERS,
    Function,
    Interface,
    Member,
    Variable,
)
from aberration.languages.shading.types import INT, UINT, Array, Struct, Type

from .bodies import body_of
from .part import Part
from .relations.relation import Relation
from .renaming import Renaming

_WORD: Final = 4


class CellPlaces(msgspec.Struct, frozen=True):
    """`count` cells begin at the byte `start` of a part's buffer number `buffer`, `stride` bytes
    apart.
    """

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


C = TypeVar("C", bound=CellPlaces)


class Cells(CellPlaces, frozen=True):
    """Those of a shader in text: `text` names the array in its code, `block` the interface block
    around it (empty in WGSL).
    """

    text: str
    block: str


def cells_of(part: Part) -> Cells | None:
    """Return the cells of a part; None where it has none, or where its invocations may leave it at
    different places, so that they need not be together when they are to wait for each other.
    """
    if prod(part.entry.size) > 1 and not _ends_at_its_end(part):
        return None
    found = list(_cells_in(part))
    return next((cells for cells, written in found if written), found[0][0] if found else None)


def both_cells(
    relation: Relation, first: C | None, second: C | None, inputs: Iterable[Inputs]
) -> tuple[C, C]:
    """Return the cells of both parts that a relation combines; raise `BadInput` where a part has
    none, or several workgroups.
    """
    if first is None or second is None:
        raise BadInput(
            f"the relation {relation.name!r} needs parts with an array of integers in a buffer, "
            f"which all invocations leave at their end"
        )
    if any(count != 1 for one in inputs for count in one.groups):
        # Nothing orders what several workgroups do.
        raise BadInput(f"the relation {relation.name!r} needs parts of one workgroup")
    return first, second


def readable(node: Interface, *, coherent: bool) -> Interface:
    """Return an interface block that may be read, also what other invocations wrote, if it is to be
    `coherent`.
    """
    wanted = {*node.qualifiers, *(("coherent",) if coherent else ())} - {"writeonly"}
    members = tuple(
        replace(one, qualifiers=tuple(word for word in one.qualifiers if word != "writeonly"))
        for one in node.members
    )
    qualifiers = tuple(word for word in QUALIFIERS if word in wanted)
    return replace(node, qualifiers=qualifiers, members=members)


def most_cells(size: int, start: int, stride: int) -> int:
    """Return how many cells from a byte on, so many bytes apart, a buffer of a size holds."""
    return (size - start - _WORD) // stride + 1


def _ends_at_its_end(part: Part) -> bool:
    node = part.outside.entry.node
    return isinstance(node, Function) and body_of(node) is not None


def _cells_in(part: Part) -> Iterator[tuple[Cells, bool]]:
    """Give the arrays of integers in the buffers of a part, and whether it may write to them."""
    for resource in part.outside.resources:
        number = _buffer_number(part, resource)
        if number is None:
            continue
        size = len(part.program.inputs.buffers[number].data)
        block = _block_name(part, resource)
        for text, type, start, written in _arrays(part, resource):
            if isinstance(type, Array) and type.element in (INT, UINT):
                stride = extent(type, resource.standard).stride
                held = most_cells(size, start, stride)
                count = type.size or held
                if 0 < count <= held:
                    yield Cells(count, number, start, stride, text, block), written


def _block_name(part: Part, resource: Resource) -> str:
    node = resource.node
    return part.renaming.blocks[id(node)] if isinstance(node, Interface) else ""


def _buffer_number(part: Part, resource: Resource) -> int | None:
    if not resource.buffer:
        return None
    place = resource.group, resource.binding or 0
    places = [(one.descriptor_set, one.binding) for one in part.program.inputs.buffers]
    return places.index(place) if place in places else None


def _arrays(part: Part, resource: Resource) -> Iterator[tuple[str, Type, int, bool]]:
    """Give what is in a buffer: its name in the code, type and first byte, and whether it may be
    written to.
    """
    node, names = resource.node, part.renaming
    if isinstance(node, Interface):
        assert isinstance(resource.type, Struct)
        starts = offsets(resource.type, resource.standard)
        rows = zip(node.members, resource.type.members, starts, strict=True)
        for member, made, start in rows:
            written = "readonly" not in (*node.qualifiers, *member.qualifiers)
            yield _member_text(node, member, names), made.type, start, written
        return
    name = names.variables[resource.symbols[0]]
    written = isinstance(node, Variable) and node.access in ("write", "read_write")
    if not isinstance(resource.type, Struct):
        yield name, resource.type, 0, written
        return
    places = offsets(resource.type, resource.standard)
    for one, start in zip(resource.type.members, places, strict=True):
        yield f"{name}.{one.name}", one.type, start, written


def _member_text(node: Interface, member: Member, names: Renaming) -> str:
    if not node.instance:
        return names.members[id(node), member.name]
    return f"{names.members[id(node), node.instance]}.{member.name}"
