"""Which legal real shaders can be seeds, and why not the others.

    python -m experiments.real_shaders.seeds COLLECTED [OUT.json] [--limit 60]

COLLECTED is what `experiments.real_shaders.collect` writes. Each shader that glslang or Tint takes
is loaded as `aberration fuzz -s` and `check` load it, with the inputs that nobody gives, with
pictures for textures, functions of the pixel for what a vertex stage passes on, and each vertex of
a vertex shader as a pixel; run by our interpreter on 32x32 pixels, or 16x16 vertices, with what is
undefined rewritten first where that is needed and can be done; and run on a driver. OUT.json holds
names, digests and outcomes, and no text of a shader.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.campaign.seeds import load_one
from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import AberrationError, BadInput
from aberration.core.outcome import EXECUTED, Buffers, Image, Outcome, Rejected, kind_of
from aberration.core.program import Program, stage_of_wgsl
from aberration.core.program import Stage as ProgramStage
from aberration.core.target import Target
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.read import read
from aberration.languages.shading.stand_ins.family import POINT_COORD
from aberration.languages.shading.tree import LanguageName
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

from .measure import Collected, collected, digest_of, judged
from .needs import (
    BUILTIN_VALUE,
    FEW_COMPONENTS,
    INTEGER_COLOUR,
    NO_COLOUR,
    TEXTURE,
    VARYINGS,
    Needs,
    needs_of,
)
from .seed_results import Known, known_within
from .seed_tables import tables

DRIVERS: Final[dict[LanguageName, tuple[str, ...]]] = {
    "essl": ("llvmpipe@26.2.6",),
    "glsl": ("llvmpipe@26.2.6",),
    "wgsl": ("wgpu-lavapipe@26.2.6", "dawn-lavapipe@26.2.6"),
}
"""Where a shader is tried, until one of them gives a result."""
LIMIT: Final = 60.0
SMALL: Final = 32
"""Width and height of the image; that of vertices is as small by itself."""
POINTS: Final = f"{BUILTIN_VALUE}: {POINT_COORD}"
COLOURS: Final = frozenset((FEW_COMPONENTS, INTEGER_COLOUR, NO_COLOUR))
"""What is no reason where a colour is made of the outputs."""


class Tried(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one legal shader as a seed.

    `reasons` are all that keeps it from being one: what its tree asks for and nobody gives, and
    what loading, interpreter and drivers said where the tree says nothing. `loaded` is false where
    the loader refuses it; `known` what our interpreter says of its result, empty where it was not
    asked; `driver` the first driver that ran it; `differs` that the driver's result is another
    one. `uses` is worth a count, and keeps nobody. `stands` that functions of the pixel stand for
    textures or inputs, `pictured` that pictures of ours are given. `stage` is the one that is run.
    """

    package: str
    name: str
    language: LanguageName
    stage: Stage
    digest: str
    loaded: bool
    known: str = ""
    driver: str = ""
    differs: bool = False
    reasons: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    stands: bool = False
    pictured: bool = False


class Asked(msgspec.Struct, frozen=True):
    """A shader with what it needs, the seed that it is, what is known of that, and what was said
    where it is none.
    """

    collected: Collected
    needs: Needs
    program: Program | None = None
    known: Known | None = None
    said: str = ""
    stands: bool = False
    pictured: bool = False


class Ran(msgspec.Struct, frozen=True):
    """The first driver that ran a program, with what it gave; or what the last one said."""

    driver: str = ""
    outcome: Outcome | None = None
    said: str = ""


def run_stage(one: Collected, text: bytes) -> ProgramStage | Stage:
    """Return the stage that is run of a file: in WGSL the first one that we run, if any."""
    if one.language != "wgsl":
        return one.stage
    try:
        return stage_of_wgsl(text, one.name)
    except BadInput:
        return "vertex"


