"""Damage of text: tokens, bytes, line ends, sizes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from aberration.core.rng import Rng

Damage = Callable[[bytes, Rng], bytes]
_TOKEN: Final = re.compile(rb"[A-Za-z_][A-Za-z_0-9]*|[0-9][0-9A-Za-z_.]*|\S")
_ODD: Final = (
    *(b"0x", b"1e999999", b"99999999999999999999999", b"-2147483648", b"0x7fffffff", b"1.5e-400"),
    *(b"[", b"]]", b"(((", b"}", b"{", b";", b"##", b"#", b"\\", b"/*", b"//", b'"', b"'", b"@"),
    *(b"float", b"void", b"struct", b"layout", b"vec4", b"return", b"for(;;)", b"while(true)"),
    *(b"-0", b"null", b"true", b"NaN", b"Infinity", b"[[]]", b"{}", b'""', b"%s", b"__LINE__"),
)
_BYTES: Final = (b"\xff", b"\xc3\x28", b"\0", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\r", b"\x0b")
_LARGE: Final = (
    b"shared float line[0x7fffffff];",
    b"float many[65535][65535];",
    b"int wide[2147483647];",
    b"const int n = 1 << 30; float a[n];",
    b"var<private> a: array<array<f32, 65535>, 65535>;",
    b"var<workgroup> b: array<u32, 2147483647>;",
    b"layout(local_size_x = 2147483647) in;",
    b"struct S { float a[1000000]; }; S s[1000000];",
)
_NESTS: Final = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"), (b"-", b""), (b"if(true){", b"}"))


def drop_token(text: bytes, rng: Rng) -> bytes:
    """Leave a token out."""
    begin, end = _token(text, rng)
    return text[:begin] + text[end:]


def double_token(text: bytes, rng: Rng) -> bytes:
    """Write a token twice."""
    begin, end = _token(text, rng)
    return text[:end] + b" " + text[begin:end] + text[end:]


def swap_tokens(text: bytes, rng: Rng) -> bytes:
    """Let two tokens change places."""
    (a, b), (c, d) = sorted((_token(text, rng), _token(text, rng)))
    if b > c:
        return text
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def replace_token(text: bytes, rng: Rng) -> bytes:
    """Write something odd, or another token, in place of one."""
    begin, end = _token(text, rng)
    other = rng.choose(_ODD) if rng.chance(0.6) else text[slice(*_token(text, rng))]
    return text[:begin] + b" " + other + b" " + text[end:]


def insert_bytes(text: bytes, rng: Rng) -> bytes:
    """Insert bytes that are no UTF-8, or that no text should have."""
    at = rng.below(len(text) + 1)
    return text[:at] + rng.choose(_BYTES) + text[at:]


def cut(text: bytes, rng: Rng) -> bytes:
    """Leave the end out."""
    return text[: rng.below(len(text) + 1)]


def carriage_returns(text: bytes, _: Rng) -> bytes:
    """Write the ends of lines as other systems do, and a byte order mark before all."""
    return b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n")


def nest(text: bytes, rng: Rng) -> bytes:
    """Nest something up to 100,000 deep."""
    begin, end = _token(text, rng)
    opening, closing = rng.choose(_NESTS)
    depth = rng.choose((200, 3_000, 100_000))
    return text[:begin] + opening * depth + text[begin:end] + closing * depth + text[end:]


def lengthen(text: bytes, rng: Rng) -> bytes:
    """Write a line of up to ten megabytes."""
    begin, end = _token(text, rng)
    size = rng.choose((10_000, 200_000, 10_000_000))
    filling = rng.choose((b" ", b"9", b"a", text[begin:end] + b" ", b"1 + "))
    return text[:begin] + filling * (size // len(filling)) + text[begin:]


def large_array(text: bytes, rng: Rng) -> bytes:
    """Declare what takes the memory of the machine."""
    lines = text.split(b"\n")
    at = rng.below(len(lines) + 1)
    return b"\n".join([*lines[:at], rng.choose(_LARGE), *lines[at:]])


def large_number(text: bytes, rng: Rng) -> bytes:
    """Write a huge number in place of a number."""
    numbers = [found.span() for found in re.finditer(rb"\b\d+\b", text)]
    if not numbers:
        return text
    begin, end = rng.choose(numbers)
    huge = (b"4294967295", b"2147483647", b"1000000000", b"-1", b"0", b"9" * 5000, b"1e308")
    return text[:begin] + rng.choose(huge) + text[end:]


TEXT_DAMAGES: Final[tuple[Damage, ...]] = (
    drop_token,
    double_token,
    swap_tokens,
    replace_token,
    insert_bytes,
    cut,
    carriage_returns,
    nest,
    lengthen,
    large_array,
    large_number,
)


def _token(text: bytes, rng: Rng) -> tuple[int, int]:
    """Return where a token is: the first after a random place."""
    found = _TOKEN.search(text, rng.below(len(text) + 1)) or _TOKEN.search(text)
    return found.span() if found else (0, 0)
