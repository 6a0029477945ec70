"""Runner of spirv-opt: one process for each program, whose output is validated before anything executes it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.outcome import Invalid, Outcome, Translated
from aberration.core.process import execute, first_line, own_folder, plain_environment, write_new
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.runner import Clock
from aberration.targets.runners.translating import TIME_LIMIT, judged

PASSES: Final = (
    "amd-ext-to-khr",
    "ccp",
    "cfg-cleanup",
    "combine-access-chains",
    "compact-ids",
    "convert-local-access-chains",
    "copy-propagate-arrays",
    "eliminate-dead-branches",
    "eliminate-dead-code-aggressive",
    "eliminate-dead-const",
    "eliminate-dead-functions",
    "eliminate-dead-inserts",
    "eliminate-dead-members",
    "eliminate-dead-variables",
    "eliminate-local-multi-store",
    "eliminate-local-single-block",
    "eliminate-local-single-store",
    "fix-func-call-param",
    "flatten-decorations",
    "graphics-robust-access",
    "if-conversion",
    "inline-entry-points-exhaustive",
    "local-redundancy-elimination",
    "loop-invariant-code-motion",
    "loop-peeling",
    "loop-unroll",
    "loop-unswitch",
    "merge-blocks",
    "merge-return",
    "private-to-local",
    "reduce-load-size",
    "redundancy-elimination",
    "remove-duplicates",
    "replace-invalid-opcode",
    "scalar-replacement",
    "simplify-instructions",
    "ssa-rewrite",
    "strength-reduction",
    "strip-debug",
    "trim-capabilities",
    "unify-const",
    "vector-dce",
    "workaround-1209",
    "wrap-opkill",
)
"""Passes of spirv-opt that keep the meaning of a shader and need no argument; a version may lack some."""
NEEDS: Final = {"merge-return": "eliminate-dead-branches"}
"""Passes whose help says that they assume another one has run: it is put right before them."""
SHORTEST, LONGEST = 3, 12
EXPLICIT: Final = "passes:"
"""Begins flags that name passes, with commas between."""


class SpirvOpt:
    """Options: `path` (the program) and `flags` (`-O`, `-Os`, `random-<seed>` or `passes:NAME,NAME`)."""

    def __init__(self) -> None:
        self._path = ""
        self._flags: list[str] = []
        self._folder = Path()

    def open(self, options: Mapping[str, str]) -> str:
        self._path, flags = options["path"], options["flags"]
        if not Path(self._path).is_file():
            raise TargetUnavailable(f"expected a spirv-opt at {self._path}, but there is none", hint="make setup")
        self._folder = own_folder()
        self._flags = expanded(flags, self._help)
        drawn = "" if flags.startswith("-O") else f" {' '.join(self._flags)}"
        return first_line([self._path, "--version"]) + drawn

    def run(self, program: Program, clock: Clock) -> Outcome:
        source, result = self._folder / "in.spv", self._folder / "out.spv"
        write_new(source, program.source)
        result.unlink(missing_ok=True)
        environment = environment_of(program.source)
        command = [self._path, f"--target-env={environment}", *self._flags, "in.spv", "-o", "out.spv"]
        with clock:
            finished = execute(command, self._folder, TIME_LIMIT, plain_environment(self._folder))
        broken = judged(finished, result)
        if broken is not None:
            return broken
        output = msgspec.structs.replace(program, source=result.read_bytes())
        message = validate(output.source, environment)
        return Translated(output) if message is None else Invalid(message, output)

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _help(self) -> str:
        return help_of(self._path, self._folder)


def help_of(path: str, folder: Path) -> str:
    """Return the help text of a spirv-opt, run in a folder."""
    return execute([path, "--help"], folder, TIME_LIMIT, plain_environment(folder)).stdout.decode("utf-8", "replace")


def expanded(flags: str, help_text: Callable[[], str]) -> list[str]:
    """Return the arguments that flags stand for; the help is only asked for where it decides."""
    if flags.startswith("-O"):
        return [flags]
    if flags.startswith(EXPLICIT):
        return [f"--{name}" for name in flags.removeprefix(EXPLICIT).split(",") if name]
    return drawn_flags(flags, known_passes(help_text()))


def known_passes(help_text: str) -> list[str]:
    """Return those of `PASSES` that the help of a version lists."""
    listed = {line.strip().removeprefix("--").partition("[")[0] for line in help_text.splitlines()}
    return [name for name in PASSES if name in listed]


def drawn_flags(flags: str, passes: list[str]) -> list[str]:
    """Return the passes that `random-<seed>` stands for, in a version that has `passes`."""
    seed = flags.removeprefix("random-")
    if not flags.startswith("random-") or not seed.isdecimal():
        raise BadInput(f"expected the flags -O, -Os, random-<seed> or passes:NAME,NAME, but {flags!r} came")
    rng = Rng.of(int(seed), "spirv-opt")
    drawn = [rng.choose(passes) for _ in range(rng.between(SHORTEST, LONGEST))]
    return [f"--{step}" for name in drawn for step in (NEEDS.get(name), name) if step in passes]