def asked(one: Collected, limit: float) -> Asked:
    """Return what a shader needs, the seed that it is, and what our interpreter knows of it."""
    text = one.path.read_bytes()
    needs = needs_of(read(text, one.language), run_stage(one, text))
    try:
        program, notes = load_one(one.path)
    except BadInput as error:
        return Asked(one, needs, said=f"loading: {error.message}")
    stands = any("stand for" in note.text for note in notes)
    pictured = any("pictures of ours are given" in note.text for note in notes)
    whole = any("the colour is made of" in note.text for note in notes)
    if whole:
        needs = replace(needs, reasons=needs.reasons - COLOURS)
    if stands or pictured:
        needs = replace(needs, reasons=frozenset(needs.reasons - supplied(needs)))
    small = program
    if program.stage != "vertex":
        small = replace(program, inputs=replace(program.inputs, width=SMALL, height=SMALL))
    known = known_within(small, limit)
    return Asked(one, needs, known.program or program, known, known.reason, stands, pictured)


def supplied(needs: Needs) -> frozenset[str]:
    """Return the needs that pictures are given for, or functions of the pixel can stand for."""
    return frozenset(
        reason
        for reason in needs.reasons
        if reason.partition(": ")[0] in (TEXTURE, VARYINGS) or reason == POINTS
    )


def tried(shaders: Iterable[Collected], limit: float) -> list[Tried]:
    """Return what becomes of each legal shader."""
    known = discover()
    drivers = {language: select(known, names) for language, names in DRIVERS.items()}
    # The interpreter's processes are forks: they come before the pool, which has threads.
    found = [asked(one, limit) for one in shaders]
    with TargetPool() as pool:
        return [
            outcome(one, run_on_first(one.program, drivers[one.collected.language], pool, limit))
            for one in found
        ]


def run_on_first(
    program: Program | None, drivers: Sequence[Target], pool: TargetPool, limit: float
) -> Ran:
    """Run a program, if there is one, on each driver in turn, until one gives a result."""
    said = ""
    if program is None:
        return Ran()
    for driver in drivers:
        try:
            outcome = pool.run(driver, program, limit).outcome
        except AberrationError as error:
            said = error.message
            continue
        if isinstance(outcome, EXECUTED):
            return Ran(driver.id, outcome)
        said = outcome.message if isinstance(outcome, Rejected) else kind_of(outcome)
    return Ran(said=said)


def outcome(one: Asked, ran: Ran) -> Tried:
    """Return what became of a shader, with all reasons that keep it from being a seed."""
    shader, known, needs = one.collected, one.known, one.needs
    said = one.said or (f"driver: {ran.said}" if not ran.driver else "")
    # What the tree tells comes first: of several reasons a tool says but one, in its own words.
    new = said and (not needs.reasons or (known is not None and known.is_undefined))
    reasons = needs.reasons | ({" ".join(said.split())} if new else set())
    return Tried(
        shader.package,
        shader.name,
        shader.language,
        shader.stage if one.program is None else one.program.shader_stage,
        digest_of(shader.path),
        one.program is not None,
        "" if known is None else known.word,
        ran.driver,
        _differs(known, ran),
        tuple(sorted(reasons)),
        tuple(sorted(needs.uses)),
        one.stands,
        one.pictured,
    )


def _differs(known: Known | None, ran: Ran) -> bool:
    expected = None if known is None else known.result
    if not isinstance(expected, Image | Buffers) or not isinstance(ran.outcome, Image | Buffers):
        return False
    return not within(compare(expected, ran.outcome, Tolerance()), Tolerance())


def legal(shaders: Sequence[Collected]) -> list[Collected]:
    """Return the shaders that glslang or Tint takes."""
    with tempfile.TemporaryDirectory(prefix="aberration-") as folder:
        said = judged([one.path for one in shaders], Path(folder))
    return [one for one in shaders if not said[one.path]]


def written(outcomes: Sequence[Tried]) -> bytes:
    """Return a list of JSON, an outcome a line."""
    return b"[\n" + b",\n".join(map(msgspec.json.encode, outcomes)) + b"\n]\n"


def main(line: Sequence[str] | None = None) -> int:
    """Try all, print the tables, and write where that is asked for."""
    parser = argparse.ArgumentParser(prog="experiments.real_shaders.seeds")
    parser.add_argument("collected", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--part", type=int, nargs=2, default=(0, 1), metavar=("K", "N"))
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for each run")
    given = parser.parse_args(line)
    first, step = given.part
    shaders = legal(collected(given.collected))[first::step]
    outcomes = tried(shaders, given.limit)
    print(tables(outcomes))
    if given.out is not None:
        given.out.write_bytes(written(outcomes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
