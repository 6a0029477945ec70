"""Which drivers take fused programs of 30,000 lines, how long do they need, and are they right?

    python -m experiments.fuse_shaders.large [--lines 4000]... [--language glsl]... [--target ID]...
                                             [--seconds 300] [--memory MIB]

Programs of smith, with all wrappers, are fused side by side until they are long; the last fusion
has all steps. What each target gives is held against our interpreter's result. The first rows of
each program say how long our own code needs for it: to draw the parts and fuse them, to read the
text and check it, to write it, to interpret it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import product
from typing import Final

from msgspec.structs import replace

from aberration.core.method import Request
from aberration.core.outcome import Compiled, Image, Outcome, Timeout
from aberration.core.program import Program, shading_version
from aberration.core.rng import Rng
from aberration.core.target import Target
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
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
    "essl": (
        "llvmpipe@26.2.6",
        "llvmpipe",
        "softpipe@26.2.6",
        "angle-swiftshader",
        "angle-gl-llvmpipe",
    ),
    "glsl": (
        "llvmpipe@26.2.6",
        "glslang@16.6.0+lavapipe@26.2.6",
        "glslang@16.6.0+swiftshader",
        "glslang@16.6.0+radv-aco-navi21",
        "glslang@16.6.0+nvk-ga102@26.2.6",
        "glslang@16.6.0+turnip-a750@26.2.6",
    ),
    "wgsl": (
        "wgpu-lavapipe@26.2.6",
        "wgpu-swiftshader",
        "wgpu-gl-llvmpipe@26.2.6",
        "dawn-swiftshader",
        "dawn-lavapipe@26.2.6",
        "dawn-gl-llvmpipe@26.2.6",
    ),
}
VERSIONS: Final = {"essl": 310, "glsl": 450, "wgsl": 0}
DEADLINE: Final = 300.0
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


def say_phases(program: Program, fusing: float) -> Image:
    """Print what our own code needs for a program, and return its result."""
    assert program.language in LANGUAGES
    seconds = {"to draw and fuse": fusing}
    start = time.process_time()
    executed = Executed(program)
    seconds["to read and check"], start = _since(start)
    write(executed.shader.module)
    seconds["to write"], start = _since(start)
    found = Interpreter(executed.shader, executed.stage, program.inputs, _OPTIONS).image()
    seconds["to interpret"], start = _since(start)
    assert isinstance(found, Image)
    for phase, taken in seconds.items():
        print(_row(program, "aberration", phase, taken), flush=True)
    return found


def _since(start: float) -> tuple[float, float]:
    now = time.process_time()
    return now - start, now


def _row(program: Program, who: str, words: str, seconds: float) -> str:
    return f"| {program.language} | {_lines(program):,} | {who} | {words} | {seconds:.1f} s |"


def say(pool: TargetPool, target: Target, program: Program, expected: Outcome, limit: float) -> str:
    """Return the row of one target, which has so many seconds for each of its stages."""
    start = time.monotonic()
    given = pool.run(target, program, limit).outcome
    seconds = time.monotonic() - start
    if isinstance(given, Image):
        words = "right" if given == expected else "another image"
    elif isinstance(given, Compiled | Timeout):
        words = type(given).__name__.lower()
    else:
        words = f"{given}"[:300].replace("|", "/").replace("\n", " ")
    return _row(program, target.id, words, seconds)


def with_memory(target: Target, memory: int) -> Target:
    """Return a target whose workers have so many MiB of address space."""
    stages = [replace(one, worker=replace(one.worker, memory=memory)) for one in target.stages]
    return replace(target, stages=tuple(stages))


def main(words: Sequence[str] | None = None) -> None:
    """Print a row for each language, size and target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", action="append", type=int)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--target", action="append")
    parser.add_argument("--seconds", type=float, default=DEADLINE)
    parser.add_argument("--memory", type=int, help="MiB of address space of a worker")
    asked = parser.parse_args(words)
    print("| language | lines | target | result | time |\n|---|---|---|---|---|", flush=True)
    with TargetPool() as pool:
        for language, lines in product(asked.language or LANGUAGES, asked.lines or LINES):
            start = time.process_time()
            program = long_program(language, lines)
            expected = say_phases(program, time.process_time() - start)
            for found in select(discover(), asked.target or TARGETS[language]):
                target = found if asked.memory is None else with_memory(found, asked.memory)
                print(say(pool, target, program, expected, asked.seconds), flush=True)


if __name__ == "__main__":
    main()
