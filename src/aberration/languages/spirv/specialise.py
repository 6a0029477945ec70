"""Numbers of a module that become specialisation constants, whose values the host gives (Vulkan
1.3, 10.8, Specialization Constants; SPIR-V specification, 2.12).

In a module that `specialise` gives, each such constant has another value by default, so that only
a driver that takes those of the host computes what the module did before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.constants import Constant
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.given_constants import numbered_constants
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate

_USES: Final = frozenset(
    (
        *range(o.OpSNegate, o.OpDot + 1),
        *range(o.OpLogicalEqual, o.OpFUnordGreaterThanEqual + 1),
        *range(o.OpShiftRightLogical, o.OpBitCount + 1),
        *range(o.OpConvertFToU, o.OpConvertUToF + 1),
        *(o.OpBitcast, o.OpCompositeConstruct, o.OpPhi, o.OpReturnValue, o.OpStore),
    )
)
"""What takes a constant as any other value: no index, scope, size or offset that has to be known
when the module is made.
"""
_WORD: Final = 32
_OTHER: Final = 1 << 22
"""Of an integer or a float of 32 bits, this bit makes another number."""


class Specialised(msgspec.Struct, frozen=True):
    """A module, and the values to give: of each specialisation constant its `SpecId` and word."""

    source: bytes
    values: tuple[tuple[int, int], ...]


def specialise(source: bytes, given: Sequence[Constant] = ()) -> Specialised:
    """Return a module in which numbers of 32 bits that are plain values come from the host, beside
    the constants that are `given` anyway.
    """
    module = Module.parse(source)
    try:
        values = []
        number = first_free_number(module, given)
        for constant, users in _fitting(module):
            fresh = module.fresh_id()
            other = constant.ops[0] ^ _OTHER
            module.append_global(Instruction(o.OpSpecConstant, constant.type_id, fresh, [other]))
            decorate(module, fresh, Decoration.SPEC_ID, number)
            for user in users:
                module.replace_in(user, constant.result_id, fresh)
            values.append((number, constant.ops[0]))
            number += 1
        return Specialised(module.to_bytes(), tuple(values))
    finally:
        module.clear()


def has_numbers_to_specialise(module: Module) -> bool:
    """Say whether any constant of a module could come from the host."""
    return bool(_fitting(module))


def _fitting(module: Module) -> list[tuple[Instruction, list[Instruction]]]:
    """Return the constants, each with the instructions that may take it from the host."""
    found = []
    for constant in module.globals:
        if constant.op != o.OpConstant or not _is_word(module, constant.type_id):
            continue
        users = [
            user
            for user in module.users(constant.result_id)
            if user.op in _USES and user.block is not None
        ]
        if users:
            found.append((constant, users))
    return found


def _is_word(module: Module, type_id: int) -> bool:
    return types.is_numeric_scalar(module, type_id) and types.width(module, type_id) == _WORD


def first_free_number(module: Module, given: Sequence[Constant] = ()) -> int:
    """Return the first number above those of the module's own specialisation constants, and of
    those that are given.
    """
    taken = [number for number, _ in numbered_constants(module)]
    taken += [one.number for one in given if one.number is not None]
    return max(taken, default=-1) + 1
