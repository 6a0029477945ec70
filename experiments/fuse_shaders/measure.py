"""Which planted mistakes do fused programs show, after how many tests, and by which steps?

    python -m experiments.fuse_shaders.measure [--tests 300] [--language essl]... [--seed 0]
    [--enough 1] [--setting "all"]... [--json FILE]

Each mutant of the shading languages rewrites each fused program, and our interpreter runs what it
made: no driver takes part. A mutant that `--enough` tests showed with all steps is not asked again
(0: all are always asked). Each further setting of `settings.py` is asked about the same programs
with only some of their steps, and "parts alone" about the two programs that were fused.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec
from experiments.fuse_shaders.drawing import draw_tests
from experiments.fuse_shaders.settings import ALL, PARTS, SETTINGS, case_in
from experiments.shading_mutants.blocks import BLOCK, compared, in_blocks
from experiments.shading_mutants.subject import Subject, mutants_of

from aberration.core.errors import BadInput
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image
from aberration.core.recipe import TestCase
from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.method import FuseMethod
from aberration.methods.shaders.shader_tests import ShaderTests

LANGUAGES: Final[tuple[LanguageName, ...]] = ("essl", "glsl", "wgsl")
_OFTEN: Final = 10


class Sight(msgspec.Struct, frozen=True):
    """A test, by number and relation, that shows a mutant in a setting."""

    test: int
    relation: str
    setting: str
    mutant: str


class Row(msgspec.Struct):
    """Of one language: how many tests there were by relation, and what was shown."""

    language: LanguageName
    tests: dict[str, int]
    sights: list[Sight]

    def first(self, mutant: str, setting: str = ALL) -> int:
        """Return the first test that shows a mutant; 0 for none."""
        found = (one.test for one in self.sights if (one.mutant, one.setting) == (mutant, setting))
        return next(found, 0)


def subjects(
    case: TestCase, setting: str, method: FuseMethod, alone: ShaderTests
) -> Iterator[Subject]:
    """Yield the programs to ask mutants about: the fused one, or those that were fused."""
    if setting == PARTS:
        for part in case.recipe.seeds.values():
            result = alone.result(part)
            if isinstance(result, Buffers | Image):
                yield Subject(part, result)
        return
    made = case_in(setting, case, method)
    assert isinstance(made.oracle, Expected)
    yield Subject(made.programs["program"], made.oracle.outcome)


def measure(
    language: LanguageName,
    tests: int,
    rng_seed: int,
    enough: int,
    settings: Sequence[str],
    keep: Callable[[Row], None],
) -> Row:
    """Draw tests, and ask all mutants about them; `keep` gets what is known from time to time."""
    method, alone, row = FuseMethod(), ShaderTests("fuse", 0), Row(language, {}, [])
    left, shown = list(mutants_of(language)), Counter[str]()
    for number, case in enumerate(islice(draw_tests(method, language, rng_seed), tests), 1):
        relation = case.recipe.options["relation"]
        row.tests[relation] = row.tests.get(relation, 0) + 1
        for setting in settings:
            try:
                asked = list(subjects(case, setting, method, alone))
            except BadInput:
                continue
            names = [one.name for one in left if any(s.under(one) == "shown" for s in asked)]
            row.sights += [Sight(number, relation, setting, name) for name in names]
            shown.update(names if setting == ALL else ())
        left = [one for one in left if not enough or shown[one.name] < enough]
        if number % _OFTEN == 0:
            keep(row)
            print(f"{language}: {number} tests, {len(left)} mutants", file=sys.stderr, flush=True)
        if not left:
            break
    return row


def table(rows: Sequence[Row]) -> str:
    """Return the first test that shows each mutant, as a table in Markdown."""
    lines = [
        f"| mutant | {' | '.join(row.language for row in rows)} |",
        f"|---|{'---|' * len(rows)}",
    ]
    own = [{one.name for one in mutants_of(row.language)} for row in rows]
    for name in sorted(set().union(*own)):
        cells = [
            str(row.first(name) or "none") if name in names else ""
            for row, names in zip(rows, own, strict=True)
        ]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def by_setting(rows: Sequence[Row]) -> str:
    """Return, for each setting, how often mutants were shown, how many, and how many in blocks of
    tests against those with all steps.
    """
    whole = _blocks(rows, ALL)
    lines = [f"| setting | shown | mutants | in blocks of {BLOCK} tests (p) |", "|---|---|---|---|"]
    for setting in _asked(rows):
        sights = [(row.language, one) for row in rows for one in row.sights]
        own = [(language, one.mutant) for language, one in sights if one.setting == setting]
        cell = compared(_blocks(rows, setting), None if setting == ALL else whole)
        lines.append(f"| {setting} | {len(own)} | {len(set(own))} | {cell} |")
    return "\n".join(lines)


def _asked(rows: Sequence[Row]) -> list[str]:
    """Return the settings that were asked about, in order; one that showed nothing is missing."""
    found = {one.setting for row in rows for one in row.sights}
    return [setting for setting in SETTINGS if setting in found]


def _blocks(rows: Sequence[Row], setting: str) -> list[int]:
    """Return how many different mutants were shown in each whole block of tests."""
    found: list[int] = []
    for row in rows:
        own = [(one.test, one.mutant) for one in row.sights if one.setting == setting]
        found += in_blocks(sum(row.tests.values()), own)
    return found


def by_relation(rows: Sequence[Row]) -> str:
    """Return, for each relation, how many tests had it, and how often those showed a mutant."""
    tests, shown = Counter[str](), Counter[str]()
    for row in rows:
        tests.update(row.tests)
        shown.update(one.relation for one in row.sights if one.setting == ALL)
    lines = ["| relation | tests | shown | for each test |", "|---|---|---|---|"]
    for name, count in sorted(tests.items(), key=lambda one: -shown[one[0]] / one[1]):
        lines.append(f"| `{name}` | {count} | {shown[name]} | {shown[name] / count:.2f} |")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the tables; the exit status is 1 if a mutant was never shown."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tests", type=int, default=300)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--enough", type=int, default=1)
    parser.add_argument("--setting", action="append", choices=list(SETTINGS))
    parser.add_argument("--again", type=Path, nargs="+", help="only report on files of results")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    rows: list[Row] = []

    def keep(row: Row) -> None:
        if asked.json is not None:
            asked.json.write_bytes(msgspec.json.encode([*rows, row]) + b"\n")

    if asked.again:
        rows = [one for file in asked.again for one in load_rows(file)]
    for language in () if asked.again else asked.language or LANGUAGES:
        settings = asked.setting or [ALL]
        row = measure(language, asked.tests, asked.seed, asked.enough, settings, keep)
        keep(row)
        rows.append(row)
    print(table(rows), by_setting(rows), by_relation(rows), sep="\n\n")
    names = [(row, one.name) for row in rows for one in mutants_of(row.language)]
    return 0 if all(row.first(name) for row, name in names) else 1


def load_rows(file: Path) -> list[Row]:
    """Return what a file of results holds."""
    return msgspec.json.decode(file.read_bytes(), type=list[Row])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
