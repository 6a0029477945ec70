"""Code run in processes of their own, which order sets and hashes otherwise."""

from __future__ import annotations

import os
import subprocess
import sys


def lines_in_each_order(code: str, given: bytes = b"") -> list[str]:
    """Return the lines that Python code prints, which must be the same in each order of hashes."""
    outputs = set()
    for order in ("1", "77"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=given,
            env={**os.environ, "PYTHONHASHSEED": order},
            capture_output=True,
            check=True,
            timeout=60,
        )
        outputs.add(done.stdout)
    [output] = outputs
    return output.decode().splitlines()
