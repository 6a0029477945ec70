"""SPIR-V assembly text to words, byte for byte as `spirv-as` (with `--preserve-numeric-ids` by
default).
"""

from __future__ import annotations

import struct

from . import opcodes
from .description import Operand
from .disassembler import HEADER_WORDS, MAGIC
from .literals import NumberType, parse_number
from .operands import (
    FLOAT,
    NON_SEMANTIC,
    UNSIGNED,
    Declarations,
    Kind,
    OperandLayout,
    constant_operation,
    core_table,
    encode_string,
    set_table,
)
from .tokens import IDENTIFIER, Words, string_value

GENERATOR = 7 << 16
"""The registered number of the assembler of SPIRV-Tools, in its place in the header."""

LONGEST = 0xFFFF


def assemble(
    text: str, version: tuple[int, int] = (1, 0), *, preserve_numeric_ids: bool = True
) -> bytes:
    """Return the module of an assembly text.

    `%name` gets the lowest free number at its first appearance. `%12` stays 12, or counts as a name
    without `preserve_numeric_ids`. Raises MalformedAssembly with line and column.
    """
    source = Words(text)
    ids = Ids(numeric_ids(source) if preserve_numeric_ids else frozenset())
    declarations = Declarations()
    words: list[int] = []
    while source:
        words += Encoder(source, ids, declarations).words()
    header = (MAGIC, version[0] << 16 | version[1] << 8, GENERATOR, ids.bound, 0)
    return struct.pack(f"<{HEADER_WORDS + len(words)}I", *header, *words)


def numeric_ids(source: Words) -> frozenset[int]:
    numbers = [token.text[1:] for token in source.tokens if IDENTIFIER.fullmatch(token.text)]
    return frozenset(int(number) for number in numbers if is_id_number(number))


def is_id_number(name: str) -> bool:
    return name.isdecimal() and str(int(name)) == name and 0 < int(name) < 1 << 32


class Ids:
    """Numbers for names; those in `kept` stand for themselves."""

    __slots__ = ("bound", "kept", "names", "next")

    def __init__(self, kept: frozenset[int]) -> None:
        self.kept = kept
        self.names: dict[str, int] = {}
        self.next = 1
        self.bound = 1

    def number(self, name: str) -> int:
        if name not in self.names:
            self.names[name] = int(name) if self.kept and is_id_number(name) else self.fresh()
            self.bound = max(self.bound, self.names[name] + 1)
        return self.names[name]

    def fresh(self) -> int:
        while self.next in self.kept:
            self.next += 1
        self.next += 1
        return self.next - 1


