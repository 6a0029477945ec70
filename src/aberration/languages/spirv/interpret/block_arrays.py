"""Arrays of blocks of a module, as blocks that stand alone: both interpreters know these.

All elements lie at one binding in Vulkan. In inputs each has a place of its own: its binding is
that of the array and its number. Elements are chosen by constants; any other index is refused.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes, types
from aberration.languages.spirv.declaring import declare, declare_global
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.layout import mark
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate, decorations, entry_points

from .undefined import refuse

_BLOCKS: Final = (StorageClass.UNIFORM, StorageClass.STORAGE_BUFFER)
_BOUND: Final = (*_BLOCKS, StorageClass.UNIFORM_CONSTANT)
_ARRAYS: Final = (opcodes.OpTypeArray, opcodes.OpTypeRuntimeArray)
_CHAINS: Final = (opcodes.OpAccessChain, opcodes.OpInBoundsAccessChain)
_NAMES: Final = (opcodes.OpName, opcodes.OpDecorate, opcodes.OpEntryPoint)
_MOST_ELEMENTS: Final = 1024


def has_block_array(module: Module) -> bool:
    """Say whether a variable of a module is an array of blocks."""
    return bool(_block_arrays(module))


def part_block_arrays(module: Module) -> None:
    """Change a module so that each element of its arrays of blocks is a variable; raise `Refused`
    for what is not known: arrays of arrays or without a length, an index that is no constant, and
    another resource at the binding of an element.
    """
    arrays = _block_arrays(module)
    counts = {one.result_id: _count(module, one) for one in arrays}
    _refuse_shared_places(module, counts)
    for one in arrays:
        _part(module, one, counts[one.result_id])


def block_count(module: Module, variable: Instruction) -> int:
    """Return how many blocks a variable is: 1 where it is no array of these, or its length is not
    known.
    """
    kind = types.pointee(module, variable.type_id)
    return max(types.component_count(module, kind), 1) if types.is_array(module, kind) else 1


def _block_arrays(module: Module) -> list[Instruction]:
    return [
        found
        for found in module.globals
        if found.op == opcodes.OpVariable
        and found.ops[0] in _BLOCKS
        and types.op_of(module, types.pointee(module, found.type_id)) in _ARRAYS
    ]


def _count(module: Module, variable: Instruction) -> int:
    array = types.pointee(module, variable.type_id)
    block = types.component_type(module, array)
    if not types.is_array(module, array) or not types.is_struct(module, block):
        raise refuse("an array of blocks without one length", variable)
    length = module.definition(array)
    size = None if length is None else module.definition(length.ops[1])
    if size is None or size.op != opcodes.OpConstant or not 0 < size.ops[0] <= _MOST_ELEMENTS:
        raise refuse("an array of blocks of this length", variable)
    return size.ops[0]


def _refuse_shared_places(module: Module, counts: dict[int, int]) -> None:
    """Refuse what is bound where an element of an array is: inputs cannot tell them apart."""
    taken: dict[tuple[int, int], int] = {}
    for found in module.globals:
        if found.op != opcodes.OpVariable or found.ops[0] not in _BOUND:
            continue
        group, binding = _place(module, found.result_id)
        for place in ((group, binding + k) for k in range(counts.get(found.result_id, 1))):
            other = taken.setdefault(place, found.result_id)
            if other != found.result_id and (other in counts or found.result_id in counts):
                raise refuse("another resource where an element of an array of blocks is", found)


def _place(module: Module, variable_id: int) -> tuple[int, int]:
    group, binding = (
        max(0, mark(module, variable_id, kind))
        for kind in (Decoration.DESCRIPTOR_SET, Decoration.BINDING)
    )
    return group, binding


def _part(module: Module, variable: Instruction, count: int) -> None:
    elements = _declare_elements(module, variable, count)
    for user in list(module.users(variable.result_id)):
        if user.op not in _NAMES:
            _choose(module, user, variable.result_id, elements)
    _remove(module, variable)


def _declare_elements(module: Module, variable: Instruction, count: int) -> list[int]:
    """Declare a variable for each element, with the decorations of the array."""
    storage = variable.ops[0]
    block = types.component_type(module, types.pointee(module, variable.type_id))
    pointer = declare(module, opcodes.OpTypePointer, 0, storage, block)
    marks = [list(one.ops[1:]) for one in decorations(module, variable.result_id)]
    made = []
    for number in range(count):
        element = module.fresh_id()
        declare_global(module, element, pointer, storage)
        for words in marks:
            is_binding = words[0] == Decoration.BINDING
            decorate(module, element, *((words[0], words[1] + number) if is_binding else words))
        made.append(element)
    return made


def _choose(module: Module, user: Instruction, array: int, elements: list[int]) -> None:
    """Let an access chain into an array begin at the element that it names."""
    if user.op not in _CHAINS or user.ops[0] != array or len(user.ops) < 2:
        raise refuse("an array of blocks that is not indexed", user)
    index = module.definition(user.ops[1])
    if index is None or index.op != opcodes.OpConstant or len(index.ops) != 1:
        raise refuse("an array of blocks by an index that is no constant", user)
    if index.ops[0] >= len(elements):
        raise refuse("an array of blocks by an index beyond its end", user)
    element, inner = elements[index.ops[0]], user.ops[2:]
    if inner:
        module.set_operands(user, [element, *inner])
    else:
        whole = Instruction(opcodes.OpCopyObject, user.type_id, user.result_id, [element])
        module.replace(user, whole)


def _remove(module: Module, variable: Instruction) -> None:
    for entry in entry_points(module):
        if variable.result_id in entry.ops[2:]:
            name_words = 2 + next(k for k, word in enumerate(entry.ops[2:], 1) if word >> 24 == 0)
            kept = [each for each in entry.ops[name_words:] if each != variable.result_id]
            module.set_operands(entry, [*entry.ops[:name_words], *kept])
    for user in list(module.users(variable.result_id)):
        if user.op != opcodes.OpEntryPoint:
            module.remove(user)
    module.remove(variable)
