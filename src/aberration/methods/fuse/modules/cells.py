"""The cells of a module that a relation combines: the first array of integers in a buffer that it
may write to, else in one of its others.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.interface import Interface, Variable
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.layout import mark, member_marks
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate, decorations, has_decoration
from aberration.languages.spirv.types import is_int, is_struct, width

from ..cells import CellPlaces, most_cells
from .part import ModulePart

_WORD: Final = 32


class ModuleCells(CellPlaces, frozen=True):
    """Those of a module: an array of type `element` is the member number `member` of the block
    `struct` that a `variable` points to.
    """

    variable: int
    struct: int
    member: int
    element: int


def cells_of(part: ModulePart) -> ModuleCells | None:
    """Return the cells of a part; None where it has none, or where its invocations may leave it at
    different places, so that they need not be together when they are to wait for each other.
    """
    if prod(part.size) > 1 and (part.leaves_early or not part.is_of_old_memory_model):
        return None
    found = list(_cells_in(part))
    return next((cells for cells, written in found if written), found[0][0] if found else None)


def make_readable(module: Module, variable: int, struct: int, member: int, *, shared: bool) -> None:
    """Let a block of a module be read; also what other invocations wrote, if it is `shared`."""
    marks = [(one, 1) for one in decorations(module, variable)]
    marks += [
        (one, 2)
        for one in module.users(struct)
        if one.op == o.OpMemberDecorate and one.ops[:2] == [struct, member]
    ]
    for found, at in marks:
        if found.ops[at] == Decoration.NON_READABLE:
            module.remove(found)
    if shared and not has_decoration(module, variable, Decoration.COHERENT):
        decorate(module, variable, Decoration.COHERENT)


def _cells_in(part: ModulePart) -> Iterator[tuple[ModuleCells, bool]]:
    """Give the arrays of integers in the buffers of a part, and whether it may write to them."""
    leaves = Leaves(part.module)
    interface = Interface(part.module, leaves)
    buffers = part.program.inputs.buffers
    places = [(one.descriptor_set, one.binding) for one in buffers]
    for variable in interface.of_storage(StorageClass.STORAGE_BUFFER):
        place = interface.place(variable)
        definition = leaves.type(variable.type_id)
        if place not in places or not is_struct(part.module, variable.type_id):
            continue
        number = places.index(place)
        for member in range(len(definition.ops)):
            found = _member(leaves, variable, member, number, len(buffers[number].data))
            if found is not None:
                yield found, _is_written(part.module, variable, member)


def _member(
    leaves: Leaves, variable: Variable, member: int, buffer: int, size: int
) -> ModuleCells | None:
    """Return a member of a block as cells, None where it is no array of words."""
    module, array = leaves.module, leaves.type(leaves.type(variable.type_id).ops[member])
    if not _is_array_of_words(module, array):
        return None
    start = member_marks(module, variable.type_id, member).get(Decoration.OFFSET, 0)
    stride = mark(module, array.result_id, Decoration.ARRAY_STRIDE)
    if stride <= 0:
        return None
    held = most_cells(size, start, stride)
    count = leaves.length(array.result_id) or held
    if not 0 < count <= held:
        return None
    where = (variable.id, variable.type_id, member, array.ops[0])
    return ModuleCells(count, buffer, start, stride, *where)


def _is_array_of_words(module: Module, array: Instruction) -> bool:
    if array.op not in (o.OpTypeArray, o.OpTypeRuntimeArray):
        return False
    return is_int(module, array.ops[0]) and width(module, array.ops[0]) == _WORD


def _is_written(module: Module, variable: Variable, member: int) -> bool:
    marks = member_marks(module, variable.type_id, member)
    if Decoration.NON_WRITABLE in marks:
        return False
    return not has_decoration(module, variable.id, Decoration.NON_WRITABLE)
