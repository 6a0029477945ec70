"""The lines that show a bug without us: what the target does, by tools of the system alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from aberration.core.oracle import Same
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.report.without_us import shell_lines

MODULE = Path(__file__).parents[3].joinpath("corpus/spirv/references/gcd_grid.spv").read_bytes()
COMMANDS = ("amber test.amber", "shader_runner variant.shader_test -auto -fbo", "make -C c")
PLACE = "/home/somebody/tools"


def case(program: Program) -> TestCase:
    return TestCase(Recipe("m", 1, {}), {"reference": program, "variant": program}, Same())


MODULES = case(Program("spirv", "fragment", MODULE))
DRIVER = Stage(
    "lavapipe",
    WorkerSpec(
        "vulkan",
        environment=(("VK_DRIVER_FILES", "/usr/a.json"), ("VK_ICD_FILENAMES", "/usr/a.json")),
    ),
)


def target(*stages: Stage) -> Target:
    return Target("t", "executes", ("spirv",), stages)


def test_a_driver_runs_its_own_format_with_its_variables() -> None:
    lines = shell_lines(MODULES, target(DRIVER), COMMANDS)
    assert lines == ("VK_ICD_FILENAMES=/usr/a.json amber test.amber",)


def test_places_of_this_machine_are_not_named() -> None:
    environment = (("GALLIUM_DRIVER", "softpipe"), ("LIBGL_DRIVERS_PATH", PLACE))
    worker = WorkerSpec("opengl", environment=environment)
    lines = shell_lines(MODULES, target(Stage("softpipe", worker)), COMMANDS)
    assert lines == ("GALLIUM_DRIVER=softpipe shader_runner variant.shader_test -auto -fbo",)


def test_a_compiler_builds_with_its_level() -> None:
    options = (("path", f"{PLACE}/gcc-12"), ("level", "-O3"), ("flags", "-fwrapv"))
    lines = shell_lines(MODULES, target(Stage("gcc", WorkerSpec("c", options))), COMMANDS)
    assert lines == ("make -C c CC=gcc-12 'CFLAGS=-O3 -fwrapv'",)


def test_an_optimiser_is_called_on_each_program_and_its_module_is_checked() -> None:
    options = (("path", PLACE), ("flags", "passes:ccp/loop-fusion=5"))
    optimiser = Stage("spirv-opt", WorkerSpec("spirv_opt", options))
    lines = shell_lines(MODULES, target(optimiser, DRIVER), COMMANDS)
    assert lines[2:4] == (
        "spirv-opt --target-env=vulkan1.1 --ccp --loop-fusion=5 case/variant.spv -o variant.1.spv",
        "spirv-val --target-env vulkan1.1 variant.1.spv",
    )
    assert lines[-2:] == (
        "# Then, with what was made of reference and variant in place of the program in it:",
        "amber test.amber",
    )
    assert PLACE not in " ".join(lines)


def test_a_front_end_and_a_translator_follow_each_other() -> None:
    compiled = Stage("glslang", WorkerSpec("front_end", (("path", PLACE), ("tool", "glslang"))))
    crossed = Stage("cross", WorkerSpec("spirv_cross", (("path", PLACE), ("version", "310es"))))
    shader = case(Program("glsl", "fragment", b"void main() {}\n"))
    lines = shell_lines(shader, target(compiled, crossed), ())
    assert lines[0].startswith("glslangValidator -V ")
    assert lines[0].endswith("-S frag case/reference.frag -o reference.1.spv")
    assert lines[2] == "spirv-cross reference.1.spv --version 310 --es --output reference.2.glsl"


@pytest.mark.parametrize("runner", ["mutant", "wgpu"])
def test_what_no_tool_does_has_no_lines(runner: str) -> None:
    assert shell_lines(MODULES, target(Stage("x", WorkerSpec(runner)), DRIVER), COMMANDS) == ()


def test_a_list_that_a_version_decides_is_not_guessed() -> None:
    options = (("path", PLACE), ("flags", "random-7"))
    drawn = Stage("spirv-opt", WorkerSpec("spirv_opt", options))
    assert shell_lines(MODULES, target(drawn, DRIVER), COMMANDS) == ()


def test_without_a_target_all_commands_are_named() -> None:
    assert shell_lines(MODULES, None, COMMANDS) == COMMANDS
