"""What the head of a module says: capabilities, entry points, decorations."""

from __future__ import annotations

from . import opcodes
from .index import ModuleIndex
from .instruction import Instruction

_DECORATES = frozenset((opcodes.OpDecorate, opcodes.OpDecorateId, opcodes.OpDecorateString))


def has_capability(module: ModuleIndex, capability: int) -> bool:
    """Say whether the module declares a capability (implied ones are not looked at)."""
    for instruction in module.preamble:
        if instruction.op != opcodes.OpCapability:
            return False
        if instruction.ops[0] == capability:
            return True
    return False


def entry_points(module: ModuleIndex) -> list[Instruction]:
    """Return the OpEntryPoints in text order."""
    return [
        instruction for instruction in module.preamble if instruction.op == opcodes.OpEntryPoint
    ]


def entry_function_ids(module: ModuleIndex) -> set[int]:
    """Return the ids of the functions that are entry points."""
    return {entry.ops[1] for entry in entry_points(module)}


def is_entry_function(module: ModuleIndex, function_id: int) -> bool:
    """Say whether the function is an entry point."""
    return any(
        user.op == opcodes.OpEntryPoint and user.ops[1] == function_id
        for user in module.users(function_id)
    )


def decorations(module: ModuleIndex, target_id: int) -> list[Instruction]:
    """Return the decorations of the id itself (not of members), those of its groups
    included.
    """
    found: list[Instruction] = []
    groups = [user.ops[0] for user in module.users(target_id) if user.op == opcodes.OpGroupDecorate]
    for target in (target_id, *(group for group in groups if group != target_id)):
        found.extend(
            user for user in module.users(target) if user.op in _DECORATES and user.ops[0] == target
        )
    return found


def decorate(module: ModuleIndex, value_id: int, *words: int) -> None:
    """Give an id a decoration: its number, then its operands."""
    module.add_decoration(Instruction(opcodes.OpDecorate, 0, 0, [value_id, *words]))


def has_decoration(module: ModuleIndex, target_id: int, decoration: int) -> bool:
    """Say whether the id itself carries a decoration."""
    return any(
        found.ops[1] == decoration for found in decorations(module, target_id) if len(found.ops) > 1
    )
