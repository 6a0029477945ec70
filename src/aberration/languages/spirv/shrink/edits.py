"""Which edits make a module smaller, as data, each by the place that it is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

import msgspec

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.blocks import merge_instruction
from aberration.languages.spirv.grammar import TERMINATORS
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import is_numeric_scalar, is_scalar

Standing = Literal["zero", "one", "operand"]
_KEPT: Final = frozenset((o.OpLabel, o.OpVariable, o.OpSelectionMerge, o.OpLoopMerge))

_WORD: Final = 32
_ONE: Final = 0x3F800000
"""The bits of the float 1."""


class Way(msgspec.Struct, frozen=True):
    """A block goes on to one block alone: a branch to `target` comes in place of its terminator. A
    selection is none any more, nor is a loop that is left at once.
    """

    block: int
    target: int


class Gone(msgspec.Struct, frozen=True):
    """The instruction at a place of a block is left out. What `stands` for its result is zero, one,
    or an operand of its type, by the number of the operand.
    """

    block: int
    at: int
    stands: Standing = "zero"
    operand: int = 0


Edit = Way | Gone
Propose = Callable[[Module], list[Edit]]


class EditKind(msgspec.Struct, frozen=True):
    """Edits that can be made together: each is for another place."""

    name: str
    propose: Propose


# ---- ways


def _skips(module: Module) -> list[Edit]:
    """Leave out selections and loops."""
    found: list[Edit] = []
    for block in module.blocks:
        merge = merge_instruction(block)
        if merge is not None:
            found.append(Way(block.id, merge.ops[0]))
    return found


def _first_way(module: Module) -> list[Edit]:
    return _ways(module, 0)


def _last_way(module: Module) -> list[Edit]:
    return _ways(module, -1)


def _ways(module: Module, number: int) -> list[Edit]:
    found: list[Edit] = []
    for block in module.blocks:
        targets = module.successor_ids(block.terminator)
        if len(targets) > 1:
            found.append(Way(block.id, targets[number]))
    return found


# ---- instructions


def _effects(module: Module) -> list[Edit]:
    """Leave out what stores, calls or waits, and gives nothing that is used."""
    return [
        Gone(block.id, at)
        for block, at, one in _instructions(module)
        if not one.type_id or (one.op == o.OpFunctionCall and not _is_used(module, one))
    ]


def _zeros(module: Module) -> list[Edit]:
    return [Gone(block.id, at) for block, at, one in _instructions(module) if one.type_id]


def _operands(module: Module) -> list[Edit]:
    found: list[Edit] = []
    for block, at, one in _instructions(module):
        if one.type_id and one.op != o.OpPhi:
            number = _operand_of_type(module, one)
            found += [Gone(block.id, at, "operand", number)] if number is not None else []
    return found


def _ones(module: Module) -> list[Edit]:
    return [
        Gone(block.id, at, "one")
        for block, at, one in _instructions(module)
        if one.type_id and is_scalar(module, one.type_id)
    ]


def _instructions(module: Module) -> Iterator[tuple[Block, int, Instruction]]:
    for block in module.blocks:
        for at, one in enumerate(block.instructions):
            if one.op not in _KEPT and one.op not in TERMINATORS:
                yield block, at, one


def _is_used(module: Module, found: Instruction) -> bool:
    return any(user.op != o.OpName for user in module.users(found.result_id))


def _operand_of_type(module: Module, found: Instruction) -> int | None:
    for k in module.id_positions(found):
        if module.type_of(found.ops[k]) == found.type_id and found.ops[k] != found.result_id:
            return k
    return None


KINDS: Final = (
    EditKind("selections and loops skipped", _skips),
    EditKind("first ways", _first_way),
    EditKind("last ways", _last_way),
    EditKind("effects", _effects),
    EditKind("zeros for values", _zeros),
    EditKind("operands for values", _operands),
    EditKind("ones for values", _ones),
)
"""Coarse ones first: what comes first spares those after it the most work."""


def one_of(module: Module, type_id: int) -> tuple[int, tuple[int, ...]] | None:
    """Return opcode and words of the constant one of a type, or of true; None for other types."""
    definition = module.definition(type_id)
    if definition is None or not is_scalar(module, type_id):
        return None
    if not is_numeric_scalar(module, type_id):
        return o.OpConstantTrue, ()
    width, is_whole = definition.ops[0], definition.op == o.OpTypeInt
    if width != _WORD:
        return None
    return o.OpConstant, (1 if is_whole else _ONE,)
