"""A confined worker as a program: `python -m aberration.targets.sandbox.process CONFINEMENT TRACED
PARENT-PID MEMORY-MIB RESIDENT-MIB`, the first as JSON, the second 0 or 1, the others as `serve`.
"""

from __future__ import annotations

import sys

import msgspec

from aberration.targets import serve
from aberration.targets.backtrace import tracer
from aberration.targets.sandbox.confinement import Confinement
from aberration.targets.sandbox.enter import enter


def main(arguments: list[str]) -> None:
    """Enter the sandbox and be a worker there, or the tracer of one."""
    given, traced, parent, *limits = arguments
    above = enter(msgspec.json.decode(given, type=Confinement), int(parent))
    start = tracer.main if traced == "1" else serve.run
    start([str(above), *limits])


if __name__ == "__main__":
    main(sys.argv[1:])
