"""What a context says about itself ends the worker where it is bad news."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import pytest

from aberration.targets.runners.opengl.binding import NO_ERROR, OUT_OF_MEMORY, Gl, GlFailure

CONTEXT_LOST, INVALID_OPERATION, GUILTY_RESET = 0x0507, 0x0502, 0x8253
_ANSWER = ctypes.CFUNCTYPE(ctypes.c_uint)


def context(error: int, reset: int | None = NO_ERROR) -> tuple[Gl, list[object]]:
    """Return a context that answers so, and what must be kept alive with it."""
    answers = {"glGetError": error} | ({} if reset is None else {"glGetGraphicsResetStatus": reset})
    made = {name: _ANSWER(_answering(value)) for name, value in answers.items()}
    addresses = {name: ctypes.cast(call, ctypes.c_void_p).value or 0 for name, call in made.items()}
    return Gl(lambda name: addresses.get(name, 0)), list(made.values())


def _answering(value: int) -> Callable[[], int]:
    return lambda: value


@pytest.mark.parametrize("reset", [NO_ERROR, None])
def test_a_sound_context_says_nothing(reset: int | None) -> None:
    gl, _kept = context(NO_ERROR, reset)
    gl.check("drawing")


@pytest.mark.parametrize(
    ("error", "reset", "message"),
    [
        (CONTEXT_LOST, NO_ERROR, r"the OpenGL context was lost \(0x0507\) while drawing"),
        (INVALID_OPERATION, NO_ERROR, "OpenGL reports 0x0502 while drawing"),
        (NO_ERROR, GUILTY_RESET, r"the OpenGL context was lost \(0x8253\) while drawing"),
    ],
)
def test_a_lost_context_and_an_error_are_failures(error: int, reset: int, message: str) -> None:
    gl, _kept = context(error, reset)
    with pytest.raises(GlFailure, match=message):
        gl.check("drawing")


def test_no_memory_is_told_as_such() -> None:
    gl, _kept = context(OUT_OF_MEMORY)
    with pytest.raises(MemoryError, match="out of memory while drawing"):
        gl.check("drawing")


def test_an_entry_point_that_is_missing_is_never_called() -> None:
    gl, _kept = context(NO_ERROR)
    with pytest.raises(GlFailure, match="this context has no glDispatchCompute"):
        gl["DispatchCompute"](1, 1, 1)
