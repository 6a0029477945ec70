"""Reading, checking and printing the shading languages: `python -m benchmarks.shading`. Processor
time, plain CPython.

Lines are lines of the bundled corpus, comments and blanks included; a shader is read, checked and
printed several times, and the whole is repeated, of which the fastest counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.tree.walk import walk
from aberration.languages.shading.write import write

CORPUS: Final = Path(__file__).resolve().parent.parent / "corpus" / "shading"
LANGUAGES: Final[tuple[LanguageName, ...]] = ("glsl", "essl", "wgsl")
STAGES: Final[dict[str, Stage]] = {".frag": "fragment", ".comp": "compute", ".vert": "vertex"}
"""WGSL says its stages itself."""
ROUNDS: Final = 5
_INPUTS: Final = ".json"


class Speed(msgspec.Struct, frozen=True):
    """What a language's part of the corpus holds and costs: shaders, lines, nodes, seconds to
    do each with all.
    """

    language: LanguageName
    shaders: int
    lines: int
    nodes: int
    reading: float
    checking: float
    printing: float


def measure(language: LanguageName) -> Speed:
    """Read, check and print all shaders of a language."""
    paths = [path for path in sorted((CORPUS / language).iterdir()) if path.suffix != _INPUTS]
    texts = [path.read_text() for path in paths]
    stages = [STAGES.get(path.suffix, "fragment") for path in paths]
    shaders: list[Shader] = [read(text, language) for text in texts]
    reading = _fastest(lambda: [read(text, language) for text in texts])
    checking = _fastest(
        lambda: [check(one.module, stage) for one, stage in zip(shaders, stages, strict=True)]
    )
    printing = _fastest(lambda: [write(shader.module) for shader in shaders])
    lines = sum(text.count("\n") for text in texts)
    nodes = sum(1 for shader in shaders for _ in walk(shader.module))
    return Speed(language, len(texts), lines, nodes, reading, checking, printing)


def _fastest(run: Callable[[], object]) -> float:
    spent = []
    for _ in range(ROUNDS):
        start = time.process_time()
        run()
        spent.append(time.process_time() - start)
    return min(spent)


def report(speeds: list[Speed]) -> str:
    """Return the figures as text, one line for each language."""
    return "\n".join(
        f"{speed.language}: {speed.shaders} shaders, {speed.lines:,} lines, {speed.nodes:,} "
        f"nodes: read"
        f" {speed.lines / speed.reading:,.0f} lines/s, checked "
        f"{speed.lines / speed.checking:,.0f} lines/s, both"
        f" {speed.lines / (speed.reading + speed.checking):,.0f} lines/s,"
        f" printed {speed.lines / speed.printing:,.0f} lines/s"
        for speed in speeds
    )


if __name__ == "__main__":
    print(report([measure(language) for language in LANGUAGES]))
