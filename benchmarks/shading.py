"""Reading and printing the shading languages: `python -m benchmarks.shading`. Processor time, one core, plain CPython.

Lines are lines of the bundled corpus, comments and blanks included; a shader is read and printed several times, and the
whole is repeated, of which the fastest counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.tree.walk import walk
from aberration.languages.shading.write import write

CORPUS: Final = Path(__file__).resolve().parent.parent / "corpus" / "shading"
LANGUAGES: Final[tuple[LanguageName, ...]] = ("glsl", "essl", "wgsl")
ROUNDS: Final = 5
_INPUTS: Final = ".json"


class Speed(msgspec.Struct, frozen=True):
    """What a language's part of the corpus holds and costs: shaders, lines, nodes, seconds to read and to print all."""

    language: LanguageName
    shaders: int
    lines: int
    nodes: int
    reading: float
    printing: float


def measure(language: LanguageName) -> Speed:
    """Read and print all shaders of a language."""
    texts = [path.read_text() for path in sorted((CORPUS / language).iterdir()) if path.suffix != _INPUTS]
    shaders: list[Shader] = [read(text, language) for text in texts]
    reading = _fastest(lambda: [read(text, language) for text in texts])
    printing = _fastest(lambda: [write(shader.module) for shader in shaders])
    lines = sum(text.count("\n") for text in texts)
    nodes = sum(1 for shader in shaders for _ in walk(shader.module))
    return Speed(language, len(texts), lines, nodes, reading, printing)


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
        f"{speed.language}: {speed.shaders} shaders, {speed.lines:,} lines, {speed.nodes:,} nodes: read"
        f" {speed.lines / speed.reading:,.0f} lines/s, printed {speed.lines / speed.printing:,.0f} lines/s"
        for speed in speeds
    )


if __name__ == "__main__":
    print(report([measure(language) for language in LANGUAGES]))
