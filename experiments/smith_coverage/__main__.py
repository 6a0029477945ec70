"""Which built-in functions, and which pairs of constructs, do the programs of `smith` hold?

    python -m experiments.smith_coverage [--programs 300] [--language essl]... [--seed 0]
    [--rare 12] [--without-steering]

Prints for each language how many rows of the table of built-in functions, how many pairs of a
statement inside of a statement, and how many pairs of an operator under an operator are in at least
one program, and the rarest of them. Nothing is run.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.shading.builtins.row import NEVER
from aberration.languages.shading.builtins.table import ROWS
from aberration.languages.shading.tree import LanguageName
from aberration.methods.smith.generate.generate import generate
from aberration.methods.smith.generate.settings import LARGE, Settings

from .counting import Coverage
from .left_out import reason

VERSIONS: Final[Mapping[LanguageName, tuple[int, ...]]] = {
    "essl": (300, 310, 310, 320),
    "glsl": (330, 430, 450, 460),
    "wgsl": (0,),
}
"""As the method `smith` draws them."""


def measure(language: LanguageName, programs: int, seed: int, settings: Settings) -> Coverage:
    """Return what so many programs of a language hold."""
    found = Coverage()
    for number in range(programs):
        rng = Rng.of(seed, "coverage", language, number)
        version = rng.choose(VERSIONS[language])
        found.add(generate(language, version, rng.bits(), settings))
    return found


def report(language: LanguageName, found: Coverage, rare: int) -> None:
    """Print a table, and what is rare."""
    rows = rows_in(language)
    print(f"\n# {language}: {found.programs} programs")
    print(f"rows of built-in functions  {len(found.rows):4} of {len(rows)}")
    print(f"statement inside statement  {len(found.statements):4}")
    print(f"operator under operator     {len(found.operators):4}")
    left_out = [row for row in rows if reason(row)]
    missing = [row for row in rows if row not in found.rows and not reason(row)]
    print(f"left out, for reasons       {len(left_out):4}")
    print(f"never called: {', '.join(missing) or 'none'}")
    for title, counts in (
        ("rows", found.rows),
        ("statements", found.statements),
        ("operators", found.operators),
    ):
        print(f"in few programs, {title}: {', '.join(_rarest(counts, rare))}")


def rows_in(language: LanguageName) -> list[str]:
    """Return the names of the rows that any version of a language has."""
    return [
        row.name
        for row in ROWS
        if any(form.language == language and form.since < NEVER for form in row.forms)
    ]


def _rarest(counts: Counter[str] | Counter[tuple[str, str]], most: int) -> Iterable[str]:
    pairs = sorted(
        (count, one if isinstance(one, str) else " in ".join(reversed(one)))
        for one, count in counts.items()
    )
    return [f"{name} ({count})" for count, name in pairs[:most]]


def main(arguments: list[str]) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--language", action="append", choices=list(VERSIONS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rare", type=int, default=12)
    parser.add_argument("--without-steering", action="store_true")
    asked = parser.parse_args(arguments)
    settings = replace(LARGE, steered=0) if asked.without_steering else LARGE
    for language in asked.language or VERSIONS:
        start = time.process_time()
        found = measure(language, asked.programs, asked.seed, settings)
        report(language, found, asked.rare)
        print(f"{time.process_time() - start:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
