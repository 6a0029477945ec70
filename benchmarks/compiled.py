"""The compiled build against the plain one: `python -m benchmarks.compiled`.

Both make the same runs over the whole corpus, each in a process of its own, and have to give the
same variants byte for byte. The build lies in `build/compiled`; where there is none, or it is older
than `src`, it is made first (`tools/compile_hot.py`), which takes some minutes.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import msgspec
from benchmarks import corpus
from benchmarks.transform import one_run

from aberration.core.rng import Rng
from aberration.languages.spirv import module as spirv_module
from aberration.methods.transform.scheduler import Statistics

ROOT: Final = Path(__file__).resolve().parent.parent
PLACE: Final = ROOT / "build" / "compiled"
SOURCE_SUFFIX: Final = ".py"


class Made(msgspec.Struct, frozen=True):
    """What a build made: whether it is compiled, the digest of all variants, steps applied,
    processor seconds.
    """

    compiled: bool
    digest: str
    applied: int
    seconds: float

    @property
    def rate(self) -> float:
        """Return applied transformations per second."""
        return self.applied / self.seconds


def make_here(stride: int) -> Made:
    """Run every so manyeth module of the corpus in this process."""
    donors, modules = corpus.donors(), corpus.all_modules()
    digest, applied, seconds = hashlib.blake2b(digest_size=16), 0, 0.0
    for number in range(0, len(modules), stride):
        start = time.process_time()
        log, variants = one_run(modules[number], donors, Rng.of(0, number), Statistics())
        seconds += time.process_time() - start
        applied += len(log)
        digest.update(b"".join(variants))
    compiled = not str(spirv_module.__file__).endswith(SOURCE_SUFFIX)
    return Made(compiled, digest.hexdigest(), applied, seconds)


def make_with(source: Path, stride: int = 1) -> Made:
    """Run in a process that takes the package from a folder."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(source), str(ROOT)))}
    command = [sys.executable, "-m", "benchmarks.compiled", "--here", str(stride)]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return msgspec.json.decode(done.stdout, type=Made)


def difference(plain: Made, compiled: Made) -> str:
    """Return what is wrong with the compiled build; nothing if it is compiled and makes the
    same variants.
    """
    if plain.compiled or not compiled.compiled:
        return "expected one plain and one compiled build; the interpreter took another one"
    if plain.digest != compiled.digest:
        return f"the variants differ: {plain.digest} plain, {compiled.digest} compiled"
    return ""


def is_old(place: Path) -> bool:
    """Say whether there is no build, or a source file is newer than it."""
    built = [path.stat().st_mtime for path in place.glob("*.so")]
    return not built or any(
        path.stat().st_mtime > min(built) for path in (ROOT / "src").rglob("*.py")
    )


def report(place: Path = PLACE) -> str:
    """Return the figures of both builds as text; the compiled one is made where need be."""
    if is_old(place):
        done = subprocess.run(
            [sys.executable, str(ROOT / "tools" / "compile_hot.py"), str(place)], check=False
        )
        if done.returncode:
            return "the compiled build could not be made"
    plain, compiled = make_with(ROOT / "src"), make_with(place)
    return "\n".join(
        (
            f"plain    {plain.rate:8.0f} applied transformations/s",
            (
                f"compiled {compiled.rate:8.0f} applied transformations/s, "
                f"{compiled.rate / plain.rate:.1f} times as many"
            ),
            difference(plain, compiled) or "variants: byte-identical",
        )
    )


if __name__ == "__main__":
    if "--here" in sys.argv:
        sys.stdout.buffer.write(msgspec.json.encode(make_here(int(sys.argv[-1]))))
    else:
        print(report())
