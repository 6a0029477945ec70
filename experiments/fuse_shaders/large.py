"""Which drivers take fused programs of 30,000 lines, how long do they need, and are they right?

    python -m experiments.fuse_shaders.large [--lines 4000]... [--language glsl]... [--target ID]...

Programs of smith, with all wrappers, are fused side by side until they are long; the last fusion
has all steps. What each target gives is held against our interpreter's result. Each part in GLSL
and WGSL has a uniform block of its own, and drivers take few blocks (WebGPU: 12), so 30,000 lines
are of ESSL, where smith's uniforms lie outside of blocks.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.method import Request
from aberration.core.outcome import Image, Outcome
from aberration.core.program import Program, shading_version
from aberration.core.rng import Rng
from aberration.core.target import Target
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.draw import draw_records
from aberration.methods.fuse.fusion import Fusion
from aberration.methods.fuse.part import Part, read_part
from aberration.methods.fuse.relations.registry import RELATIONS
from aberration.methods.shaders.executed import Executed
from aberration.methods.smith.method import SmithMethod
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

LANGUAGES: Final[tuple[LanguageName, ...]] = ("essl", "glsl", "wgsl")
LINES: Final = (4_000, 30_000)
TARGETS: Final = {
    "essl": ("llvmpipe@26.2.6", "softpipe@26.2.6", "glslang@16.6.0+swiftshader"),
    "glsl": ("llvmpipe@26.2.6", "zink-lavapipe@26.2.6", "glslang@16.6.0+lavapipe@26.2.6"),
    "wgsl": (
        "wgpu-lavapipe@26.2.6",
        "wgpu-swiftshader",
        "dawn-swiftshader",
        "dawn-lavapipe@26.2.6",
    ),
}
VERSIONS: Final = {"essl": 310, "glsl": 450, "wgsl": 0}
DEADLINE: Final = 1200.0
_SIDE: Final = 8
_SMITH: Final = {"preset": "large", "kind": "random", "wrappers": "all"}
_SHORTEST: Final = 100
_PROGRAMS: Final = 12
_OPTIONS: Final = Options(turns=1_000_000)
"""Each program of smith may take 400 turns of loops."""


def long_program(language: LanguageName, lines: int) -> Program:
    """Return a fused program of at least so many lines."""
    rng = Rng.of(0, "large", language)
    halves = [_side_by_side(language, lines // 2, rng) for _ in range(2)]
    fusion = Fusion(_part(halves[0], 0), _part(halves[1], 1), RELATIONS["average"])
    draw_records(fusion, rng)
    return fusion.program("large")


def _side_by_side(language: LanguageName, lines: int, rng: Rng) -> Program:
    """Return programs of smith, fused two by two, until they have so many lines; each comes again
    under new names where a dozen are not enough.
    """
    own = [_usable_program(language, rng) for _ in range(_PROGRAMS)]
    row: list[Program] = []
    while sum(map(_lines, row)) < lines:
        row.append(own[len(row) % _PROGRAMS])
    while len(row) > 1:
        pairs = [row[at : at + 2] for at in range(0, len(row), 2)]
        row = [_join(*pair) if len(pair) > 1 else pair[0] for pair in pairs]
    return row[0]


def _usable_program(language: LanguageName, rng: Rng) -> Program:
    """Return a program of smith that can be fused with each other one that is."""
    while True:
        (case,) = SmithMethod().make(Request(rng.bits(), 1, options=_SMITH, language=language))
        made = case.programs["program"]
        if _is_usable(made):
            inputs = replace(made.inputs, width=_SIDE, height=_SIDE, tiles=())
            return replace(made, inputs=inputs)


def _join(first: Program, second: Program) -> Program:
    return Fusion(_part(first, 0), _part(second, 1), RELATIONS["average"]).program("long")


def _is_usable(program: Program) -> bool:
    """Say whether a program can be fused with each other one that is."""
    version = 0 if program.language == "wgsl" else shading_version(program.source)[0]
    return (
        program.stage == "fragment"
        and version == VERSIONS[program.language]
        and b"discard" not in program.source
        and _lines(program) >= _SHORTEST
    )


def _part(program: Program, number: int) -> Part:
    assert program.language in LANGUAGES
    return read_part(program, read(program.source, program.language), number)


def _lines(program: Program) -> int:
    return program.source.count(b"\n")


def _result(program: Program) -> Image:
    executed = Executed(program)
    found = Interpreter(executed.shader, executed.stage, program.inputs, _OPTIONS).image()
    assert isinstance(found, Image)
    return found


def say(pool: TargetPool, target: Target, program: Program, expected: Outcome) -> str:
    """Return the row of one target."""
    start = time.monotonic()
    given = pool.run(target, program, DEADLINE).outcome
    seconds = time.monotonic() - start
    if not isinstance(given, Image):
        words = f"{given}"[:70].replace("|", "/").replace("\n", " ")
    else:
        words = "right" if given == expected else "another image"
    return f"| {program.language} | {_lines(program):,} | {target.id} | {words} | {seconds:.1f} s |"


def main(words: Sequence[str] | None = None) -> None:
    """Print a row for each language, size and target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", action="append", type=int)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--target", action="append")
    asked = parser.parse_args(words)
    print("| language | lines | target | result | time |\n|---|---|---|---|---|", flush=True)
    with TargetPool() as pool:
        for language in asked.language or LANGUAGES:
            for lines in asked.lines or LINES:
                program = long_program(language, lines)
                expected = _result(program)
                for target in select(discover(), asked.target or TARGETS[language]):
                    print(say(pool, target, program, expected), flush=True)


if __name__ == "__main__":
    main()
