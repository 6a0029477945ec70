"""Frames and messages between a parent and its workers."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from aberration.core.allowance import Allowance
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import (
    Buffers,
    Compiled,
    Crash,
    Image,
    Invalid,
    Outcome,
    Rejected,
    Text,
    Timeout,
)
from aberration.core.program import Program
from aberration.core.wire import PREFIX, frame
from aberration.targets.channel import Channel, Closed, Expired
from aberration.targets.protocol import (
    FRAME_LIMIT,
    Answer,
    Done,
    Garbage,
    Open,
    Ready,
    Refused,
    Run,
    decode_answer,
    decode_request,
    frame_length,
)

INPUTS = Inputs(
    (Uniform("u", b"1234", 3),),
    (Buffer(1, bytes(8), (("uint", 2),)),),
    3,
    5,
    (1, 2, 3),
    ("a",),
    b"in",
)
PROGRAM = Program("spirv", "fragment", bytes(range(256)), INPUTS, "name")
OUTCOMES: list[Outcome] = [
    Image(1, 1, "rgba8", b"\0\1\2\3"),
    Buffers((b"12345678",), ((("float", 2),),)),
    Text(b"\xff", 3),
    Compiled("note"),
    Crash("signal", "SIGSEGV", "a", ("f", "g"), "log", "stage"),
    Timeout(3.5),
    Rejected("no"),
    Invalid("bad", PROGRAM),
]


@pytest.mark.parametrize("request_", [Open("vulkan", {"device": "x"}), Run(7, PROGRAM, 30.0)])
def test_requests_survive(request_: Open | Run) -> None:
    assert decode_request(frame(request_)[PREFIX.size :]) == request_


@pytest.mark.parametrize("outcome", OUTCOMES, ids=lambda outcome: type(outcome).__name__)
def test_outcomes_survive(outcome: Outcome) -> None:
    done = Done(1, outcome, 0.5)
    assert decode_answer(frame(done)[PREFIX.size :]) == done


@pytest.mark.parametrize("answer", [Ready("1.0"), Refused("BadInput", "m", "w", "h")])
def test_answers_survive(answer: Answer) -> None:
    assert decode_answer(frame(answer)[PREFIX.size :]) == answer


@pytest.mark.parametrize(
    "body", [b"", b"\xc1", b"\x80", b"\xff\xff", frame(Open("x"))[PREFIX.size :]]
)
def test_garbage_is_told(body: bytes) -> None:
    with pytest.raises(Garbage, match="cannot be read"):
        decode_answer(body)


@pytest.mark.parametrize("length", [0, FRAME_LIMIT + 1, 0xFFFFFFFF])
def test_impossible_lengths_are_told(length: int) -> None:
    with pytest.raises(Garbage):
        frame_length(PREFIX.pack(length))


Ends = tuple[Channel, int, int]


@pytest.fixture
def ends() -> Iterator[Ends]:
    source, write = os.pipe()
    read, sink = os.pipe()
    yield Channel(source, sink), read, write
    for descriptor in (source, sink):
        os.close(descriptor)
    for descriptor in (read, write):
        try:
            os.close(descriptor)
        except OSError:
            continue


def test_receives_a_frame(ends: Ends) -> None:
    channel, _, write = ends
    os.write(write, frame(Ready("1")))
    assert decode_answer(channel.receive(Allowance(os.getpid(), 5))) == Ready("1")


def test_an_ended_pipe_is_closed(ends: Ends) -> None:
    channel, read, write = ends
    os.write(write, b"\x05\x00\x00\x00abc")
    os.close(write)
    with pytest.raises(Closed):
        channel.receive(Allowance(os.getpid(), 5))
    os.close(read)
    with pytest.raises(Closed):
        channel.send(b"x", Allowance(os.getpid(), 5))


def test_silence_expires(ends: Ends) -> None:
    channel, _, write = ends
    os.write(write, b"\x05\x00\x00\x00abc")
    with pytest.raises(Expired):
        channel.receive(Allowance(os.getpid(), 0.05))
    with pytest.raises(Expired):
        channel.send(bytes(8 << 20), Allowance(os.getpid(), 0.05))
