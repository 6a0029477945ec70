"""SPIR-V words to assembly text, line for line as `spirv-dis --raw-id --no-header --no-indent`."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Protocol

from aberration.core.errors import MalformedModule

from . import opcodes
from .description import Operand
from .literals import number_text
from .operands import (
    FLOAT,
    NON_SEMANTIC,
    UNSIGNED,
    Declarations,
    Kind,
    constant_operation,
    core_table,
    decode_string,
    set_table,
)

MAGIC = 0x07230203
HEADER_WORDS = 5


class Serialisable(Protocol):
    """A module that can write itself."""

    def to_bytes(self) -> bytes: ...


def disassemble(module: bytes | Serialisable) -> str:
    """Return the assembly text of a module, one instruction a line, with numeric ids."""
    data = module if isinstance(module, bytes) else module.to_bytes()
    declarations = Declarations()
    lines = [Line(words, offset, declarations).text() for offset, words in instructions(data)]
    return "".join(f"{line}\n" for line in lines)


def instructions(data: bytes) -> Iterator[tuple[int, list[int]]]:
    """Yield (word offset, words) of each instruction."""
    words = module_words(data)
    offset = HEADER_WORDS
    while offset < len(words):
        count = words[offset] >> 16
        if count == 0 or offset + count > len(words):
            raise MalformedModule(
                f"expected an instruction within the module, came a length of {count} words",
                where=f"word {offset}",
            )
        yield offset, words[offset : offset + count]
        offset += count


def module_words(data: bytes) -> list[int]:
    """Return the words in the byte order that the magic number shows."""
    count = len(data) // 4
    if len(data) % 4 or count < HEADER_WORDS:
        raise MalformedModule(
            f"expected at least {HEADER_WORDS} whole words, came {len(data)} bytes", where="word 0"
        )
    for order in "<>":
        words = list(struct.unpack(f"{order}{count}I", data))
        if words[0] == MAGIC:
            return words
    raise MalformedModule(
        f"expected the magic number 0x{MAGIC:08x}, came 0x{words[0]:08x}", where="word 0"
    )


class Line:
    """One instruction on its way to text."""

    __slots__ = (
        "at",
        "declarations",
        "kinds",
        "offset",
        "op",
        "pieces",
        "result_id",
        "start",
        "type_id",
        "words",
    )

    def __init__(self, words: list[int], offset: int, declarations: Declarations) -> None:
        self.words = words
        self.offset = offset
        self.declarations = declarations
        self.kinds: dict[str, Kind] = core_table().kinds
        self.op = words[0] & 0xFFFF
        self.type_id = 0
        self.result_id = 0
        self.at = 1
        self.start = 1
        self.pieces: list[str] = []

    def text(self) -> str:
        layout = core_table().by_number.get(self.op)
        if layout is None:
            raise self.error("an opcode of the grammar", str(self.op))
        self.operands(list(layout.slots))
        self.declarations.record(self.op, self.type_id, self.result_id, self.words[self.start :])
        head = f"%{self.result_id} = {layout.name}" if self.result_id else layout.name
        return " ".join([head, *self.pieces])

    def operands(self, slots: list[Operand]) -> None:
        pending = slots[::-1]
        while pending:
            slot = pending.pop()
            if slot.quantifier and self.at == len(self.words):
                continue
            if slot.quantifier == "*":
                pending.append(slot)
            pending += self.operand(slot.kind)[::-1]
        if self.at < len(self.words):
            raise self.error(
                "the end of the instruction", f"{len(self.words) - self.at} more words"
            )

    def operand(self, name: str) -> list[Operand]:
        """Print one operand; return the operands that it brings with it."""
        kind = self.kinds.get(name)
        if kind is None:
            raise self.error("an operand kind of the grammar", name)
        if kind.category == "Composite":
            return list(kind.bases)
        if kind.category == "Id":
            self.identifier(name)
            return []
        if kind.category == "Literal":
            return self.literal(name)
        value = self.take()
        self.pieces.append(self.enumerants(name, kind, value))
        return kind.parameters_of(value)

    def identifier(self, name: str) -> None:
        value = self.take()
        if name == "IdResult":
            self.result_id = value
        else:
            self.pieces.append(f"%{value}")
        if name == "IdResultType":
            self.type_id = value
        if name in ("IdResult", "IdResultType"):
            self.start = self.at

    def enumerants(self, name: str, kind: Kind, value: int) -> str:
        if kind.category != "BitEnum" or not value:
            values = [value]
        else:
            values = [1 << bit for bit in range(32) if value >> bit & 1]
        if any(each not in kind.names for each in values):
            raise self.error(f"an enumerant of {name}", f"0x{value:x}")
        return "|".join(kind.names[each] for each in values)

    def literal(self, name: str) -> list[Operand]:
        if name == "LiteralString":
            self.string()
        elif name == "LiteralContextDependentNumber" or (
            self.op == opcodes.OpSwitch and name == "LiteralInteger"
        ):
            self.number()
        elif name == "LiteralExtInstInteger":
            return self.extended_operands()
        elif name == "LiteralSpecConstantOpInteger":
            return self.constant_operation()
        else:
            self.pieces.append(
                number_text([self.take()], FLOAT if name == "LiteralFloat" else UNSIGNED)
            )
        return []

    def string(self) -> None:
        begin = self.at
        while self.take() >> 24:
            pass
        text = decode_string(self.words[begin : self.at])
        self.pieces.append('"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"')

    def number(self) -> None:
        number_type = self.declarations.literal_type(
            self.op, self.type_id, self.words[self.start :]
        )
        if number_type is None:
            raise self.error("a number of a declared scalar type", "one of an unknown type")
        words = [self.take() for _ in range(number_type.words)]
        self.pieces.append(number_text(words, number_type))

    def extended_operands(self) -> list[Operand]:
        imported = self.declarations.sets.get(self.words[self.at - 1])
        if imported is None:
            raise self.error("an imported extended instruction set", f"%{self.words[self.at - 1]}")
        number = self.take()
        table = set_table(imported)
        layout = table.by_number.get(number)
        if layout is not None:
            self.kinds = table.kinds
            self.pieces.append(layout.name)
            return list(layout.slots)
        if table.by_number or not imported.startswith(NON_SEMANTIC):
            raise self.error(f"an instruction of {imported}", str(number))
        self.pieces.append(str(number))
        return []

    def constant_operation(self) -> list[Operand]:
        number = self.take()
        carried = core_table().by_number.get(number)
        layout = constant_operation(carried.name.removeprefix("Op")) if carried else None
        if layout is None:
            raise self.error("an opcode that a constant may compute", str(number))
        self.pieces.append(layout.name.removeprefix("Op"))
        return list(layout.slots[2:])

    def take(self) -> int:
        if self.at == len(self.words):
            raise self.error("another operand", "the end of the instruction")
        self.at += 1
        return self.words[self.at - 1]

    def error(self, expected: str, came: str) -> MalformedModule:
        name = core_table().by_number.get(self.op)
        subject = name.name if name else "instruction"
        return MalformedModule(
            f"{subject}: expected {expected}, came {came}", where=f"word {self.offset + self.at}"
        )
