"""A digest that two modules share when only numbers of ids, names, and declarations that nothing
uses tell them apart.

What is declared outside of functions is known by what it is: types and constants by their operands,
variables by these and by the place of their first use. What is in functions is known by the order
in which it comes.
"""

from __future__ import annotations

import hashlib
from typing import Final

from . import opcodes as o
from .binary import HEADER_WORDS, words_of
from .grammar import HAS_RESULT, HAS_TYPE, id_positions

_DROPPED: Final = frozenset(
    (
        o.OpName,
        o.OpMemberName,
        o.OpSource,
        o.OpSourceContinued,
        o.OpSourceExtension,
        o.OpString,
        o.OpModuleProcessed,
        o.OpLine,
        o.OpNoLine,
        o.OpNop,
    )
)
_DECORATIONS: Final = frozenset(
    (o.OpDecorate, o.OpMemberDecorate, o.OpDecorateId, o.OpDecorateString, o.OpMemberDecorateString)
)
_WORD: Final = 32
Word = tuple[int, list[int]]


class _Module:
    """The instructions of a module by where they stand, as (opcode, words behind the first),
    and types of values.
    """

    def __init__(self, data: bytes) -> None:
        self.settings: list[Word] = []
        self.decorations: dict[int, list[Word]] = {}
        self.globals: dict[int, Word] = {}
        self.functions: list[Word] = []
        self._types: dict[int, int] = {}
        words = words_of(data)
        at = HEADER_WORDS
        while at < len(words):
            op, end = words[at] & 0xFFFF, at + max(words[at] >> 16, 1)
            self._place((op, words[at + 1 : end]))
            at = end

    def _place(self, found: Word) -> None:
        op, words = found
        if op in _DROPPED:
            return
        if HAS_TYPE[op]:
            self._types[words[1]] = words[0]
        if self.functions or op == o.OpFunction:
            self.functions.append(found)
        elif op in _DECORATIONS:
            self.decorations.setdefault(words[0], []).append(found)
        elif HAS_RESULT[op]:
            self.globals[words[1] if HAS_TYPE[op] else words[0]] = found
        else:
            self.settings.append(found)

    def literal_words(self, op: int, ops: list[int]) -> int:
        """Return the words of a case of a switch: two where its selector has 64 bits."""
        if op != o.OpSwitch:
            return 1
        kind = self.globals.get(self._types.get(ops[0], 0))
        return 2 if kind is not None and kind[0] == o.OpTypeInt and kind[1][1] > _WORD else 1


def canonical_digest(data: bytes) -> bytes:
    """Return 16 bytes that stand for a valid module as it does its work."""
    module = _Module(data)
    naming = _Naming(module)
    state = hashlib.blake2b(digest_size=16)
    for found in module.functions:
        state.update(naming.text(found).encode())
    state.update("".join(sorted(map(naming.text, module.settings))).encode())
    return state.digest()


class _Naming:
    """Names of ids that do not depend on their numbers."""

    def __init__(self, module: _Module) -> None:
        self._module = module
        self._names: dict[int, str] = {}

    def name(self, value_id: int) -> str:
        """Return the name of an id, by the order of first mentions, or by what a type or
        constant is.
        """
        known = self._names.get(value_id)
        if known is not None:
            return known
        found = self._module.globals.get(value_id)
        known = f"@{len(self._names)}" if found is None or found[0] == o.OpVariable else "@"
        # Taken before its parts are named: a structure may hold pointers to itself.
        self._names[value_id] = known
        if found is not None:
            known += self.text(found)
        marks = self._module.decorations.get(value_id)
        if marks is not None:
            known += "".join(sorted(self._mark(op, words[1:]) for op, words in marks))
        self._names[value_id] = known
        return known

    def _mark(self, op: int, words: list[int]) -> str:
        shown = map(self.name, words[1:]) if op == o.OpDecorateId else map(str, words[1:])
        return f"[{op} {words[0]} {' '.join(shown)}]"

    def text(self, found: Word) -> str:
        """Return an instruction with names in place of ids."""
        op, words = found
        head = HAS_TYPE[op] + HAS_RESULT[op]
        ops = words[head:]
        ids = id_positions(op, ops, self._module.literal_words(op, ops))
        shown = list(map(str, ops))
        for place in ids:
            shown[place] = self.name(ops[place])
        kind = self.name(words[0]) if HAS_TYPE[op] else ""
        result = ""
        if HAS_RESULT[op]:
            own = words[head - 1]
            result = "=" if own in self._module.globals else self.name(own)
        return f"({op} {kind} {result} {' '.join(shown)})"
