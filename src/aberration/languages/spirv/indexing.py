"""Builds the indexes of a module for the first time; the edits keep them exact from then on."""

from __future__ import annotations

from . import opcodes
from .grammar import HASHED
from .instruction import Instruction


def index_by_opcode(instructions: list[Instruction]) -> dict[int, list[Instruction]]:
    """Return the instructions by opcode; each notes where it stands in its list."""
    index: dict[int, list[Instruction]] = {}
    for instruction in instructions:
        known = index.get(instruction.op)
        if known is None:
            known = index[instruction.op] = []
        instruction.opcode_rank = len(known)
        known.append(instruction)
    return index


def index_by_type(instructions: list[Instruction]) -> dict[int, list[int]]:
    """Return the result ids by type, functions left out; see `index_by_opcode`."""
    index: dict[int, list[int]] = {}
    for instruction in instructions:
        if instruction.type_id and instruction.op != opcodes.OpFunction:
            known = index.setdefault(instruction.type_id, [])
            instruction.type_rank = len(known)
            known.append(instruction.result_id)
    return index


def index_by_shape(declared: list[Instruction]) -> dict[tuple[int, ...], list[int]]:
    """Return the types, constants and undefs among the globals by opcode, type and operands."""
    keys: dict[tuple[int, ...], list[int]] = {}
    for instruction in declared:
        if instruction.op in HASHED:
            keys.setdefault((instruction.op, instruction.type_id, *instruction.ops), []).append(
                instruction.result_id
            )
    return keys
