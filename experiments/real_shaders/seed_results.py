"""What our interpreter says of a seed, as the methods ask it, in a process that ends in time."""

from __future__ import annotations

import re
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final, Literal, get_args

import msgspec

from aberration.core.errors import BadInput
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.languages.shading.interpret.trap import Refused, TrapKind
from aberration.methods.shaders.executed import Undefined
from aberration.methods.shaders.shader_tests import ShaderTests

Word = Literal["defined", "repaired", "undefined", "too long", "not interpreted"]
_KIND: Final = re.compile(rf"\b({'|'.join(get_args(TrapKind))}): ")
_TURNS: Final = "not at its end"


class Known(msgspec.Struct, frozen=True):
    """What is known of a seed's result: `defined` as it is, or `repaired`, which is with what is
    undefined rewritten; `program` is the one whose result it is. `reason` says why it is none.
    """

    word: Word
    reason: str = ""
    program: Program | None = None
    result: Image | Buffers | None = None

    @property
    def is_undefined(self) -> bool:
        """Whether it runs, and its result alone makes it no seed."""
        return self.word in ("undefined", "too long")


def known(program: Program) -> Known:
    """Return what is known of a program on its own inputs."""
    tests = ShaderTests("real shaders", 1)
    try:
        found = tests.result(program)
    except BadInput as error:
        return Known("not interpreted", error.message)
    if not isinstance(found, Undefined):
        return Known("defined", program=program, result=found)
    try:
        made = tests.repair(program)
        result = tests.result(made)
    except Refused as error:
        return Known("not interpreted", error.message)
    except BadInput:
        return _without(found.reason)
    return (
        _without(result.reason)
        if isinstance(result, Undefined)
        else Known("repaired", program=made, result=result)
    )


def _without(reason: str) -> Known:
    if _TURNS in reason:
        return Known("too long", "too long: its loops")
    kind = _KIND.search(reason)
    return Known("undefined", f"undefined: {kind[1] if kind else reason}")


def known_within(program: Program, limit: float) -> Known:
    """Return what is known of a program, or that it takes more than so many seconds to know."""
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_answer, args=(program, sender))
    child.start()
    sender.close()
    try:
        return _received(receiver, limit)
    finally:
        child.kill()
        child.join()
        receiver.close()


def _answer(program: Program, sender: Connection) -> None:
    sender.send_bytes(msgspec.msgpack.encode(known(program)))


def _received(receiver: Connection, limit: float) -> Known:
    if not receiver.poll(limit):
        return Known("too long", f"too long: not interpreted in {limit:.0f} s")
    try:
        return msgspec.msgpack.decode(receiver.recv_bytes(), type=Known)
    except EOFError:
        return Known("not interpreted", "a defect of ours: the interpreter died")
