"""`aberration setup`: brings the compilers and drivers under test that this machine lacks."""

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from aberration.cli.console import note, say
from aberration.core.errors import BadInput
from aberration.targets import bring
from aberration.targets.places import TOOLS_VARIABLE, tools_folder

FOLDER = Path(bring.__file__).parent

Compilers = Annotated[
    bool,
    typer.Option(
        "--compilers",
        help="Compilers of other years too: Mesa, SPIRV-Tools and front ends of three Debians, "
        "the clangs inside zig (5 GB).",
    ),
]
CCompilers = Annotated[
    bool,
    typer.Option("--c-compilers", help="And gcc and clang of two other Debians (2 GB more)."),
]


def setup(compilers: Compilers = False, c_compilers: CCompilers = False) -> None:
    """Bring the compilers and drivers under test that are missing here.

    Debian's packages are installed as root or by sudo without a password; without either, the
    command for it is printed. The rest lies in a folder of its own, which the last line names.
    What is there is left alone.
    """
    folder = tools_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = f"Name another with {TOOLS_VARIABLE}."
        raise BadInput(
            f"the folder of compilers cannot be made: {error.strerror}",
            where=str(folder),
            hint=hint,
        ) from None
    for command in _commands(compilers, c_compilers):
        _run(command, folder)
    say(f"the compilers of {folder} are ready; `aberration doctor` shows all that can run here")


def _commands(compilers: bool, c_compilers: bool) -> list[list[str]]:
    """Return the commands that bring what is wanted, in order."""
    scripts = ["debian.sh", "spirv_tools.sh", "webgpu.sh", "htmx.sh"]
    commands = [["sh", str(FOLDER / script)] for script in scripts]
    if compilers or c_compilers:
        suites = ["debian"] if c_compilers else []
        commands.append([sys.executable, "-m", "aberration.targets.bring.roots"])
        commands.append(["sh", str(FOLDER / "old_compilers.sh"), *suites])
    return commands


def _run(command: Sequence[str], folder: Path) -> None:
    """Run one script; what it says goes to stderr, and what it could not bring it has told."""
    environment = {**os.environ, TOOLS_VARIABLE: str(folder), "PYTHON": sys.executable}
    done = subprocess.run(command, stdout=sys.stderr, env=environment, check=False)
    if done.returncode != 0:
        note(f"setup: {shlex.join(command)} ended with status {done.returncode}; going on without")
