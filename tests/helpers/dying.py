"""A runner whose compiler is any program that dies."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from aberration.core.outcome import Outcome
from aberration.core.process import crash_of, execute, own_folder, plain_environment
from aberration.core.program import Program
from aberration.targets.runner import Clock


class Dying:
    """Options: `path` of the program and its `words`."""

    def open(self, options: Mapping[str, str]) -> str:
        """Make a folder for it."""
        self._command = [options["path"], *options["words"].split()]
        self._folder: Path = own_folder()
        return "1"

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Run the program and tell how it died."""
        return crash_of(
            execute(self._command, self._folder, 20.0, plain_environment(self._folder)), ""
        )

    def close(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self._folder, ignore_errors=True)
