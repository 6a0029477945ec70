"""What the parent and a worker process say to each other: length-prefixed msgpack over two pipes.

Parent to worker: one `Open`, then any number of `Run`. Worker to parent: `Ready` or `Refused`, then
one `Done` or `Refused` for every `Run`. For frames see `core/wire.py`.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.wire import PREFIX

FRAME_LIMIT: Final = 1 << 29


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Open the runner of this name with these options."""

    runner: str
    options: dict[str, str] = {}


class Run(msgspec.Struct, frozen=True, tag="run"):
    """Run one program; `seconds` bounds the CPU time, summed over all processors."""

    number: int
    program: Program
    seconds: float


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The runner is open, which took `seconds`; `version` as the compiler or driver tells it."""

    version: str
    seconds: float = 0.0


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The outcome of the run of this number; `busy` seconds went into the calls under test."""

    number: int
    outcome: Outcome
    busy: float


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """Our own code says no, in the words of an `AberrationError` of the class `kind`."""

    kind: str
    message: str
    where: str = ""
    hint: str = ""


Request = Open | Run
Answer = Ready | Done | Refused

_requests: msgspec.msgpack.Decoder[Request] = msgspec.msgpack.Decoder(Request)
_answers: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)


class Garbage(Exception):
    """Bytes came that are no frame or no message."""


def frame_length(prefix: bytes | bytearray) -> int:
    """Return the length that a prefix announces; raise `Garbage` for one that nobody sends."""
    (length,) = PREFIX.unpack_from(prefix)
    if not 0 < length <= FRAME_LIMIT:
        raise Garbage(f"a frame of {length} bytes was announced, the limit is {FRAME_LIMIT}")
    return int(length)


def decode_request(body: bytes | bytearray | memoryview) -> Request:
    """Return the request in the body of a frame."""
    return _requests.decode(body)


def decode_answer(body: bytes | bytearray | memoryview) -> Answer:
    """Return the answer in the body of a frame; raise `Garbage` if there is none."""
    try:
        return _answers.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Garbage(f"an answer of {len(body)} bytes cannot be read: {error}") from None
