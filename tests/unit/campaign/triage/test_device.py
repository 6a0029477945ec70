"""Whoever shares a GPU with a program that hangs it is told that the device is lost."""

from __future__ import annotations

import pytest
from helpers.agreeing import case_of, sums
from helpers.known_results import target
from helpers.questions import question
from helpers.spirv_tools import run as run_tool

from aberration.campaign.loading.asked import ShadingName
from aberration.campaign.triage.device import (
    LOST_ANYWAY,
    TIMES,
    device_is_lost_anyway,
    idle_program,
)
from aberration.core.oracle import Verdict
from aberration.core.outcome import Buffers, Crash, Outcome
from aberration.core.program import Language, Program
from aberration.core.target import Target
from aberration.languages.shading.read import read
from aberration.targets.death import DEVICE_LOST

DRIVER = target("driver")
LOST = Verdict("crash", DEVICE_LOST)


def answer(verdict: Verdict, lost_at: int) -> tuple[str, int]:
    """Return what is said where the idle program loses the device at one of its runs, and how
    often it ran.
    """
    ran: list[Program] = []

    def run(_: Target, program: Program) -> Outcome:
        ran.append(program)
        return Crash("lost") if len(ran) == lost_at else Buffers(())

    case = case_of(sums())
    said = device_is_lost_anyway(question(case, DRIVER, verdict, run=run))
    return said, len(ran)


def test_a_device_that_is_lost_now_and_then_by_what_does_nothing_blames_nobody() -> None:
    assert answer(LOST, 1) == (LOST_ANYWAY, 1)
    assert answer(LOST, TIMES) == (LOST_ANYWAY, TIMES)
    assert answer(Verdict("crash", f"glslang: {DEVICE_LOST}"), 1) == (LOST_ANYWAY, 1)


def test_a_device_that_only_the_program_loses_is_its_own_fault() -> None:
    assert answer(LOST, 0) == ("", TIMES)


def test_what_is_no_loss_is_not_asked() -> None:
    assert answer(Verdict("crash", "SIGSEGV"), 1) == ("", 0)
    assert answer(Verdict("wrong", "wrong image"), 1) == ("", 0)


def empty(language: Language, source: bytes = b"") -> Program:
    return Program(language, "fragment", source)


def test_a_module_that_does_nothing_is_valid() -> None:
    program = idle_program(empty("spirv"))
    assert program is not None
    done = run_tool("spirv-val", ["--target-env", "vulkan1.0", "-"], program.source)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_c_has_no_device() -> None:
    assert idle_program(empty("c")) is None


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_a_shader_that_does_nothing_is_legal(language: ShadingName) -> None:
    program = idle_program(empty(language))
    assert program is not None
    read(program.source.decode(), language)


@pytest.mark.parametrize("version", [b"#version 300 es", b"#version 310 es", b"#version 320 es"])
def test_it_has_the_version_that_the_target_took(version: bytes) -> None:
    program = idle_program(empty("essl", version + b"\nvoid main() {}\n"))
    assert program is not None
    assert program.source.startswith(version)
