"""Is anything undefined in generated shaders: as they are, with some rules, with all?

    python -m experiments.reconditioning.check [--programs 1000] [--language essl]... [--seed 0]
    [--preset loops]... [--jobs 2] [--kind random|path] [--rated 10] [--without] [--result FILE]

Every program is generated, rewritten in each way, and run by our interpreter; program by program
another preset. Prints, for each language and way, how many programs do something undefined, and
what they meet first; a program that does so with all rules is printed by its number, and makes the
exit status 1. What programs meet without rules is asked of every tenth.

`--kind path` looks at programs that were written after their path was drawn, which nothing
rewrites: are they defined, and is their result what the writer says?

`--without` runs the programs with each rule but one until one is undefined: a rule whose lack
nobody notices is a rule that is not tested, and makes the exit status 1, too.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.comparison import equal
from aberration.core.errors import BadInput
from aberration.core.outcome import Buffers, Image
from aberration.core.recipe import Recipe
from aberration.core.rng import Rng
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter, execute, pixel_bytes
from aberration.languages.shading.interpret.trap import Endless
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.recondition.registry import RULES
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate.generate import Generated, generate
from aberration.methods.smith.generate.settings import PRESETS
from aberration.methods.smith.path.recipe import draw_recipe, write_program

LANGUAGES: Final[tuple[LanguageName, ...]] = ("essl", "glsl", "wgsl")
VERSIONS: Final[Mapping[LanguageName, tuple[int, ...]]] = {
    "essl": (300, 310, 320),
    "glsl": (330, 430, 460),
    "wgsl": (0,),
}
LOOPS: Final = "loop-limiter"
"""On in all ways but the first, as in the paper: raw programs need not end."""
TURNS: Final = 400
OPTIONS: Final = Options(turns=100 * TURNS)
"""Loops that rules add, to write arrays, count too: what takes many turns is not undefined."""


RATED: Final = 10
"""Of so many programs one is also run as it is, with initialisation alone, or rounded otherwise."""
ROUNDINGS: Final = (1, 4, 5, 6)
"""Fused; in another order too; at random; up (`interpret/rounding.py`)."""
PIXELS: Final = 24
"""Pixels of an image that are rounded otherwise."""
FLOATS: Final = "exact-floats"
WITHOUT_USE: Final[Mapping[str, str]] = {
    "finite-operators": "floats of 32 bits are those of exact-floats, and smith has no others",
    "narrow-floats": "smith has floats of 32 bits alone",
}
"""Rules that rewrite nothing in programs of smith, which is checked, and why."""
AT_ONCE: Final = 40
"""Programs after which it is asked whether the lack of a rule was noticed."""


class Way(msgspec.Struct, frozen=True):
    """Which rules rewrite a program; None: all."""

    name: str
    rules: frozenset[str] | None


RECONDITIONED: Final = Way("reconditioned", None)
PLAIN: Final = (
    Way("raw, but for loops", frozenset([LOOPS])),
    Way("initialised", frozenset([LOOPS, "initialisation"])),
)


class Asked(msgspec.Struct, frozen=True):
    """What is drawn: by program another one of the `presets`."""

    language: LanguageName
    seed: int
    presets: tuple[str, ...]
    rated: int = RATED


class Row(msgspec.Struct, frozen=True):
    """Programs of one language in one way: how many are undefined, and what they meet first."""

    language: LanguageName
    way: str
    programs: int
    undefined: int
    kinds: dict[str, int]
    numbers: tuple[int, ...] = ()
    """The first ones that are undefined."""


# ---- one program


def draw(asked: Asked, number: int) -> tuple[Generated, Shader]:
    """Return a program by its number."""
    language = asked.language
    rng = Rng.of(asked.seed, "reconditioning", language, number)
    version = rng.choose(VERSIONS[language])
    preset = PRESETS[asked.presets[number % len(asked.presets)]]
    made = generate(language, version, rng.bits(), preset)
    return made, read(write(made.module), language)


def what_it_meets(made: Generated, shader: Shader, way: Way, roundings: Sequence[int] = ()) -> str:
    """Return the kind of the first undefined operation, `rounding` where another legal rounding
    gives another result, or nothing.
    """
    settings = Settings(rules=way.rules, turns=TURNS, one_budget=True, exact=True)
    rewritten = recondition(shader, made.stage, settings)
    used = WITHOUT_USE.keys() & {one.rule for one in rewritten.rewrites}
    if used and FLOATS in (way.rules or (FLOATS,)):
        return f"use of {', '.join(sorted(used))}"
    again = read(write(rewritten.module), shader.module.language)
    met = execute(again, made.stage, made.inputs, OPTIONS)
    if not isinstance(met, Image | Buffers):
        return "endless" if isinstance(met, Endless) else met.kind
    for rounding in roundings:
        if not is_same_rounded(made, again, met, rounding):
            return "rounding"
    return ""


def is_same_rounded(made: Generated, shader: Shader, met: Image | Buffers, rounding: int) -> bool:
    """Whether another legal rounding gives the same: all buffers, or some pixels of an image, each
    of which takes milliseconds.
    """
    options = replace(OPTIONS, rounding=rounding)
    if isinstance(met, Buffers):
        other = execute(shader, made.stage, made.inputs, options)
        return isinstance(other, Buffers) and equal(met, other)
    interpreter = Interpreter(shader, made.stage, made.inputs, options)
    return all(
        _is_colour(interpreter.pixel(k % met.width, k // met.width), met.data[4 * k : 4 * k + 4])
        for k in range(0, met.width * met.height, max(1, met.width * met.height // PIXELS))
    )


def _is_colour(found: object, wanted: bytes) -> bool:
    return isinstance(found, tuple | None) and pixel_bytes(found, "rgba8") == wanted


def roundings_for(asked: Asked, way: Way, number: int) -> Sequence[int]:
    """Return in which ways a program is also rounded."""
    if way.name == f"without {FLOATS}":
        return ROUNDINGS
    return ROUNDINGS if way == RECONDITIONED and is_rated(asked, number) else ()


def is_rated(asked: Asked, number: int) -> bool:
    """Whether a program is one of those that are looked at more closely."""
    # Presets come by turns: as many of each.
    return number // len(asked.presets) % asked.rated == 0


def look_at(asked: Asked, ways: tuple[Way, ...], number: int) -> list[str]:
    """Return what a program meets in each way; a name of an error of ours where there is one."""
    made, shader = draw(asked, number)
    answers = []
    for way in ways:
        try:
            answers.append(what_it_meets(made, shader, way, roundings_for(asked, way, number)))
        except (BadInput, AssertionError, LookupError) as error:
            answers.append(f"ours: {type(error).__name__}: {error}".partition("\n")[0])
    return answers


def look_at_path(asked: Asked, number: int) -> list[str]:
    """Return what a program with a known path meets; `other` where writer and interpreter give
    other results.
    """
    language = asked.language
    rng = Rng.of(asked.seed, "paths", language, number)
    recipe = Recipe("smith", 0, {}, rng_seed=number)
    made = write_program(draw_recipe(recipe, language, rng.choose(VERSIONS[language]), rng))
    program = made.recipe.seeds["seed"]
    assert program.stage != "program"
    met = execute(read(program.source, language), program.stage, program.inputs, OPTIONS)
    assert isinstance(made.expected, Image | Buffers)
    if isinstance(met, Image | Buffers):
        return ["" if equal(made.expected, met) else "other"]
    return ["endless" if isinstance(met, Endless) else met.kind]


# ---- many


def count(language: LanguageName, way: str, numbers: Sequence[int], met: Sequence[str]) -> Row:
    """Return the row of a table."""
    found = Counter(one for one in met if one)
    bad = [number for number, one in zip(numbers, met, strict=True) if one]
    return Row(language, way, len(met), sum(found.values()), dict(found.most_common()), tuple(bad))


def look_at_all(processes: Executor, asked: Asked, programs: int, kind: str) -> list[Row]:
    """Return the rows of one language."""
    numbers = range(programs)
    if kind == "path":
        met = processes.map(partial(look_at_path, asked), numbers, chunksize=16)
        return [count(asked.language, "path-first", numbers, [one for (one,) in met])]
    met = processes.map(partial(look_at, asked, (RECONDITIONED,)), numbers, chunksize=16)
    rows = [count(asked.language, RECONDITIONED.name, numbers, [one for (one,) in met])]
    rated = [at for at in numbers if is_rated(asked, at)]
    raw = list(processes.map(partial(look_at, asked, PLAIN), rated, chunksize=4))
    columns = zip(*raw, strict=True)
    plain = zip(PLAIN, columns, strict=True)
    return [count(asked.language, way.name, rated, list(one)) for way, one in plain] + rows


def first_without(processes: Executor, asked: Asked, programs: int) -> list[Row]:
    """Return a row for each rule: the programs without it until the first undefined one."""
    everything = frozenset(one.name for one in RULES)
    of_wgsl = frozenset(one.name for one in RULES if one.of_wgsl)
    return [
        _until_noticed(processes, asked, programs, everything, name)
        for name in sorted(everything - WITHOUT_USE.keys())
        if asked.language != "wgsl" or name in of_wgsl
    ]


def _until_noticed(
    processes: Executor, asked: Asked, programs: int, everything: frozenset[str], name: str
) -> Row:
    way, met = Way(f"without {name}", everything - {name}), list[str]()
    while len(met) < programs and not any(met):
        numbers = range(len(met), min(programs, len(met) + AT_ONCE))
        found = processes.map(partial(look_at, asked, (way,)), numbers, chunksize=4)
        met += [one for (one,) in found]
    return count(asked.language, way.name, range(len(met)), met)


def main(arguments: list[str]) -> int:
    """Print the table of each language; return the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--preset", action="append", choices=sorted(PRESETS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kind", choices=("random", "path"), default="random")
    parser.add_argument("--rated", type=int, default=RATED, help="one in so many, more closely")
    parser.add_argument("--without", action="store_true")
    parser.add_argument("--result", type=Path, help="a JSON file that rows are added to")
    given = parser.parse_args(arguments)
    failed = False
    with ProcessPoolExecutor(given.jobs) as processes:
        for language in given.language or LANGUAGES:
            presets = tuple(given.preset or PRESETS)
            asked = Asked(language, given.seed, presets, given.rated)
            if given.without:
                rows = first_without(processes, asked, given.programs)
            else:
                rows = look_at_all(processes, asked, given.programs, given.kind)
            failed |= report(rows)
            if given.result is not None:
                add_to(given.result, rows)
    return int(failed)


