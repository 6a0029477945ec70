"""Values of specialisation constants: numbers that the host gives a shader when it makes the
pipeline (Vulkan 1.3, 10.8 "Specialization Constants"; WGSL, 8.2 "override Declarations").
"""

from __future__ import annotations

import struct
from typing import Final, Literal, get_args

import msgspec

from aberration.core.errors import BadInput

ConstantType = Literal["bool", "int", "uint", "float"]
_TYPES: Final[tuple[ConstantType, ...]] = get_args(ConstantType)
_CODES: Final[dict[ConstantType, str]] = {"bool": "I", "int": "i", "uint": "I", "float": "f"}
_WORDS: Final = frozenset(("id", "type", "value", "bits"))
_WORD: Final = 1 << 32


class Constant(msgspec.Struct, frozen=True):
    """The value of one specialisation constant: `word` is its 32 bits, 1 for true.

    `id` is its number in decimal (`SpecId`, `constant_id`, `@id`), or in WGSL its name where it
    has no number.
    """

    id: str
    type: ConstantType
    word: int

    @property
    def number(self) -> int | None:
        """Return the number, None where it goes by a name."""
        return int(self.id) if self.id.isdecimal() else None

    @property
    def value(self) -> bool | float:
        """Return the value as a number, or as a boolean."""
        (value,) = struct.unpack(f"<{_CODES[self.type]}", struct.pack("<I", self.word))
        return bool(value) if self.type == "bool" else value


def read_constants(given: object, where: str) -> tuple[Constant, ...]:
    """Read the list in `$constants`; raise `BadInput` naming the entry that is wrong."""
    if not isinstance(given, list):
        raise _wrong("'values' to be a list", given, where)
    found = tuple(_read(entry, where) for entry in given)
    for place, one in enumerate(found):
        if any(one.id == other.id for other in found[:place]):
            raise _wrong(f"one value of {one.id!r}", "a second one", where)
    return found


def constant_entry(one: Constant) -> dict[str, object]:
    """Return what the file says of a constant: its bits where JSON has no number for it."""
    identity: int | str = one.id if one.number is None else one.number
    value = one.value
    if value != value or value in (float("inf"), float("-inf")):
        return {"id": identity, "type": one.type, "bits": one.word}
    return {"id": identity, "type": one.type, "value": value}


def _read(entry: object, where: str) -> Constant:
    if not isinstance(entry, dict) or not {"id", "type"} <= {*entry} <= _WORDS:
        raise _wrong("an object with id, type and value (or bits)", entry, where)
    kind = next((one for one in _TYPES if one == entry["type"]), None)
    if kind is None or ("value" in entry) == ("bits" in entry):
        raise _wrong(f"a type ({', '.join(_TYPES)}) and value or bits", entry, where)
    word = _word(kind, entry["value"]) if "value" in entry else _bits(kind, entry["bits"])
    if word is None:
        raise _wrong(f"a value of type {kind}", entry, where)
    return Constant(_identity(entry["id"], where), kind, word)


def _identity(given: object, where: str) -> str:
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < _WORD:
        return str(given)
    if isinstance(given, str) and given.isidentifier():
        return given
    raise _wrong("a number or a name as id", given, where)


def _wrong(expected: str, came: object, where: str) -> BadInput:
    return BadInput(f"$constants: expected {expected}, but {came!r} came", where=where)


def _word(kind: ConstantType, given: object) -> int | None:
    """Return the bits of a value; None if it is none of this type."""
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        return int(given) if isinstance(given, bool) and kind == "bool" else None
    if kind == "bool" or (kind != "float" and not isinstance(given, int)):
        return None
    try:
        return int.from_bytes(struct.pack(f"<{_CODES[kind]}", given), "little")
    except (struct.error, OverflowError):
        return None


def _bits(kind: ConstantType, given: object) -> int | None:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given < _WORD:
        return None
    return given if kind != "bool" or given in (0, 1) else None
