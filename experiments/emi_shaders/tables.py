"""What the tests of the ablation showed, and tables of it in Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from math import inf, isinf

import msgspec
from experiments.emi_shaders.settings import (
    ALL,
    LIVE_CODE,
    OF_EVERY_MUTANT,
    OF_KINDS,
    OF_KNOWLEDGE,
    SEEDS,
)
from experiments.shading_mutants.blocks import BLOCK, compared, in_blocks

from aberration.languages.shading.tree import LanguageName


class Shown(msgspec.Struct):
    """Of one setting: how many variants there were, with how many mutations, and by mutant the
    numbers of the tests that show it, while their seeds do not.
    """

    variants: int = 0
    mutations: int = 0
    tests: dict[str, list[int]] = {}

    def add(self, test: int, mutations: int, mutants: Sequence[str]) -> None:
        """Count a variant."""
        self.variants += 1
        self.mutations += mutations
        for name in mutants:
            self.tests.setdefault(name, []).append(test)

    @property
    def sights(self) -> list[tuple[int, str]]:
        """Return each test with each mutant that it shows."""
        return [(test, name) for name, tests in self.tests.items() for test in tests]


class Row(msgspec.Struct):
    """Of one language: where the seed of each test came from, and what each setting showed. Of the
    seeds alone those mutants are named that they show.
    """

    language: LanguageName
    sources: list[str] = []
    settings: dict[str, Shown] = {}
    defects: list[str] = []

    def shown(self, setting: str) -> Shown:
        """Return what a setting showed."""
        return self.settings.get(setting, Shown())


def groups(rows: Sequence[Row]) -> list[list[str]]:
    """Return the settings that were asked about, those of mutations and those of knowledge."""
    asked = {setting for row in rows for setting in row.settings}
    lists = [[one for one in group if one in asked] for group in (OF_KINDS, OF_KNOWLEDGE)]
    return [[SEEDS, ALL, *group] for group in lists if group]


def by_setting(rows: Sequence[Row], settings: Sequence[str]) -> str:
    """Return, for each setting, what its mutations show that the seeds do not."""
    lines = [
        "| setting | mutations | live code: mutants | tests | first (median) "
        f"| in blocks of {BLOCK} tests (p) | all: mutants | tests |",
        f"|{'---|' * 8}",
    ]
    own = [f"| {setting} | {' | '.join(_cells(rows, setting))} |" for setting in settings]
    return "\n".join([*lines, *own])


def _cells(rows: Sequence[Row], setting: str) -> list[str]:
    every = [row.shown(setting) for row in rows]
    variants = sum(one.variants for one in every)
    whole = None if setting in (ALL, SEEDS) else _blocks(rows, ALL)
    asked = setting in OF_EVERY_MUTANT
    return [
        f"{sum(one.mutations for one in every) / max(variants, 1):.1f}",
        " / ".join(str(len({name for _, name in _live(one)})) for one in every),
        str(sum(len(_live(one)) for one in every)),
        _number(statistics.median(_firsts(rows, setting, LIVE_CODE))),
        compared(_blocks(rows, setting), whole),
        str(len({name for one in every for name in one.tests})) if asked else "",
        str(sum(len(one.sights) for one in every)) if asked else "",
    ]


def by_mutant(rows: Sequence[Row], settings: Sequence[str]) -> str:
    """Return how many tests of each setting show each mutant that was planted for live code, and
    the median over the languages of the first one.
    """
    names = list(LIVE_CODE)
    lines = [
        f"| setting | {' | '.join(f'`{name}`' for name in names)} |",
        f"|---|{'---|' * len(names)}",
    ]
    for setting in settings:
        cells = []
        for name in names:
            count = sum(len(row.shown(setting).tests.get(name, ())) for row in rows)
            first = _number(statistics.median(_firsts(rows, setting, [name])))
            cells.append(f"{count} ({first})" if count else "-")
        lines.append(f"| {setting} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _live(shown: Shown) -> list[tuple[int, str]]:
    """Return what was shown of the mutants of live code."""
    return [one for one in shown.sights if one[1] in LIVE_CODE]


def _firsts(rows: Sequence[Row], setting: str, names: Sequence[str]) -> list[float]:
    """Return the first test that shows each mutant in each language, infinity where none does."""
    every = [row.shown(setting).tests for row in rows]
    return [
        min(tests.get(name, [])) if tests.get(name) else inf for tests in every for name in names
    ]


def _blocks(rows: Sequence[Row], setting: str) -> list[int]:
    """Return how many mutants of live code were shown in each whole block of tests."""
    pairs = [(len(row.sources), _live(row.shown(setting))) for row in rows]
    return [count for tests, sights in pairs for count in in_blocks(tests, sights)]


def _number(value: float) -> str:
    return "never" if isinf(value) else f"{value:.0f}"
