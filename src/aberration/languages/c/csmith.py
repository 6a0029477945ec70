"""Programs of csmith (Yang and others, PLDI 2011): free of undefined behaviour, each from a number.

A program is regenerated from its number rather than stored; the same csmith gives the same bytes.
"""

import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache

from aberration.core.errors import BadInput, ReplayMismatch, TargetUnavailable
from aberration.core.program import Program
from aberration.core.rng import Rng

PRESETS: dict[str, tuple[str, ...]] = {
    "small": ("--max-funcs", "3", "--max-block-depth", "2", "--max-expr-complexity", "4"),
    "default": (),
    "no-volatile": ("--no-volatiles", "--no-volatile-pointers"),
    "wide": ("--max-funcs", "8", "--max-struct-fields", "12"),
    "integers": ("--no-structs", "--no-unions", "--no-pointers", "--no-arrays"),
}
_STANDARD = ("--no-packed-struct",)
"""Always given: csmith packs structs with a pragma that is no standard C, and that tcc refuses."""
DRAWING, REPLAYING = 3, 300
"""Seconds of the processor, so that what is refused does not depend on what else the machine does;
most need 0.3.

When a number is drawn, csmith may refuse it by taking longer: the campaign's record says so, and
another number is drawn. A recipe names one that was made, on a machine that may have been faster:
to make it again there is no hurry.
"""
_WALL_CLOCK_FACTOR = 20
"""Of the wall clock there is this many times as much."""
_OUT_OF_TIME = (-signal.SIGXCPU, -signal.SIGKILL)
_INSTALL = "sudo apt-get install csmith libcsmith-dev"


def executable() -> str:
    """Return the path of csmith, or nothing."""
    return shutil.which("csmith") or ""


@cache
def version() -> str:
    """Return what csmith calls itself, such as `csmith 2.3.0`."""
    if not executable():
        raise TargetUnavailable("csmith is not installed", hint=_INSTALL)
    return _run("--version").stdout.decode(errors="replace").partition("\n")[0].strip()


def generate(rng_seed: int, preset: str, cpu_seconds: int = DRAWING) -> bytes:
    """Return the C program of this number; `rng_seed` is at most 32 bits wide.

    Raise `BadInput` where csmith needs more seconds of the processor, which hangs on some numbers.
    """
    if preset not in PRESETS:
        raise BadInput(f"expected a csmith preset ({', '.join(PRESETS)}), but {preset!r} came")
    if not executable():
        raise TargetUnavailable("csmith is not installed", hint=_INSTALL)
    try:
        run = _run("--seed", str(rng_seed), *_STANDARD, *PRESETS[preset], cpu_seconds=cpu_seconds)
    except subprocess.TimeoutExpired:
        raise BadInput(
            f"csmith made no program within {_WALL_CLOCK_FACTOR * cpu_seconds} s",
            where=f"seed {rng_seed}",
        ) from None
    if run.returncode in _OUT_OF_TIME:
        raise BadInput(
            f"csmith made no program within {cpu_seconds} s of the processor",
            where=f"seed {rng_seed}",
        )
    if run.returncode != 0 or not run.stdout:
        message = run.stderr.decode(errors="replace").strip().partition("\n")[0]
        raise BadInput(f"csmith failed: {message or run.returncode}", where=f"seed {rng_seed}")
    return run.stdout


def draw_options(options: Mapping[str, str], rng: Rng) -> dict[str, str]:
    """Return what names a program in a recipe: this csmith, the preset asked for or any, and a
    number.
    """
    preset = options.get("preset") or rng.choose(sorted(PRESETS))
    return {"generator": version(), "preset": preset, "csmith_seed": str(rng.bits())}


def program_of(options: Mapping[str, str], cpu_seconds: int = REPLAYING) -> Program:
    """Generate the program that the options of a recipe name again; raise `ReplayMismatch` for
    another csmith.
    """
    wanted, here = options.get("generator", ""), version()
    if wanted != here:
        raise ReplayMismatch(f"the generator changed: expected {wanted}, but {here} came")
    number = options.get("csmith_seed", "")
    if not number.isdecimal():
        raise ReplayMismatch(f"expected a csmith number in the options, but {number!r} came")
    source = generate(int(number), options.get("preset", "default"), cpu_seconds)
    return Program("c", "program", source, name=f"csmith-{number}")


def _run(*arguments: str, cpu_seconds: int = DRAWING) -> "subprocess.CompletedProcess[bytes]":
    """Run csmith in a folder of its own: it leaves a file in its working directory."""
    limited = f'ulimit -t {cpu_seconds}; exec "$0" "$@"'
    with tempfile.TemporaryDirectory() as scratch:
        command = ["/bin/sh", "-c", limited, executable(), *arguments]
        return subprocess.run(
            command, cwd=scratch, capture_output=True, timeout=_WALL_CLOCK_FACTOR * cpu_seconds
        )
