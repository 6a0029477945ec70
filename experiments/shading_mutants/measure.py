"""After how many programs of a campaign of `smith` does each planted mistake show?

    python -m experiments.shading_mutants.measure [--tests 300] [--language essl]... [--seed 0]
    [--enough 5] [--mutant any-for-all]... [--option preset=loops]... [--json FILE]

The tests are those that `aberration fuzz -m smith` draws with its settings: path-first programs,
programs that are rewritten everywhere, and by need. Each mutant rewrites each program, and our
interpreter runs what it made of it. Prints, for each mutant and language, the first test that
shows it, how many did, and of how many; a mutant that `--enough` tests showed is not asked again.
No driver takes part: a mistake that shows here shows on a driver that is right otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec
from experiments.shading_mutants.campaign import draw_tests, kind_of
from experiments.shading_mutants.subject import Subject, mutants_of

from aberration.core.oracle import Expected
from aberration.languages.shading.tree import LanguageName
from aberration.targets.shading_mutants.mutant import ShadingMutant

LANGUAGES: Final[tuple[LanguageName, ...]] = ("essl", "glsl", "wgsl")
_OFTEN: Final = 20


class Sight(msgspec.Struct):
    """What a mutant did: the first test that showed it (0: none), the first that did something
    undefined then, and of `asked` tests how many it changed, how many became undefined, and how
    many showed it, by kind of program.
    """

    first: int = 0
    first_undefined: int = 0
    asked: int = 0
    changed: int = 0
    undefined: int = 0
    shown: dict[str, int] = {}

    @property
    def times(self) -> int:
        return sum(self.shown.values())

    def add(self, number: int, kind: str, seen: str) -> None:
        """Note what became of one more test."""
        self.asked += 1
        self.changed += seen != "same"
        if seen == "undefined":
            self.first_undefined = self.first_undefined or number
            self.undefined += 1
        if seen == "shown":
            self.first = self.first or number
            self.shown = {**self.shown, kind: self.shown.get(kind, 0) + 1}


class Row(msgspec.Struct, frozen=True):
    """Of one language: its tests by kind, and what each mutant did."""

    language: str
    tests: dict[str, int]
    mutants: dict[str, Sight]


def measure(
    language: LanguageName,
    tests: int,
    rng_seed: int,
    enough: int,
    mutants: Sequence[ShadingMutant],
    options: Mapping[str, str],
    keep: Callable[[Row], None],
) -> Row:
    """Draw tests, and ask each mutant about them until it was shown often enough; `keep` gets what
    is known from time to time.
    """
    row = Row(language, {}, {one.name: Sight() for one in mutants})
    kinds: Counter[str] = Counter()
    for number, case in enumerate(islice(draw_tests(language, rng_seed, options), tests), 1):
        kind = kind_of(case)
        kinds[kind] += 1
        assert isinstance(case.oracle, Expected)
        subject = Subject(case.programs["program"], case.oracle.outcome)
        for mutant in mutants:
            if row.mutants[mutant.name].times < enough:
                row.mutants[mutant.name].add(number, kind, subject.under(mutant))
        left = sum(one.times < enough for one in row.mutants.values())
        if not left:
            break
        if number % _OFTEN == 0:
            keep(msgspec.structs.replace(row, tests=dict(kinds)))
            print(f"{language}: {number} tests, {left} mutants left", file=sys.stderr, flush=True)
    return msgspec.structs.replace(row, tests=dict(kinds))


def table(rows: Sequence[Row]) -> str:
    """Return the sights as a table in Markdown: first test, tests that show it, of how many."""
    lines = [
        f"| mutant | {' | '.join(row.language for row in rows)} |",
        f"|---|{'---|' * len(rows)}",
    ]
    for name in sorted({name for row in rows for name in row.mutants}):
        found = [row.mutants.get(name) for row in rows]
        cells = ["" if one is None else _cell(one) for one in found]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(one: Sight) -> str:
    return f"{one.first or 'none'}: {one.times} of {one.asked}"


def _chosen(language: LanguageName, names: Sequence[str] | None) -> list[ShadingMutant]:
    return [one for one in mutants_of(language) if not names or one.name in names]


def main(arguments: list[str]) -> int:
    """Print the table; the exit status is 1 if a mutant was never shown."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tests", type=int, default=300)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--enough", type=int, default=5)
    parser.add_argument("--mutant", action="append")
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    options = dict(one.split("=", 1) for one in asked.option)
    rows: list[Row] = []

    def keep(row: Row) -> None:
        if asked.json is not None:
            asked.json.write_bytes(msgspec.json.encode([*rows, row]) + b"\n")

    for language in asked.language or LANGUAGES:
        mutants = _chosen(language, asked.mutant)
        row = measure(language, asked.tests, asked.seed, asked.enough, mutants, options, keep)
        keep(row)
        rows.append(row)
    print(table(rows))
    return 0 if all(one.first for row in rows for one in row.mutants.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
