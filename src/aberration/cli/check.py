"""`aberration check`: what is wrong with a program, or undefined in it."""

from pathlib import Path
from typing import Annotated

import typer

from aberration.campaign.loading.files import SUFFIXES
from aberration.campaign.triage.sanitizers import check_c
from aberration.campaign.trust import require_trust
from aberration.cli.check_shading import check_shading
from aberration.cli.check_spirv import check_spirv, check_valid
from aberration.cli.console import say, say_json, table
from aberration.cli.options import DEADLINE, AsJson, Deadline
from aberration.cli.programs import check_readable, read_source
from aberration.cli.trust import NoSandbox, Trust
from aberration.core.check import Check, failed_check, not_run, passed_check
from aberration.core.errors import BadInput, MalformedModule
from aberration.core.program import POINTED, Program
from aberration.languages.shading.tree import LanguageName
from aberration.targets.front_end import compile_glsl

COMPILES = "compiles"
_MARKS = {"passed": "ok", "failed": "WRONG", "not run": "--"}


def check(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=f"A program ({' '.join(SUFFIXES)}).")
    ],
    deadline: Deadline = DEADLINE,
    no_sandbox: NoSandbox = False,
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Find errors and undefined behaviour in a program.

    Exit code 1 if there are any. Shaders: the parser, the validator, our own analyses, whether all
    drivers here give the same image, twice, and interpreters of the text and of the module, which
    name undefined operations. C: the sanitizers of gcc and clang, on the run with the program's
    inputs. Everything that was checked is listed.
    """
    require_trust(file, "c" if file.suffix == ".c" else "", trusted=trust)
    checks = _checks(file, deadline)
    wrong = any(one.result == "failed" for one in checks)
    if as_json:
        say_json({"file": str(file), "wrong": wrong, "checks": checks})
    else:
        _say(file, checks)
    raise typer.Exit(int(wrong))


def _checks(file: Path, deadline: float) -> list[Check]:
    try:
        written = read_source(file)
        check_readable(written, file)
    except MalformedModule as error:
        unreadable = failed_check("readable", f"{error.where}: {error.message}")
        return (
            [unreadable, check_valid(file.read_bytes())] if file.suffix == ".spv" else [unreadable]
        )
    if written.language == "c":
        return check_c(written, file.name, deadline)
    if written.language == "wgsl":
        stage = written.shader_stage if written.is_pair else None
        given, other = written.inputs, written.companion
        return check_shading(written.source, "wgsl", stage, given, str(file), deadline, other)
    return (
        check_spirv(written, deadline)
        if written.language == "spirv"
        else _check_text(file, written, deadline)
    )


def _check_text(file: Path, written: Program, deadline: float) -> list[Check]:
    """Look at a shader as it is written, and at the module that is made of it.

    One of the two may be of no use: glslang compiles for Vulkan, and our front end reads what
    OpenGL takes.
    """
    language: LanguageName = "essl" if written.language == "essl" else "glsl"
    stage = written.shader_stage
    own = check_shading(
        written.source, language, stage, written.inputs, str(file), deadline, written.companion
    )
    if written.is_pair:
        return [*own, not_run(COMPILES, "it is one of a pair, and tested as it is written")]
    if stage in POINTED:
        return [
            *own,
            not_run(COMPILES, f"it is for the {stage} stage, and tested as it is written"),
        ]
    try:
        program = compile_glsl(written)
    except BadInput as error:
        if own[0].result == "failed":
            raise
        return [*own, not_run(COMPILES, f"for Vulkan: {error.message.partition(chr(10))[0]}")]
    if own[0].result == "failed":
        own = [
            not_run(
                own[0].name, f"glslang takes it for Vulkan, our front end does not: {own[0].detail}"
            ),
            *own[1:],
        ]
    return [
        passed_check(COMPILES, "glslang, for Vulkan 1.1"),
        *own,
        *check_spirv(program, deadline),
    ]


def _say(file: Path, checks: list[Check]) -> None:
    rows = [(_MARKS[one.result], one.name, one.detail.partition("\n")[0]) for one in checks]
    for line, one in zip(table(rows), checks, strict=True):
        say(line)
        for more in one.detail.splitlines()[1:]:
            say(f"       {more}")
    ran = sum(one.result != "not run" for one in checks)
    if not ran:
        raise BadInput(
            "no check could run", where=str(file), hint="`aberration doctor` lists what is missing."
        )
    failures = sum(one.result == "failed" for one in checks)
    what = (
        f"{failures} of {ran} checks found something wrong"
        if failures
        else f"nothing found by {ran} checks"
    )
    say(f"{file}: {what}{f', {len(checks) - ran} could not run' if ran < len(checks) else ''}")
