"""Is anything undefined in generated shaders: as they are, with some rules, with all?

    python -m experiments.reconditioning.check [--programs 1000] [--language essl]... [--seed 0]
    [--jobs 2] [--without]

Every program is generated, rewritten in each way, and run by our interpreter. Prints, for each
language and way, how many programs do something undefined, and what they meet first; a program that
does so with all rules is printed by its number, and makes the exit status 1. `--without` also runs
the programs with each rule but one: a rule whose lack nobody notices is a rule that is not tested.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.outcome import Buffers, Image
from aberration.core.rng import Rng
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.interpret.trap import Endless
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.recondition.registry import RULES
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate.generate import Generated, generate

LANGUAGES: Final[tuple[LanguageName, ...]] = ("essl", "glsl", "wgsl")
VERSIONS: Final[Mapping[LanguageName, tuple[int, ...]]] = {
    "essl": (300, 310, 320),
    "glsl": (330, 430, 460),
    "wgsl": (0,),
}
LOOPS: Final = "loop-limiter"
"""On in all ways but the first, as in the paper: raw programs need not end."""
TURNS: Final = 400
OPTIONS: Final = Options(turns=10 * TURNS)
"""As the method has it. Loops that rules add, to write arrays, count too."""


class Way(msgspec.Struct, frozen=True):
    """Which rules rewrite a program; None: all."""

    name: str
    rules: frozenset[str] | None


def ways(*, without: bool) -> list[Way]:
    """Return the ways that programs are rewritten in."""
    everything = frozenset(one.name for one in RULES)
    found = [
        Way("raw, but for loops", frozenset([LOOPS])),
        Way("initialised", frozenset([LOOPS, "initialisation"])),
        Way("reconditioned", None),
    ]
    if without:
        found += [Way(f"without {name}", everything - {name}) for name in sorted(everything)]
    return found


def what_it_meets(made: Generated, shader: Shader, way: Way) -> str:
    """Return the kind of the first undefined operation, or nothing."""
    settings = Settings(rules=way.rules, turns=TURNS, one_budget=True)
    text = recondition(shader, made.stage, settings).text(shader)
    again = read(text, shader.module.language)
    met = execute(again, made.stage, made.inputs, OPTIONS)
    if isinstance(met, Image | Buffers):
        return ""
    return "endless" if isinstance(met, Endless) else met.kind


def look_at(language: LanguageName, rng_seed: int, found: list[Way], number: int) -> list[str]:
    """Return what a program meets in each way; a name of an error of ours where there is one."""
    rng = Rng.of(rng_seed, "reconditioning", language, number)
    version = rng.choose(VERSIONS[language])
    made = generate(language, version, rng.bits())
    shader = read(write(made.module), language)
    answers = []
    for way in found:
        try:
            answers.append(what_it_meets(made, shader, way))
        except (BadInput, AssertionError, LookupError) as error:
            answers.append(f"ours: {type(error).__name__}: {error}".partition("\n")[0])
    return answers


def main(arguments: list[str]) -> int:
    """Print the table of each language; return the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--without", action="store_true")
    asked = parser.parse_args(arguments)
    found, failed = ways(without=asked.without), False
    with ProcessPoolExecutor(asked.jobs) as processes:
        for language in asked.language or LANGUAGES:
            work = partial(look_at, language, asked.seed, found)
            rows = list(processes.map(work, range(asked.programs), chunksize=8))
            failed |= report(language, found, rows)
    return int(failed)


def report(language: str, found: list[Way], rows: list[list[str]]) -> bool:
    """Print the table of a language; return whether reconditioned programs are undefined."""
    print(f"\n# {language}: {len(rows)} programs")
    for at, way in enumerate(found):
        met = Counter(row[at] for row in rows if row[at])
        kinds = ", ".join(f"{count} {kind}" for kind, count in met.most_common(6))
        print(f"{way.name:28} {sum(met.values()) / len(rows):7.1%} undefined: {kinds or 'none'}")
    bad = [number for number, row in enumerate(rows) if row[2]]
    for number in bad[:20]:
        print(f"program {number}: {rows[number][2]}")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
