"""Damage of documents: JSON by its values, and files of any kind by their bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from helpers.malformed.texts import TEXT_DAMAGES

from aberration.core.rng import Rng

Damage = Callable[[bytes, Rng], bytes]
_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 1, 1 << 31, 1 << 32, 1 << 64, 1e308, 1e-320, "", "x", "0x7fffffff"),
    *([], {}, [[]], [None], [1e39], {"": {}}, "../../etc/passwd", "/dev/zero", "\x00", "\ud7ff"),
    *([0] * 5, [-1, -1], "a" * 70_000, ["float"], {"type": "float"}, "/", "..", "case.json"),
)


def other_value(text: bytes, rng: Rng) -> bytes:
    """Put another value in place of one of the document."""
    return _changed(text, rng, lambda holder, key, rng: _set(holder, key, rng.choose(_VALUES)))


def drop_value(text: bytes, rng: Rng) -> bytes:
    """Leave a value out."""
    return _changed(text, rng, lambda holder, key, _: holder.__delitem__(key))


def swap_values(text: bytes, rng: Rng) -> bytes:
    """Put a value where another one stands."""
    document = _read(text)
    places = _places(document)
    if not places:
        return text
    (first, one), (second, other) = rng.choose(places), rng.choose(places)
    try:
        first[one] = json.loads(json.dumps(second[other]))
    except RecursionError:
        return text
    return json.dumps(document).encode()


def long_list(text: bytes, rng: Rng) -> bytes:
    """Put very many values in place of one."""
    number = rng.choose((5_000, 300_000))
    return _changed(text, rng, lambda holder, key, _: _set(holder, key, [0] * number))


def deep_value(text: bytes, rng: Rng) -> bytes:
    """Nest lists or objects, up to 100,000 deep."""
    depth = rng.choose((500, 100_000))
    marker = b'"deep in here"'
    opening, closing = rng.choose(((b"[", b"]"), (b'{"a":', b"}")))
    changed = _changed(text, rng, lambda holder, key, _: _set(holder, key, "deep in here"))
    return changed.replace(marker, opening * depth + b"0" + closing * depth, 1)


JSON_DAMAGES: Final[tuple[Damage, ...]] = (
    other_value,
    other_value,
    other_value,
    drop_value,
    swap_values,
    long_list,
    deep_value,
    *TEXT_DAMAGES,
)


def flip_byte(data: bytes, rng: Rng) -> bytes:
    """Write another byte."""
    changed = bytearray(data or b"\0")
    changed[rng.below(len(changed))] = rng.below(256)
    return bytes(changed)


def flip_many(data: bytes, rng: Rng) -> bytes:
    """Write a hundred other bytes."""
    for _ in range(100):
        data = flip_byte(data, rng)
    return data


def cut_file(data: bytes, rng: Rng) -> bytes:
    """Leave the end out."""
    return data[: rng.below(len(data) + 1)]


def zero_page(data: bytes, rng: Rng) -> bytes:
    """Write nothing over a page of 4096 bytes."""
    at = rng.below(len(data) // 4096 + 1) * 4096
    return data[:at] + bytes(min(4096, max(0, len(data) - at))) + data[at + 4096 :]


def swap_pages(data: bytes, rng: Rng) -> bytes:
    """Let a page stand where another one should."""
    pages = [data[at : at + 4096] for at in range(0, len(data), 4096)] or [b""]
    pages[rng.below(len(pages))] = rng.choose(pages)
    return b"".join(pages)


FILE_DAMAGES: Final[tuple[Damage, ...]] = (flip_byte, flip_many, cut_file, zero_page, swap_pages)


def _changed(text: bytes, rng: Rng, change: Callable[[Any, Any, Rng], object]) -> bytes:
    document = _read(text)
    places = _places(document)
    if not places:
        return text
    change(*rng.choose(places), rng)
    return json.dumps(document).encode()


def _set(holder: Any, key: Any, value: Any) -> None:
    holder[key] = value


def _read(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return all places of a document, as its holder and the key or index there."""
    if isinstance(value, dict):
        keys: list[Any] = list(value)
    elif isinstance(value, list):
        # A long list of numbers would hide all that stands elsewhere.
        keys = list(range(min(len(value), 8)))
    else:
        return []
    return [(value, key) for key in keys] + [place for key in keys for place in _places(value[key])]
