"""Frames between the parent and its executors: a little-endian 32-bit length, then msgpack,
over unbuffered pipes.
"""

import struct
from io import RawIOBase
from typing import TypeVar

import msgspec

T = TypeVar("T")

_LENGTH = struct.Struct("<I")


def write_frame(pipe: RawIOBase, message: object) -> None:
    """Write one message whole."""
    body = msgspec.msgpack.encode(message)
    rest = memoryview(_LENGTH.pack(len(body)) + body)
    while rest:
        rest = rest[pipe.write(rest) or 0 :]


def read_frame(pipe: RawIOBase, kind: type[T]) -> T | None:
    """Return the next message, or None when the other end is gone, also in the middle of one."""
    prefix = _exactly(pipe, _LENGTH.size)
    body = None if prefix is None else _exactly(pipe, int(_LENGTH.unpack(prefix)[0]))
    return None if body is None else msgspec.msgpack.decode(body, type=kind)


def _exactly(pipe: RawIOBase, size: int) -> bytearray | None:
    got = bytearray()
    while len(got) < size:
        chunk = pipe.read(size - len(got))
        if not chunk:
            return None
        got += chunk
    return got
