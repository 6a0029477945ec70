"""Runner that compiles a C program and returns what the compiler said, for questions about the
compiler itself.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from aberration.core.outcome import Compiled, Outcome
from aberration.core.process import execute, own_folder, plain_environment, write_new
from aberration.core.program import Program
from aberration.targets.isolation import leave_network, limit_file_size
from aberration.targets.runner import Clock
from aberration.targets.runners.c.compiler import COMPILE_LIMIT, broken_compilation, command_of

_OUTPUT_CAP: Final = 256 << 20


class CMessages:
    """The options of the runner `c`, and `pattern`: a regular expression; the note has the last
    line that it matches, or with `all` every one. What the program does is not asked.
    """

    def __init__(self) -> None:
        self._command: list[str] = []
        self._folder = Path()
        self._limit = COMPILE_LIMIT
        self._pattern = re.compile("")
        self._all = False

    def open(self, options: Mapping[str, str]) -> str:
        self._command = command_of(options)
        self._limit = float(options.get("compile_limit", COMPILE_LIMIT))
        self._pattern = re.compile(options["pattern"])
        self._all = "all" in options
        self._folder = own_folder()
        limit_file_size(_OUTPUT_CAP)
        return leave_network()

    def run(self, program: Program, clock: Clock) -> Outcome:
        write_new(self._folder / "program.c", program.source)
        executable = self._folder / "program"
        executable.unlink(missing_ok=True)
        with clock:
            finished = execute(
                self._command, self._folder, self._limit, plain_environment(self._folder)
            )
        lines = self._matching_lines()
        broken = broken_compilation(finished, self._limit, executable)
        return Compiled("\n".join(lines)) if lines or broken is None else broken

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _matching_lines(self) -> list[str]:
        """Return the lines that match, from all that the compiler printed: a log may be far longer
        than what is kept.
        """
        lines: list[str] = []
        for name in ("stdout", "stderr"):
            with (self._folder / name).open(encoding="utf-8", errors="replace") as stream:
                for line in stream:
                    if self._pattern.search(line):
                        lines = [*lines, line.rstrip("\n")] if self._all else [line.rstrip("\n")]
        return lines
