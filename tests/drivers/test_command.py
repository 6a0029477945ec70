"""Targets from a TOML file, with real compilers behind them."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from helpers.corpus import programs

from aberration.core.outcome import (
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
from aberration.core.target import Target
from aberration.targets.command import targets_of
from aberration.targets.pool import TargetPool
from aberration.targets.spirv_tools import packaged_optimiser
from aberration.targets.vulkan import providers

DEADLINE = 60.0
HELLO = b'#include <stdio.h>\nint main(void) { puts("hello"); return 4; }'
FRAGMENT = b"#version 450\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1); }"
PREFIX = packaged_optimiser().path.parent.parent


def with_glslang(table: str) -> str:
    """Return the table with the compiler of the Python package, and the folder of its libraries."""
    command = [str(PREFIX / "bin" / "glslangValidator"), "-V", "{input}", "-o", "{output}"]
    return table.replace("COMMAND", json.dumps(command)).replace("LIBRARIES", str(PREFIX / "lib"))


def target(folder: Path, table: str) -> Target:
    path = folder / "targets.toml"
    path.write_text(f"[target.mine]\n{table}\n")
    (made,) = targets_of(path)
    assert made.available, made.reason
    return made


def run(made: Target, program: Program) -> Outcome:
    with TargetPool() as pool:
        return pool.run(made, program, DEADLINE).outcome


def c(text: bytes) -> Program:
    return Program("c", "program", text)


TCC = (
    'language = "c"\nkind = "executes"\ncommand = ["tcc", "{input}", "-o", "{output}"]\n'
    "run_timeout = 1"
)


def test_a_c_compiler_that_executes(tmp_path: Path) -> None:
    made = target(tmp_path, TCC)
    with TargetPool() as pool:
        outcomes = [
            pool.run(made, c(text), DEADLINE).outcome
            for text in (
                HELLO,
                b"int main(void) { return x; }",
                b"int main(void) { for (;;); }",
                HELLO,
            )
        ]
    assert outcomes[0] == outcomes[3] == Text(b"hello\n", 4)
    assert isinstance(outcomes[1], Rejected)
    assert outcomes[2] == Timeout(1.0, stage="run")


def test_the_version_is_asked_for(tmp_path: Path) -> None:
    with TargetPool() as pool:
        assert pool.version(target(tmp_path, f'{TCC}\nversion_command = ["tcc", "-v"]')).startswith(
            "tcc version"
        )


def test_a_glsl_compiler_that_compiles(tmp_path: Path) -> None:
    table = """
        language = "glsl"
        command = COMMAND
        environment = { LD_LIBRARY_PATH = "LIBRARIES" }
        reject_exit = [2]
    """
    made = target(tmp_path, with_glslang(table))
    assert run(made, Program("glsl", "fragment", FRAGMENT)) == Compiled()
    assert isinstance(
        run(made, Program("glsl", "fragment", FRAGMENT.replace(b"vec4(1)", b"x"))), Rejected
    )


def test_a_glsl_compiler_that_translates(tmp_path: Path) -> None:
    table = """
        language = "glsl"
        kind = "translates"
        command = COMMAND
        environment = { LD_LIBRARY_PATH = "LIBRARIES" }
        then = "lavapipe"
    """
    made = target(tmp_path, with_glslang(table))
    assert [stage.name for stage in made.stages] == ["mine", "lavapipe"]
    image = run(made, Program("glsl", "fragment", FRAGMENT))
    assert isinstance(image, Image)
    assert set(image.data) == {255}


def optimiser(folder: Path, wrapped: str) -> Target:
    """Return a target that copies or optimises SPIR-V through a shell line."""
    return target(
        folder,
        'language = "spirv"\nkind = "translates"\n'
        f"""command = ["sh", "-c", '''{wrapped}''', "sh"]""",
    )


@pytest.mark.parametrize("flag", ["-O", "-Os"])
def test_an_optimiser_of_spirv_renders_the_same(tmp_path: Path, flag: str) -> None:
    command = [str(packaged_optimiser().path), flag, "{input}", "-o", "{output}"]
    table = f'language = "spirv"\nkind = "translates"\ncommand = {json.dumps(command)}'
    made = target(tmp_path, table)
    driver = next(known for known in providers() if known.id == made.stages[1].name)
    program = programs("references")[0]
    assert run(made, program) == run(driver, program)


def test_an_output_that_is_invalid_is_a_finding(tmp_path: Path) -> None:
    outcome = run(optimiser(tmp_path, "head -c 400 {input} > {output}"), programs("references")[0])
    assert isinstance(outcome, Invalid)
    assert outcome.stage == "mine"


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("kill -SEGV $$ # {input} {output}", "signal"),
        ("exit 70 # {input} {output}", "exit"),
        (": {input} {output}", "garbage"),
    ],
)
def test_a_compiler_that_dies_or_gives_nothing(tmp_path: Path, line: str, cause: str) -> None:
    outcome = run(optimiser(tmp_path, line), programs("references")[0])
    assert isinstance(outcome, Crash)
    assert outcome.cause == cause


def test_a_compiler_that_hangs(tmp_path: Path) -> None:
    made = target(
        tmp_path, 'language = "c"\ncommand = ["sh", "-c", "sleep 30", "{input}"]\ntimeout = 0.5'
    )
    hanging = msgspec.structs.replace(made, id="hanging")
    assert isinstance(run(hanging, c(HELLO)), Timeout)
