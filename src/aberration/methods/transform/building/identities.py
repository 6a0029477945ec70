"""The table of identities, read: what instruction an identity applies to, and the steps that
give its result anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import msgspec

from aberration.core.errors import InternalError
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.grammar import OPCODE
from aberration.methods.transform.building.identity_table import (
    OF_CHOICES,
    OF_INTEGERS,
    OF_PAIRS,
    OF_VALUES,
)

EXTENDED: Final = {
    "SAbs": GlslStd450.S_ABS,
    "SSign": GlslStd450.S_SIGN,
    "SMin": GlslStd450.S_MIN,
    "UMin": GlslStd450.U_MIN,
    "SMax": GlslStd450.S_MAX,
    "UMax": GlslStd450.U_MAX,
    "SClamp": GlslStd450.S_CLAMP,
    "UClamp": GlslStd450.U_CLAMP,
    "FindILsb": GlslStd450.FIND_I_LSB,
    "FindUMsb": GlslStd450.FIND_U_MSB,
}
"""Instructions of GLSL.std.450 that the table names."""
LOGICAL: Final = frozenset(
    (o.OpLogicalAnd, o.OpLogicalOr, o.OpLogicalNot, o.OpLogicalEqual, o.OpLogicalNotEqual)
)
FIELDS: Final = frozenset((o.OpBitFieldInsert, o.OpBitFieldUExtract, o.OpBitFieldSExtract))
"""Their last two operands, offset and count, are no vectors."""
VARIABLES: Final = frozenset("xnabdc")
CONDITION: Final = "c"
OTHER: Final = "n"
BOOLEANS: Final = {"true": True, "false": False}
Constant = Callable[[int, int], int]


def _inverse(k: int, width: int) -> int:
    return pow(k | 1, -1, 1 << width)


CONSTANTS: Final[dict[str, Constant]] = {
    "zero": lambda k, width: 0,
    "one": lambda k, width: 1,
    "two": lambda k, width: 2,
    "ones": lambda k, width: (1 << width) - 1,
    "sign": lambda k, width: 1 << (width - 1),
    "width": lambda k, width: width,
    "top": lambda k, width: width - 1,
    "half": lambda k, width: width >> 1,
    "low_half": lambda k, width: (1 << (width >> 1)) - 1,
    "k": lambda k, width: k,
    "not_k": lambda k, width: ~k,
    "odd": lambda k, width: k | 1,
    "inverse": _inverse,
    "turn": lambda k, width: 1 + k % (width - 1),
    "back": lambda k, width: width - 1 - k % (width - 1),
    "shift": lambda k, width: k % width,
    "rest": lambda k, width: width - k % width,
    "power": lambda k, width: 1 << k % width,
    "not_power": lambda k, width: ~(1 << k % width),
    "mask": lambda k, width: (1 << k % width) - 1,
}
"""The integers that the table names, by the number `k`, which is free, and the width."""


class Step(msgspec.Struct, frozen=True):
    """One instruction of an identity: of GLSL.std.450, if `extended` is not 0.

    An operand is a variable, a constant, or the number of an earlier step.
    """

    op: int
    extended: int
    operands: tuple[str | int, ...]


class Identity(msgspec.Struct, frozen=True):
    """An equation: what it is about, and the steps of the other side; the last one gives the
    result.

    `scope` is the type of the variables: int, uint, bool, float or any. `op` is 0 if it is about
    any value.
    """

    name: str
    scope: str
    op: int
    extended: int
    arguments: tuple[str, ...]
    steps: tuple[Step, ...]


def constant_value(name: str, k: int, width: int) -> int:
    """Return the integer that a constant of the table is."""
    return CONSTANTS[name](k, width) & ((1 << width) - 1)


_TOKEN: Final = re.compile(r"\w+|[()]")


class _Reader:
    """Reads one expression; equal parts become one step."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = _TOKEN.findall(text)
        self.at: int = 0
        self.steps: list[Step] = []

    def read(self) -> str | int:
        """Read a word, or an instruction with its operands."""
        word = self.tokens[self.at]
        self.at += 1
        if self.at == len(self.tokens) or self.tokens[self.at] != "(":
            if word not in VARIABLES and word not in CONSTANTS and word not in BOOLEANS:
                raise InternalError(f"{word!r} is neither a variable nor a constant of identities")
            return word
        self.at += 1
        operands: list[str | int] = []
        while self.tokens[self.at] != ")":
            operands.append(self.read())
        self.at += 1
        step = Step(*opcode_of(word), tuple(operands))
        if step not in self.steps:
            self.steps.append(step)
        return self.steps.index(step)


def opcode_of(word: str) -> tuple[int, int]:
    """Return the opcode that a word of the table names, and the number in GLSL.std.450 or 0."""
    extended = EXTENDED.get(word, 0)
    return (o.OpExtInst if extended else OPCODE[f"Op{word}"]), extended


def read_identity(line: str) -> Identity:
    """Read a line of the table."""
    name, scope, equation = (part.strip() for part in line.split(":"))
    left, right = equation.split(" = ")
    pattern, result = _Reader(left), _Reader(right)
    pattern.read()
    result.read()
    if not pattern.steps:
        return Identity(name, scope, 0, 0, (left.strip(),), tuple(result.steps))
    about = pattern.steps[0]
    arguments = tuple([str(each) for each in about.operands])
    return Identity(name, scope, about.op, about.extended, arguments, tuple(result.steps))


IDENTITIES: Final = tuple(
    [
        read_identity(line)
        for text in (OF_VALUES, OF_INTEGERS, OF_CHOICES)
        for line in text.strip().splitlines()
    ]
)
PAIRS: Final = tuple([read_identity(line) for line in OF_PAIRS.strip().splitlines()])
"""Identities about any value, with another one in it."""
BY_NAME: Final = {identity.name: identity for identity in IDENTITIES}

PAIR_BY_NAME: Final = {identity.name: identity for identity in PAIRS}


def _by_instruction() -> dict[tuple[int, int], tuple[Identity, ...]]:
    found: dict[tuple[int, int], tuple[Identity, ...]] = {}
    for identity in IDENTITIES:
        key = (identity.op, identity.extended)
        found[key] = (*found.get(key, ()), identity)
    return found


BY_INSTRUCTION: Final = _by_instruction()
"""Identities by opcode and number in GLSL.std.450; those about any value are at (0, 0)."""
