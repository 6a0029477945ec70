"""From exit status and stderr to an outcome."""

from __future__ import annotations

import pytest

from aberration.core.outcome import Crash, Timeout
from aberration.targets.death import outcome_of_death, signal_name

ABORTED = "x.cpp:1: void f(): Assertion `a == b' failed."
TRACEBACK = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n'


@pytest.mark.parametrize(
    ("status", "log", "cause", "signal", "assertion"),
    [
        (-11, "", "signal", "SIGSEGV", ""),
        (-9, "", "signal", "SIGKILL", ""),
        (-8, "Fatal Python error: Floating point exception", "signal", "SIGFPE", ""),
        (-6, ABORTED, "assertion", "SIGABRT", "a == b"),
        (
            -6,
            "terminate called after throwing an instance of 'std::bad_alloc'",
            "memory",
            "SIGABRT",
            None,
        ),
        (-6, "LLVM ERROR: out of memory", "memory", "SIGABRT", None),
        (1, TRACEBACK + "MemoryError", "memory", "", ""),
        (1, TRACEBACK + "VulkanFailure: vkX gave VK_ERROR_OUT_OF_HOST_MEMORY", "memory", "", ""),
        (
            1,
            TRACEBACK + "VulkanFailure: vkQueueSubmit gave VK_ERROR_DEVICE_LOST",
            "lost",
            "",
            "the device was lost",
        ),
        (
            1,
            TRACEBACK + "GlFailure: the OpenGL context was lost (0x8253)",
            "lost",
            "",
            "the device was lost",
        ),
        (1, TRACEBACK + "RuntimeError: cheese", "exit", "", "RuntimeError: cheese"),
        (
            1,
            TRACEBACK + "pkg.module.VulkanFailure: vkX gave Y",
            "exit",
            "",
            "pkg.module.VulkanFailure: vkX gave Y",
        ),
        (3, "some words", "exit", "", "exit status 3"),
    ],
)
def test_tells_the_cause(
    status: int, log: str, cause: str, signal: str, assertion: str | None
) -> None:
    crash = outcome_of_death(status, log, 5)
    assert isinstance(crash, Crash)
    assert (crash.cause, crash.signal, crash.log) == (cause, signal, log)
    assert assertion is None or crash.assertion == assertion


def test_too_much_cpu_time_is_a_timeout() -> None:
    assert outcome_of_death(-24, "", 5) == Timeout(5)


@pytest.mark.parametrize(
    ("status", "name"), [(0, ""), (139, ""), (-11, "SIGSEGV"), (-200, "signal 200")]
)
def test_names_signals(status: int, name: str) -> None:
    assert signal_name(status) == name