class Encoder:
    """One instruction on its way to words."""

    __slots__ = (
        "declarations",
        "ids",
        "kinds",
        "layout",
        "named",
        "op",
        "ops",
        "result_id",
        "source",
        "type_id",
    )

    def __init__(self, source: Words, ids: Ids, declarations: Declarations) -> None:
        self.source = source
        self.ids = ids
        self.declarations = declarations
        self.kinds: dict[str, Kind] = core_table().kinds
        self.named = ""
        self.type_id = 0
        self.result_id = 0
        self.ops: list[int] = []
        self.layout = self.head()
        self.op = self.layout.number

    def head(self) -> OperandLayout:
        """Take `OpName` or `%result = OpName`."""
        if self.source.peek().startswith("%"):
            self.named = self.name()
            if self.source.take() != "=":
                raise self.source.error("'='")
        layout = core_table().by_name.get(self.source.take())
        if layout is None:
            raise self.source.error("the name of an instruction")
        has_result = any(slot.kind == "IdResult" for slot in layout.slots)
        if has_result and not self.named:
            raise self.source.error("a result id and '=' before an instruction with a result")
        if self.named and not has_result:
            raise self.source.error("an instruction with a result after '='")
        return layout

    def words(self) -> list[int]:
        self.operands(list(self.layout.slots))
        self.declarations.record(self.op, self.type_id, self.result_id, self.ops)
        fixed = [word for word in (self.type_id, self.result_id) if word]
        count = 1 + len(fixed) + len(self.ops)
        if count > LONGEST:
            raise self.source.error(
                f"an instruction of at most {LONGEST} words, which ends before here", back=0
            )
        return [count << 16 | self.op, *fixed, *self.ops]

    def operands(self, slots: list[Operand]) -> None:
        pending = slots[::-1]
        while pending:
            slot = pending.pop()
            if slot.kind == "IdResult":
                self.result_id = self.ids.number(self.named)
                continue
            if self.source.starts_instruction():
                if slot.quantifier:
                    continue
                raise self.source.error(
                    f"an operand of kind {slot.kind} for {self.layout.name}", back=0
                )
            if slot.quantifier == "*":
                pending.append(slot)
            pending += self.operand(slot.kind)[::-1]
        if not self.source.starts_instruction():
            raise self.source.error(f"the next instruction after {self.layout.name}", back=0)

    def operand(self, name: str) -> list[Operand]:
        """Encode one operand; return the operands that it brings with it."""
        kind = self.kinds[name]
        if kind.category == "Composite":
            return list(kind.bases)
        if name == "IdResultType":
            self.type_id = self.ids.number(self.name())
            return []
        if kind.category == "Id":
            self.ops.append(self.ids.number(self.name()))
            return []
        if kind.category == "Literal":
            return self.literal(name)
        return self.enumerants(name, kind)

    def name(self) -> str:
        word = self.source.take()
        if not IDENTIFIER.fullmatch(word):
            raise self.source.error("an id such as %12 or %name")
        return word[1:]

    def enumerants(self, name: str, kind: Kind) -> list[Operand]:
        word = self.source.take()
        value = 0
        for part in word.split("|") if kind.category == "BitEnum" else [word]:
            if part not in kind.numbers:
                raise self.source.error(f"an enumerant of {name}")
            value |= kind.numbers[part]
        self.ops.append(value)
        return kind.parameters_of(value)

    def literal(self, name: str) -> list[Operand]:
        if name == "LiteralString":
            self.string()
        elif name == "LiteralContextDependentNumber" or (
            self.op == opcodes.OpSwitch and name == "LiteralInteger"
        ):
            self.typed_number()
        elif name == "LiteralExtInstInteger":
            return self.extended_operands()
        elif name == "LiteralSpecConstantOpInteger":
            return self.constant_operation()
        else:
            self.number(FLOAT if name == "LiteralFloat" else UNSIGNED)
        return []

    def string(self) -> None:
        value = string_value(self.source.take())
        if value is None:
            raise self.source.error("a string in double quotes")
        if "\0" in value:
            raise self.source.error("a string without the character 0")
        self.ops += encode_string(value)

    def typed_number(self) -> None:
        number_type = self.declarations.literal_type(self.op, self.type_id, self.ops)
        if number_type is None:
            owner = "the selector" if self.op == opcodes.OpSwitch else "the result type"
            raise self.source.error(
                f"{owner} of {self.layout.name} to be a declared scalar number type", back=0
            )
        self.number(number_type)

    def number(self, number_type: NumberType) -> None:
        words = parse_number(self.source.take(), number_type)
        if words is None:
            sign = "" if number_type.floating else "signed " if number_type.signed else "unsigned "
            noun = "float" if number_type.floating else "integer"
            raise self.source.error(f"a literal that fits {sign}{number_type.width}-bit {noun}")
        self.ops += words

    def extended_operands(self) -> list[Operand]:
        imported = self.declarations.sets.get(self.ops[-1])
        if imported is None:
            raise self.source.error("an extended instruction set imported before")
        table = set_table(imported)
        if not table.by_name and imported.startswith(NON_SEMANTIC):
            self.number(UNSIGNED)
            return []
        layout = table.by_name.get(self.source.take())
        if layout is None:
            raise self.source.error(f"an instruction of {imported}")
        self.kinds = table.kinds
        self.ops.append(layout.number)
        return list(layout.slots)

    def constant_operation(self) -> list[Operand]:
        layout = constant_operation(self.source.take())
        if layout is None:
            raise self.source.error("an instruction that a constant may compute, without its 'Op'")
        self.ops.append(layout.number)
        return list(layout.slots[2:])
