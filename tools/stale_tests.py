"""Says whether pytest has to rewrite and compile any test: exit status 1 if it has, 0 if its
bytecode is fresh.

    python tools/stale_tests.py FOLDER

To collect all tests, which makes the bytecode, takes 15 seconds of a processor.
"""

from __future__ import annotations

import sys
from importlib.util import source_hash
from pathlib import Path
from typing import Final

import pytest

_TAIL: Final = f"{sys.implementation.cache_tag}-pytest-{pytest.__version__}.pyc"
_STAMP: Final = slice(8, 16)
"""Where bytecode has the hash of its source (PEP 552)."""
_PATTERNS: Final = ("test_*.py", "conftest.py")


def is_stale(source: Path) -> bool:
    """Return whether the bytecode of a test is missing, or that of another text."""
    try:
        head = (source.parent / "__pycache__" / f"{source.stem}.{_TAIL}").read_bytes()[:16]
    except FileNotFoundError:
        return True
    return head[_STAMP] != source_hash(source.read_bytes())


def main(arguments: list[str]) -> int:
    """Return the exit status."""
    (folder,) = arguments
    sources = [source for pattern in _PATTERNS for source in Path(folder).rglob(pattern)]
    return int(any(map(is_stale, sources)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