def report(rows: list[Row]) -> bool:
    """Print rows; return whether one is not as it has to be."""
    failed = False
    for row in rows:
        kinds = ", ".join(f"{count} {kind}" for kind, count in row.kinds.items()) or "none"
        share = row.undefined / row.programs
        print(f"{row.language} {row.way:28} {row.programs:6} programs {share:7.2%}: {kinds}")
        if row.way in (RECONDITIONED.name, "path-first"):
            failed |= bool(row.undefined)
            print(*(f"  program {number}" for number in row.numbers[:20]), sep="\n", end="")
        elif row.way.startswith("without"):
            failed |= not row.undefined
            print(
                f"  first noticed by program {row.numbers[0]}" if row.numbers else "  NOT NOTICED"
            )
    return failed


def add_to(path: Path, rows: list[Row]) -> None:
    """Write rows behind those of a file, in place of older ones of the same name."""
    old = msgspec.json.decode(path.read_bytes(), type=list[Row]) if path.exists() else []
    names = {(row.language, row.way) for row in rows}
    kept = [row for row in old if (row.language, row.way) not in names]
    short = [replace(row, numbers=row.numbers[:3]) for row in rows]
    path.write_text(
        "[\n" + ",\n".join(msgspec.json.encode(row).decode() for row in kept + short) + "\n]\n"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
