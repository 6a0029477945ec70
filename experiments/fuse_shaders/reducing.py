"""How small fused programs become that show planted mistakes, and how well findings are sorted.

    python -m experiments.fuse_shaders.reducing --sights FILE... [--each 2] [--seconds 60]
    [--seed 0] [--until 3600] [--output reduced.json]

The files are those of `measure`, and so is `--seed`. Of each mutant and language the first tests
that show it are reduced: steps, then both parts as trees, then steps again. Each smaller test is
fused anew, and must be defined. Then the findings become bugs, as in a campaign. All mutants of a
language are taken for mistakes of one compiler, which is harder than it is: each is a target of its
own. A pair of findings is rightly together if it has one mutant, rightly apart if it has two.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from pathlib import Path
from typing import Final

import msgspec
from experiments.fuse_shaders.drawing import draw_tests
from experiments.fuse_shaders.measure import Row, load_rows
from experiments.fuse_shaders.settings import ALL
from experiments.shader_reduction.questions import OURS, shows
from msgspec.structs import replace

from aberration.core.errors import BadInput, InternalError
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.dedup.bugs import find_bugs
from aberration.methods.fuse.method import FuseMethod
from aberration.reduce.program import Limits, Questions, lines_of, shrink
from aberration.reduce.reducer import reduce_case
from aberration.reduce.search import forget
from aberration.targets.shading_mutants.catalogue import shading_mutant
from aberration.targets.shading_mutants.mutant import ShadingMutant

WANTED: Final = Verdict("wrong", "wrong image")
_ROUNDS: Final = 3


class Reduction(msgspec.Struct, frozen=True):
    """What became of a test: lines of each part and steps, before and after; what is left of the
    steps; programs that were looked at, and seconds.
    """

    language: str
    mutant: str
    test: int
    lines_before: tuple[int, ...]
    steps_before: int
    lines: tuple[int, ...]
    steps: tuple[str, ...]
    relation: str
    tries: int
    seconds: float


class Reducer:
    """Makes a test small that shows a mutant, by our interpreter alone."""

    def __init__(self, method: FuseMethod, mutant: ShadingMutant, seconds: float) -> None:
        self._method: Final = method
        self._mutant: Final = mutant
        self._until: Final = time.monotonic() + seconds
        self.tries = 0

    def reduce(self, case: TestCase) -> TestCase | None:
        """Return the smallest test; None where it does not show the mutant."""
        for _ in range(_ROUNDS):
            reduced = reduce_case(case, self._method, WANTED, self._observe)
            if not reduced.is_stable:
                return None
            before = case = reduced.case
            for role in case.recipe.seeds:
                case = self._with_small(case, role)
            if case == before:
                break
        return case

    def _observe(self, case: TestCase) -> Verdict:
        self.tries += 1
        try:
            return WANTED if shows(case, self._mutant) else Verdict("pass")
        except OURS:
            return Verdict("none")

    def _with_small(self, case: TestCase, role: str) -> TestCase:
        def with_program(program: Program) -> TestCase | None:
            seeds = {**case.recipe.seeds, role: program}
            try:
                return self._method.replay(replace(case.recipe, seeds=seeds)).case
            except (BadInput, InternalError):
                return None

        def interesting(program: Program) -> bool:
            made = with_program(program)
            return made is not None and self._observe(made) == WANTED

        limits = Limits(seconds=max(self._until - time.monotonic(), 0.0) / 2)
        tests = Questions(interesting, interesting, interesting)
        found = shrink(case.recipe.seeds[role], tests, limits, forget).program
        return with_program(found) or case


def reductions(
    row: Row, rng_seed: int, each: int, seconds: float, until: float
) -> Iterator[tuple[Reduction, TestCase]]:
    """Reduce the first tests that show each mutant."""
    wanted: dict[int, list[str]] = {}
    counts = Counter[str]()
    for one in row.sights:
        counts[one.mutant] += one.setting == ALL
        if one.setting == ALL and counts[one.mutant] <= each:
            wanted.setdefault(one.test, []).append(one.mutant)
    method = FuseMethod()
    tests = draw_tests(method, row.language, rng_seed)
    for number, case in enumerate(islice(tests, max(wanted, default=0)), 1):
        for name in wanted.get(number, ()):
            if time.monotonic() > until:
                return
            start, reducer = time.monotonic(), Reducer(method, shading_mutant(name), seconds)
            small = reducer.reduce(case)
            if small is not None:
                took = time.monotonic() - start
                yield (
                    _reduction(row.language, name, number, case, small, reducer.tries, took),
                    small,
                )


def _reduction(
    language: str,
    mutant: str,
    test: int,
    before: TestCase,
    after: TestCase,
    tries: int,
    seconds: float,
) -> Reduction:
    given, left = before.recipe, after.recipe
    return Reduction(
        language,
        mutant,
        test,
        tuple(map(lines_of, given.seeds.values())),
        len(given.steps),
        tuple(map(lines_of, left.seeds.values())),
        tuple(str(step["type"]) for step in left.steps),
        left.options["relation"],
        tries,
        round(seconds, 1),
    )


class Sorting(msgspec.Struct, frozen=True):
    """How findings were sorted: bugs, those that have findings of several mutants, those that are
    more than one of a mutant; and of pairs of findings, the shares that are rightly together.
    """

    findings: int
    mutants: int
    bugs: int
    of_several: int
    duplicates: int
    precision: float
    recall: float


def sort(made: Sequence[tuple[Reduction, TestCase]]) -> Sorting:
    """Make bugs of the findings of all reductions, and look how they were sorted."""
    findings, planted = [], dict[str, tuple[str, str]]()
    for number, (row, small) in enumerate(made):
        name = f"{number:04d}"
        planted[name] = row.language, row.mutant
        findings.append(
            Finding(name, number, row.language, "", WANTED, small, "reliable", 3, 3, "reduced",
                    reduced=small)
        )  # fmt: skip
    ignored = FuseMethod().ignored_types
    bugs = find_bugs(findings, {}, lambda _: ignored)
    bug_of = {one: bug.id for bug in bugs for one in bug.findings}
    mutants = [tuple(sorted({planted[one] for one in bug.findings})) for bug in bugs]
    firsts = Counter(one for each in mutants for one in each)
    pairs = [
        (planted[one] == planted[other], bug_of[one] == bug_of[other])
        for one, other in combinations(sorted(planted), 2)
        if planted[one][0] == planted[other][0]
    ]
    right = sum(same and together for same, together in pairs)
    return Sorting(
        len(findings),
        len(set(planted.values())),
        len(bugs),
        sum(len(each) > 1 for each in mutants),
        sum(firsts.values()) - len(firsts),
        right / max(1, sum(together for _, together in pairs)),
        right / max(1, sum(same for same, _ in pairs)),
    )


def summary(rows: Sequence[Reduction]) -> str:
    """Return the medians of the reductions, and what is left of the steps."""
    parts = [lines for row in rows for lines in row.lines]
    steps = [len(row.steps) for row in rows]
    kinds = Counter(kind for row in rows for kind in row.steps)
    return (
        f"{len(rows)} reductions: a part has {statistics.median(parts)} lines (at most "
        f"{max(parts)}; before {statistics.median(n for row in rows for n in row.lines_before)}), "
        f"{statistics.median(steps)} steps are left (at most {max(steps)}; before "
        f"{statistics.median(row.steps_before for row in rows)}); "
        f"{statistics.median(row.tries for row in rows)} tries, "
        f"{statistics.median(row.seconds for row in rows)} s; "
        f"{sum(not n for n in steps)} need no step; left: {dict(kinds.most_common())}"
    )


def main(arguments: list[str]) -> int:
    """Print a row for each reduction, the medians, and how well they were sorted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sights", type=Path, nargs="+", required=True)
    parser.add_argument("--each", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--until", type=float, default=3600)
    parser.add_argument("--output", type=Path)
    asked = parser.parse_args(arguments)
    made: list[tuple[Reduction, TestCase]] = []
    until = time.monotonic() + asked.until
    for file in asked.sights:
        for row in load_rows(file):
            for one in reductions(row, asked.seed, asked.each, asked.seconds, until):
                made.append(one)
                print(*msgspec.structs.astuple(one[0]), flush=True)
    print(summary([one for one, _ in made]))
    sorting = sort(made)
    print(sorting)
    if asked.output is not None:
        held = {"sorting": sorting, "reductions": [one for one, _ in made]}
        asked.output.write_bytes(msgspec.json.format(msgspec.json.encode(held)) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
