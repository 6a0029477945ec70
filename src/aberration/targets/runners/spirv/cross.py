"""Runner of spirv-cross: SPIR-V to GLSL or ESSL, one process for each program.

OpenGL has neither descriptor sets nor push constants: the module is made flat first, its inputs
with it.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import msgspec

from aberration.core.errors import TargetUnavailable
from aberration.core.outcome import Outcome, Rejected, Translated
from aberration.core.process import execute, first_line, own_folder, plain_environment, write_new
from aberration.core.program import Program, shading_language
from aberration.targets.runner import Clock
from aberration.targets.runners.spirv.flat import flatten
from aberration.targets.runners.spirv.translating import TIME_LIMIT, failed_translation


class SpirvCross:
    """Options: `path`, and `version`, that of the language to write: `330`, `450`, `310es`, ..."""

    def __init__(self) -> None:
        self._command: tuple[str, ...] = ()
        self._folder = Path()

    def open(self, options: Mapping[str, str]) -> str:
        path, version = options["path"], options["version"]
        if not Path(path).is_file():
            raise TargetUnavailable(
                f"expected spirv-cross at {path}, but there is none", hint="make setup"
            )
        number = version.removesuffix("es")
        self._command = (
            path,
            "in.spv",
            "--version",
            number,
            "--es" if version != number else "--no-es",
        )
        self._folder = own_folder()
        return f"spirv-cross {first_line([path, '--revision'])}".strip()

    def run(self, program: Program, clock: Clock) -> Outcome:
        if program.language != "spirv":
            return Rejected(f"expected SPIR-V, but a {program.language} program came", unasked=True)
        flat = flatten(program)
        source, result = self._folder / "in.spv", self._folder / "out.glsl"
        write_new(source, flat.source)
        result.unlink(missing_ok=True)
        with clock:
            finished = execute(
                [*self._command, "--output", result.name],
                self._folder,
                TIME_LIMIT,
                plain_environment(self._folder),
            )
        broken = failed_translation(finished, result)
        if broken is not None:
            return broken
        text = result.read_bytes()
        return Translated(
            msgspec.structs.replace(flat, language=shading_language(text), source=text)
        )

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
