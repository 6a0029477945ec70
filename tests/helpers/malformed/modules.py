"""Damage of SPIR-V modules: words, counts, ids, order."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

from aberration.core.rng import Rng

_HEADER: Final = 5
_HUGE: Final = (0, 1, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
Words = list[int]
Damage = Callable[[bytes, Rng], bytes]


def flip_bit(module: bytes, rng: Rng) -> bytes:
    """Flip one bit anywhere."""
    data = bytearray(module)
    data[rng.below(len(data))] ^= 1 << rng.below(8)
    return bytes(data)


def huge_word(module: bytes, rng: Rng) -> bytes:
    """Write a word that stands at a limit."""
    words = _words(module)
    words[rng.below(len(words))] = rng.choose(_HUGE)
    return _bytes(words)


def other_word(module: bytes, rng: Rng) -> bytes:
    """Copy a word over another: ids and literals change their meaning."""
    words = _words(module)
    words[rng.below(len(words))] = words[rng.below(len(words))]
    return _bytes(words)


def cut(module: bytes, rng: Rng) -> bytes:
    """Leave the end out, at any byte."""
    return module[: rng.below(len(module) + 1)]


def huge_count(module: bytes, rng: Rng) -> bytes:
    """Let an instruction announce more words than there are."""
    words = _words(module)
    at = rng.choose(_starts(words) or [0])
    words[at] = (rng.choose((0, 1, 0x7FFF, 0xFFFF)) << 16) | (words[at] & 0xFFFF)
    return _bytes(words)


def other_opcode(module: bytes, rng: Rng) -> bytes:
    """Let an instruction be another one."""
    words = _words(module)
    at = rng.choose(_starts(words) or [0])
    other = words[rng.choose(_starts(words) or [0])] if rng.chance(0.5) else rng.below(6000)
    words[at] = (words[at] & 0xFFFF0000) | (other & 0xFFFF)
    return _bytes(words)


def drop_instruction(module: bytes, rng: Rng) -> bytes:
    """Leave an instruction out."""
    parts = _parts(module)
    del parts[rng.below(len(parts))]
    return _joined(module, parts)


def double_instruction(module: bytes, rng: Rng) -> bytes:
    """Write an instruction twice: its id is defined twice."""
    parts = _parts(module)
    parts.insert(rng.below(len(parts)), rng.choose(parts))
    return _joined(module, parts)


def move_instruction(module: bytes, rng: Rng) -> bytes:
    """Put an instruction where it must not stand."""
    parts = _parts(module)
    part = parts.pop(rng.below(len(parts)))
    parts.insert(rng.below(len(parts) + 1), part)
    return _joined(module, parts)


def cyclic(module: bytes, rng: Rng) -> bytes:
    """Let an instruction mean itself: types that contain themselves, blocks that follow
    themselves.
    """
    parts = [list(part) for part in _parts(module)]
    part = rng.choose([one for one in parts if len(one) > 2] or parts)
    part[-1 - rng.below(max(1, len(part) - 2))] = part[1]
    return _joined(module, [tuple(one) for one in parts])


def bound(module: bytes, rng: Rng) -> bytes:
    """Announce another bound of ids."""
    words = _words(module)
    words[min(3, len(words) - 1)] = rng.choose((*_HUGE, 4_000_000))
    return _bytes(words)


MODULE_DAMAGES: Final[tuple[Damage, ...]] = (
    flip_bit,
    huge_word,
    other_word,
    cut,
    huge_count,
    other_opcode,
    drop_instruction,
    double_instruction,
    move_instruction,
    cyclic,
    bound,
)


def _words(module: bytes) -> Words:
    return list(struct.unpack(f"<{len(module) // 4}I", module[: len(module) // 4 * 4])) or [0]


def _bytes(words: Words) -> bytes:
    return struct.pack(f"<{len(words)}I", *words)


def _starts(words: Words) -> list[int]:
    """Return where the instructions begin, as far as they can be followed."""
    starts, at = [], _HEADER
    while at < len(words) and words[at] >> 16:
        starts.append(at)
        at += words[at] >> 16
    return starts


def _parts(module: bytes) -> list[tuple[int, ...]]:
    words = _words(module)
    return [tuple(words[at : at + (words[at] >> 16)]) for at in _starts(words)] or [tuple(words)]


def _joined(module: bytes, parts: list[tuple[int, ...]]) -> bytes:
    return _bytes([*_words(module)[:_HEADER], *(word for part in parts for word in part)])
