"""Run a range of attempts, or one of them, and say what is at fault."""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from pathlib import Path

from helpers.malformed.attempts import run

_PART = 100
"""So often it is said how far it came."""


def main() -> int:
    """Run `FIRST LAST` (both included), or one number of which all is said."""
    first, last = int(sys.argv[1]), int(sys.argv[-1])
    faults = 0
    start = time.monotonic()
    for number in range(first, last + 1):
        with tempfile.TemporaryDirectory(prefix="malformed-") as place:
            line, trial = run(number, Path(place) / "attempt")
        if trial.fault or first == last:
            faults += bool(trial.fault)
            command = " ".join(line.arguments)
            print(f"{number}: {command}: {trial.status} {trial.seconds:.1f} s {trial.peak >> 20}")
            print(trial.fault or trial.err[-500:], flush=True)
        if number % _PART == 0:
            print(f"{first} to {number}: {faults} at fault so far", flush=True)
    seconds = time.monotonic() - start
    with contextlib.suppress(BrokenPipeError):
        print(f"{first} to {last}: {faults} at fault, in {seconds:.0f} s", flush=True)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
