"""SPIR-V binaries as words: the header, byte order, and writing (SPIR-V specification, section
2.3).
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from typing import Final

from aberration.core.errors import MalformedModule

from . import opcodes
from .index import LARGEST_BOUND, ModuleIndex
from .instruction import Function, Instruction

MAGIC: Final = 0x07230203
SWAPPED_MAGIC: Final = 0x03022307
HEADER_WORDS: Final = 5


def words_of(data: bytes) -> list[int]:
    """Return the words of a binary in this machine's byte order, after checking the header."""
    if len(data) % 4 or len(data) < 4 * HEADER_WORDS:
        raise MalformedModule(
            f"expected a multiple of 4 bytes and at least {4 * HEADER_WORDS}, got {len(data)}",
            where="word 0",
        )
    words = memoryview(data).cast("I").tolist()
    if words[0] == SWAPPED_MAGIC:
        swapped = array("I", words)
        swapped.byteswap()
        words = swapped.tolist()
    if words[0] != MAGIC:
        raise MalformedModule(
            f"expected the magic number {MAGIC:#010x}, got {words[0]:#010x}", where="word 0"
        )
    if not 0 < words[3] <= LARGEST_BOUND:
        raise MalformedModule(
            f"expected an id bound in 1..{LARGEST_BOUND}, got {words[3]}", where="word 3"
        )
    return words


def opcodes_in(data: bytes) -> Iterator[int]:
    """Yield the opcode of each instruction of a binary."""
    words, at = words_of(data), HEADER_WORDS
    while at < len(words):
        yield words[at] & 0xFFFF
        at += max(words[at] >> 16, 1)


def instruction_count(data: bytes) -> int:
    """Return how many instructions a binary has."""
    return sum(1 for _ in opcodes_in(data))


def to_bytes(module: ModuleIndex) -> bytes:
    """Return the module as a little-endian binary."""
    words = [MAGIC, module.version, module.generator, module.bound, module.schema]
    _encode_all(words, module.preamble)
    _encode_all(words, module.globals)
    for function in module.functions:
        _put_function(words, module.debug_lines, function)
    _encode_all(words, module.debug_lines.get(0, []))
    packed = array("I", words)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def _put_function(
    words: list[int], lines: dict[int, list[Instruction]], function: Function
) -> None:
    for head in (function.definition, *function.parameters):
        if lines:
            _encode_all(words, lines.get(head.result_id, []))
        _encode_all(words, [head])
    for block in function.blocks:
        if lines:
            _encode_all(words, lines.get(block.label.result_id, []))
        words.append((2 << 16) | opcodes.OpLabel)
        words.append(block.label.result_id)
        _encode_all(words, block.instructions)
    if lines:
        _encode_all(words, lines.get(-function.definition.result_id, []))
    words.append((1 << 16) | opcodes.OpFunctionEnd)


def _encode_all(words: list[int], instructions: list[Instruction]) -> None:
    for instruction in instructions:
        ops = instruction.ops
        result_id = instruction.result_id
        if result_id == 0:
            words.append(((len(ops) + 1) << 16) | instruction.op)
        elif instruction.type_id == 0:
            words += (((len(ops) + 2) << 16) | instruction.op, result_id)
        else:
            words += (((len(ops) + 3) << 16) | instruction.op, instruction.type_id, result_id)
        words += ops
