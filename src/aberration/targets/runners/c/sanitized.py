"""Runner of the sanitizers: what they find in one program, as a list of checks."""

from __future__ import annotations

import os
from collections.abc import Mapping

import msgspec

from aberration.core.outcome import Compiled, Outcome, Text
from aberration.core.process import OUTPUT_CAP
from aberration.core.program import Program
from aberration.targets.isolation import leave_network, limit_file_size
from aberration.targets.runner import Clock
from aberration.targets.sanitizers import run_checks


class CSanitized:
    """Options: `file`, as which reports name the program; `deadline` of a run in seconds;
    `expected`, as JSON.
    """

    def __init__(self) -> None:
        self._file = ""
        self._deadline = 0.0
        self._expected: Text | None = None

    def open(self, options: Mapping[str, str]) -> str:
        self._file = options["file"]
        self._deadline = float(options["deadline"])
        self._expected = msgspec.json.decode(options["expected"], type=Text | None)
        limit_file_size(OUTPUT_CAP)
        return leave_network()

    def run(self, program: Program, clock: Clock) -> Outcome:
        search_path = os.environ.get("PATH", os.defpath)
        with clock:
            checks = run_checks(program, self._file, self._deadline, self._expected, search_path)
        return Compiled(msgspec.json.encode(checks).decode())

    def close(self) -> None:
        """There is nothing to let go."""
