"""Numbers as the formats spell them: each text gives back the same 32 bits."""

from __future__ import annotations

import math
import struct
from typing import Final

import numpy as np

from aberration.core.inputs import Buffer, ScalarType

_CODES: Final[dict[ScalarType, str]] = {"int": "i", "uint": "I", "float": "f"}


def literals(kind: ScalarType, data: bytes) -> list[str]:
    """Return the words of a kind as text; a rest of less than four bytes is padded with zeros."""
    padded = data + bytes(-len(data) % 4)
    values = struct.unpack(f"<{len(padded) // 4}{_CODES[kind]}", padded)
    return (
        [_float(value) for value in values] if kind == "float" else [str(value) for value in values]
    )


def all_finite(data: bytes) -> bool:
    """True where no word, as a float, is an infinity or NaN: these have no literal."""
    return all(
        math.isfinite(value) for (value,) in struct.iter_unpack("<f", data[: len(data) & ~3])
    )


def runs(buffer: Buffer) -> list[tuple[ScalarType, bytes]]:
    """Return the fields of a buffer, each with its bytes; floats without a literal come as
    unsigned integers.
    """
    found: list[tuple[ScalarType, bytes]] = []
    at = 0
    for kind, count in buffer.fields or (("uint", -(-len(buffer.data) // 4)),):
        data = buffer.data[at : at + 4 * count]
        found.append((kind if kind != "float" or all_finite(data) else "uint", data))
        at += 4 * count
    return found


def _float(value: float) -> str:
    return str(np.format_float_positional(np.float32(value), unique=True, trim="0"))
