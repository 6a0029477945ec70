"""Frames between our own processes: a little-endian 32-bit length, then msgpack, over unbuffered
pipes.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from io import RawIOBase
from typing import Final, TypeVar

import msgspec

T = TypeVar("T")

PREFIX: Final = struct.Struct("<I")
_encoder: Final = msgspec.msgpack.Encoder()


def frame(message: object) -> bytes:
    """Return the frame of a message."""
    body = _encoder.encode(message)
    return PREFIX.pack(len(body)) + body


def write_frame(pipe: RawIOBase, message: object) -> None:
    """Write one message whole."""
    rest = memoryview(frame(message))
    while rest:
        # An unbuffered pipe takes what there is room for.
        rest = rest[pipe.write(rest) or 0 :]


def read_frame(pipe: RawIOBase, kind: type[T]) -> T | None:
    """Return the next message, or None when the other end is gone, also in the middle of one."""
    body = read_body(pipe)
    return None if body is None else msgspec.msgpack.decode(body, type=kind)


def read_body(pipe: RawIOBase) -> bytearray | None:
    """Return the body of the next frame, or None when the other end is gone."""
    prefix = exactly(PREFIX.size, pipe.read)
    return None if prefix is None else exactly(int(PREFIX.unpack(prefix)[0]), pipe.read)


def exactly(size: int, read: Callable[[int], bytes | None]) -> bytearray | None:
    """Return that many bytes, or None where there is an end before; `read` gives some of those
    that are left.
    """
    got = bytearray()
    while len(got) < size:
        chunk = read(size - len(got))
        if not chunk:
            return None
        got += chunk
    return got
