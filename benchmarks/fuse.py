"""Making fused programs of some 4,000 lines, and how much of a campaign of them lies in the
targets: `python -m benchmarks.fuse [PROGRAMS]`.

Processor time of one core, plain CPython. Both parts are smith's programs of the preset `large`,
fused side by side until they are long. They are read once, as in a campaign, where each is fused
with several others: `reading` is what one fusion takes more without that. Wanted: 50 ms (FSHADER:
210 ms for 3,855 lines on average, 42 minutes for 12,000 programs).
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import Final

import msgspec
from benchmarks import smith
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.method import Request
from aberration.core.program import Program, shading_version
from aberration.core.rng import Rng
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.draw import draw_records
from aberration.methods.fuse.fusion import Fusion
from aberration.methods.fuse.part import Part, read_part
from aberration.methods.fuse.relations.registry import RELATIONS
from aberration.methods.smith.method import SmithMethod

LANGUAGES: Final[tuple[LanguageName, ...]] = ("essl", "glsl", "wgsl")
PROGRAMS: Final = 12
RUNS: Final = 6
LINES: Final = 1200
"""Of each part, at least."""
WANTED: Final = 50
_SHORTEST: Final = 100
_SMITH: Final = {"preset": "large", "kind": "random", "wrappers": "all"}


class Cost(msgspec.Struct, frozen=True):
    """Lines and steps of one program, and milliseconds of processor time."""

    lines: int
    steps: int
    making: float


def measure(language: LanguageName, programs: int) -> tuple[float, list[Cost]]:
    """Fuse two parts so many times; return what reading them took, and what each time took."""
    seeds = [_long_program(language, number) for number in range(2)]
    start = time.process_time()
    first, second = (_part(program, number) for number, program in enumerate(seeds))
    reading = 1000 * (time.process_time() - start)
    _fuse(first, second, programs)
    return reading, [_fuse(first, second, number) for number in range(programs)]


def _fuse(first: Part, second: Part, number: int) -> Cost:
    start = time.process_time()
    fusion = Fusion(first, second, RELATIONS["average"])
    steps = len(draw_records(fusion, Rng.of(0, "bench", "fuse", number)))
    text = fusion.program("fused").source
    return Cost(text.count(b"\n"), steps, 1000 * (time.process_time() - start))


def _long_program(language: LanguageName, number: int) -> Program:
    """Return programs of smith that were fused until they are long."""
    rng, long = Rng.of(0, "bench", "parts", language, number), None
    while long is None or long.source.count(b"\n") < LINES:
        (case,) = SmithMethod().make(Request(rng.bits(), 1, options=_SMITH, language=language))
        made = replace(case.programs["program"], inputs=Inputs())
        if _is_usable(made):
            long = made if long is None else _side_by_side(long, made)
    return long


def _is_usable(program: Program) -> bool:
    """Say whether a program can be fused with each other one that is: all are of one version, and
    none discards pixels, which does not go with derivatives.
    """
    language = program.language
    assert language in LANGUAGES
    version = 0 if language == "wgsl" else shading_version(program.source)[0]
    return (
        program.stage == "fragment"
        and version == smith.VERSIONS[language]
        and b"discard" not in program.source
        and program.source.count(b"\n") >= _SHORTEST
    )


def _side_by_side(first: Program, second: Program) -> Program:
    return Fusion(_part(first, 0), _part(second, 1), RELATIONS["average"]).program("long")


def _part(program: Program, number: int) -> Part:
    assert program.language in LANGUAGES
    return read_part(program, read(program.source, program.language), number)


def report(language: LanguageName, reading: float, costs: list[Cost]) -> str:
    """Return the line of a language."""

    def mean(name: str) -> float:
        return float(statistics.mean(getattr(one, name) for one in costs))

    return (
        f"{language}: {len(costs)} fusions, {mean('lines'):.0f} lines, {mean('steps'):.0f} steps; "
        f"made in {mean('making'):.1f} ms (wanted: {WANTED} ms), at most "
        f"{max(one.making for one in costs):.1f} ms; reading both parts {reading:.0f} ms"
    )


def main(programs: int) -> None:
    """Print a line for each language, and the rate of a campaign."""
    for language in LANGUAGES:
        print(report(language, *measure(language, programs)), flush=True)
    print(f"{', '.join(smith.TARGETS)}: {smith.share(RUNS, 'fuse').line}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else PROGRAMS)
