"""What a module needs no more: results that nothing uses, functions that nothing calls, what is
declared for them, and its names.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.grammar import DECORATIONS
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.operands import decode_string, encode_string

_NAMES: Final = frozenset((o.OpName, o.OpMemberName))
_ABOUT: Final = DECORATIONS | _NAMES
_HEAD: Final = frozenset(
    (o.OpSource, o.OpSourceContinued, o.OpSourceExtension, o.OpModuleProcessed)
)
"""What says how a module came about."""
_EFFECTS: Final = frozenset(
    (o.OpFunctionCall, *range(o.OpAtomicLoad, o.OpAtomicXor + 1), o.OpLabel)
)
"""What has a result, and does more than to give it."""
_ENTRY_NAME: Final = 2
"""Where the name of an entry point begins."""


def drop_unused(module: Module) -> None:
    """Leave out what is needed no more, in place; the indexes of the module stay as they were."""
    module.preamble[:] = [one for one in module.preamble if one.op not in _HEAD]
    before = -1
    while before != _count(module):
        before = _count(module)
        _drop_once(module)


def _count(module: Module) -> int:
    inner = sum(len(block.instructions) for f in module.functions for block in f.blocks)
    return inner + len(module.globals) + len(module.functions) + len(module.preamble)


def _drop_once(module: Module) -> None:
    uses = _uses(module)
    module.functions[:] = [one for one in module.functions if uses[one.definition.result_id]]
    for function in module.functions:
        for block in function.blocks:
            block.instructions[:] = [
                one
                for one in block.instructions
                if not one.type_id or one.op in _EFFECTS or uses[one.result_id]
            ]
    module.globals[:] = [one for one in module.globals if uses[one.result_id] or not one.result_id]
    left = _ids_of(module)
    module.preamble[:] = [
        one for one in module.preamble if one.op not in _ABOUT or one.ops[0] in left
    ]
    for one in module.preamble:
        if one.op == o.OpEntryPoint:
            _drop_from_interface(one, left)


def _uses(module: Module) -> Counter[int]:
    """Count who uses what; an entry point uses its function, and not what it lists."""
    uses: Counter[int] = Counter()
    for one in module.preamble:
        if one.op == o.OpEntryPoint:
            uses[one.ops[1]] += 1
        elif one.op not in _ABOUT:
            uses.update(one.ops[k] for k in module.id_positions(one))
        elif one.op == o.OpDecorateId:
            uses.update(one.ops[k] for k in module.id_positions(one)[1:])
    _add(module, uses, module.globals)
    for function in module.functions:
        _add(module, uses, _whole(function))
    # The size of a workgroup is said by a constant that nothing needs to name.
    uses.update(
        one.ops[0]
        for one in module.preamble
        if one.op == o.OpDecorate and _is_workgroup_size(module, one)
    )
    return uses


def _is_workgroup_size(module: Module, found: Instruction) -> bool:
    definition = module.definition(found.ops[0])
    return definition is not None and definition.op in (
        o.OpConstantComposite,
        o.OpSpecConstantComposite,
    )


def _add(module: Module, uses: Counter[int], found: list[Instruction]) -> None:
    for one in found:
        if one.type_id:
            uses[one.type_id] += 1
        uses.update(
            k for k in (one.ops[at] for at in module.id_positions(one)) if k != one.result_id
        )


def _whole(function: Function) -> list[Instruction]:
    inner = [one for block in function.blocks for one in block.instructions]
    return [function.definition, *function.parameters, *inner]


def _ids_of(module: Module) -> set[int]:
    found = {one.result_id for one in (*module.preamble, *module.globals)}
    for function in module.functions:
        found |= {one.result_id for one in _whole(function)}
        found |= {block.label.result_id for block in function.blocks}
    return found - {0}


def _drop_from_interface(entry: Instruction, left: set[int]) -> None:
    name = decode_string(entry.ops[_ENTRY_NAME:])
    start = _ENTRY_NAME + len(encode_string(name))
    entry.ops[start:] = [one for one in entry.ops[start:] if one in left]
