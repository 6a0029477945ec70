"""Runner of spirv-opt: one process for each program, whose output is validated before anything
executes it.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import TargetUnavailable
from aberration.core.outcome import Invalid, Outcome, Translated
from aberration.core.process import execute, first_line, own_folder, plain_environment, write_new
from aberration.core.program import Program
from aberration.languages.spirv.declared_images import texture_for
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.places import SETUP
from aberration.targets.runner import Clock
from aberration.targets.runners.interface import read_interface
from aberration.targets.runners.pair_modules import halves_of
from aberration.targets.runners.spirv.opt_lists import MACROS, Version, arguments_of
from aberration.targets.runners.spirv.opt_passes import HIDDEN
from aberration.targets.runners.spirv.translating import TIME_LIMIT, failed_translation
from aberration.targets.runners.texture_places import with_placed_textures
from aberration.targets.runners.textures import ALL_SHAPES

UNKNOWN: Final = b"Unknown flag"
FREEZE: Final = "--freeze-spec-const"
MISSING: Final = "no-such-file.spv"


class SpirvOpt:
    """Options: `path` (the program) and `flags` (see `opt_lists`)."""

    texture_shapes: Final = ALL_SHAPES
    storage_images: Final = True
    attachments: Final = True
    depths: Final = True
    vertices: Final = True
    pairs: Final = True
    geometry: Final = True

    @property
    def constants(self) -> frozenset[str]:
        """In which languages it passes values of specialisation constants on: one pass makes plain
        constants of them, which keep their defaults.
        """
        return frozenset(() if FREEZE in self._flags else ("spirv",))

    def __init__(self) -> None:
        self._path = ""
        self._flags: list[str] = []
        self._folder = Path()

    def open(self, options: Mapping[str, str]) -> str:
        self._path, flags = options["path"], options["flags"]
        if not Path(self._path).is_file():
            raise TargetUnavailable(
                f"expected a spirv-opt at {self._path}, but there is none", hint=SETUP
            )
        self._folder = own_folder()
        self._flags = arguments_of(flags, lambda: version_of(self._path, self._folder))
        drawn = "" if flags in MACROS else f" {' '.join(self._flags)}"
        return first_line([self._path, "--version"]) + drawn

    def run(self, program: Program, clock: Clock) -> Outcome:
        if program.is_pair:
            return self._run_pair(program, clock)
        source, result = self._folder / "in.spv", self._folder / "out.spv"
        write_new(source, program.source)
        result.unlink(missing_ok=True)
        environment = environment_of(program.source)
        command = [
            self._path,
            f"--target-env={environment}",
            *self._flags,
            "in.spv",
            "-o",
            "out.spv",
        ]
        with clock:
            finished = execute(command, self._folder, TIME_LIMIT, plain_environment(self._folder))
        broken = failed_translation(finished, result)
        if broken is not None:
            return broken
        # The module may lose its names, and keeps its bindings.
        images = read_interface(program.source).images
        inputs = with_placed_textures(images, program.inputs, texture_for)
        output = msgspec.structs.replace(program, source=result.read_bytes(), inputs=inputs)
        message = validate(output.source, environment)
        return Translated(output) if message is None else Invalid(message, output)

    def _run_pair(self, program: Program, clock: Clock) -> Outcome:
        """Return a pair of which each stage is optimised by itself; what is not translated is what
        came of the stage that was not.
        """
        made = []
        for half in halves_of(program):
            found = self.run(half, clock)
            if not isinstance(found, Translated):
                return found
            made.append(found.program.source)
        vertex, fragment = made
        own, other = (vertex, fragment) if program.stage == "vertex" else (fragment, vertex)
        return Translated(msgspec.structs.replace(program, source=own, companion=other))

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


def version_of(path: str, folder: Path) -> Version:
    """Return what a spirv-opt says of itself, run in a folder."""

    def output_of(*arguments: str) -> bytes:
        finished = execute([path, *arguments], folder, TIME_LIMIT, plain_environment(folder))
        return finished.stdout + finished.stderr

    def takes(*names: str) -> bool:
        return UNKNOWN not in output_of(*[f"--{name}" for name in names], MISSING, "-o", MISSING)

    hidden = HIDDEN if takes(*HIDDEN) else tuple(name for name in HIDDEN if takes(name))
    return Version(output_of("--help").decode("utf-8", "replace"), hidden)
