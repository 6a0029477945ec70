"""Builds the hot parts with mypyc, from the same files: `python tools/compile_hot.py [folder]`.

Copies `src` to `build/compiled` (or the folder given) and compiles the SPIR-V library and the
machinery of `transform` there; with `PYTHONPATH` set to it, everything runs compiled. The plain
version in `src` is not touched. Needs mypy (a development requirement), a C compiler and Python's
headers; takes some minutes. What was built has to make the same variants as the plain version, byte
for byte, or the exit status is 1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SPIRV: Final = "aberration/languages/spirv"
TRANSFORM: Final = "aberration/methods/transform"
ROOMS: Final = ("analysis", "building", "donation", "drawing")
LEFT_OUT: Final = frozenset(
    f"{name}.py"
    for name in (
        *("generate", "validate", "__init__", "kinds", "pass_list", "registry", "method"),
        *("assembler", "assembly", "disassembler", "description", "literals", "tokens", "check"),
        *("transformation", "fuzzer_pass", "quick_rng", "strategies"),
    )
)
"""What is no hot path (tables' generator, what calls the validator, what names every unit, text,
the debug check), records of msgspec, and what mypyc gets wrong: a subclass of a plain class with
slots of its own, constants of floats.
"""
CHECKED: Final = 4
"""One in so many modules of the corpus is transformed by both builds."""
SETUP: Final = """
import sys
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify(sys.argv.pop().split(), opt_level="2", debug_level="0")
setup(name="compiled", packages=[], ext_modules=modules)
"""


def hot_files(source: Path) -> list[str]:
    """Return the files to compile, relative to the source folder, sorted."""
    folders = (source / SPIRV, source / TRANSFORM, *(source / TRANSFORM / room for room in ROOMS))
    files = [
        path for folder in folders for path in folder.glob("*.py") if path.name not in LEFT_OUT
    ]
    return sorted(str(path.relative_to(source)) for path in files)


def build(folder: Path) -> int:
    """Compile into a folder, which is made anew; return the exit status. The log is shown where
    it failed.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(
        ROOT / "src", folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
    )
    files = hot_files(folder)
    environment = os.environ | {"MYPYPATH": str(folder), "PYTHONPATH": str(folder)}
    arguments = ["build_ext", "--inplace", "--quiet", " ".join(files)]
    command = [sys.executable, "-c", SETUP, *arguments]
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    shutil.rmtree(folder / "build", ignore_errors=True)
    if done.returncode:
        print(done.stdout)
    return done.returncode


def main(place: Path) -> int:
    """Build and check; return the exit status."""
    status = build(place)
    if status:
        print(f"not compiled: exit status {status}")
        return status
    sys.path.insert(0, str(ROOT))
    from benchmarks.compiled import difference, make_with

    wrong = difference(make_with(ROOT / "src", CHECKED), make_with(place, CHECKED))
    print(
        f"compiled, but of no use: {wrong}"
        if wrong
        else f"compiled, variants as in the plain version: {place}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(
        main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build" / "compiled")
    )
