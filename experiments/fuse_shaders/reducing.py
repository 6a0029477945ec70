"""How small fused programs become that show planted mistakes, and how well findings are sorted.

    python -m experiments.fuse_shaders.reducing --sights FILE... [--language essl]... [--each 2]
    [--mutants 0] [--seconds 60] [--seed 0] [--until 3600] [--output reduced.json]
    python -m experiments.fuse_shaders.reducing --tiny [the same]
    python -m experiments.fuse_shaders.reducing --again reduced.json...

The files are those of `measure`, and so is `--seed`. Of each mutant and language the first tests
that show it are reduced: steps, then both parts as trees, then steps again. Each smaller test is
fused anew, and must be defined. `--mutants` takes only so many of a language, those for which the
fewest tests have to be drawn. With `--tiny`, programs of two tiny random ones are drawn in place
of those of `measure`; each is reduced for at most two mutants, first for those that were found
before. Then `sorting` makes bugs of the findings; `--again` does so with the small programs that an
earlier run wrote.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec
from experiments.fuse_shaders.drawing import draw_tests
from experiments.fuse_shaders.measure import LANGUAGES, Row, load_rows
from experiments.fuse_shaders.settings import ALL
from experiments.fuse_shaders.sorting import Reduction, sort
from experiments.shader_reduction.questions import OURS, shows
from experiments.shading_mutants.subject import Subject, mutants_of
from msgspec.structs import replace

from aberration.core.errors import BadInput, InternalError
from aberration.core.oracle import Verdict
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.method import FuseMethod
from aberration.methods.shaders.shader_tests import ShaderTests
from aberration.reduce.program import Limits, Questions, lines_of, shrink
from aberration.reduce.reducer import reduce_case
from aberration.reduce.search import forget
from aberration.targets.shading_mutants.catalogue import shading_mutant
from aberration.targets.shading_mutants.mutant import ShadingMutant

WANTED: Final = Verdict("wrong", "wrong image")
_ROUNDS: Final = 3
_MUTANTS: Final = 2
"""Mutants for which one test is reduced, where no sights say which."""


class Reducer:
    """Makes a test small that shows a mutant, by our interpreter alone."""

    def __init__(self, method: FuseMethod, mutant: ShadingMutant, seconds: float) -> None:
        self._method: Final = method
        self._mutant: Final = mutant
        self._alone: Final = ShaderTests("fuse", 0)
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

        part = case.recipe.seeds[role]
        # With no step left one part alone may show it: that is asked first, as it takes less time.
        showing = [one for one in case.recipe.seeds.values() if self._shows_alone(one)]
        alone = not case.recipe.steps and showing == [part]
        limits = Limits(seconds=max(self._until - time.monotonic(), 0.0) / 2)
        cheap = self._shows_alone if alone else interesting
        found = shrink(part, Questions(interesting, interesting, cheap), limits, forget).program
        return with_program(found) or case

    def _shows_alone(self, part: Program) -> bool:
        self.tries += 1
        try:
            repaired = self._alone.repair(part)
            result = self._alone.result(repaired)
            if not isinstance(result, Buffers | Image):
                return False
            return Subject(repaired, result).under(self._mutant) == "shown"
        except (BadInput, *OURS):
            return False


def chosen(row: Row, each: int, mutants: int) -> dict[int, list[str]]:
    """Return the mutants to ask about, by the number of a test: each with the first tests that
    show it. Of all mutants so many are taken, those whose last test comes first; 0 takes all.
    """
    tests: dict[str, list[int]] = {}
    for one in row.sights:
        if one.setting == ALL:
            tests.setdefault(one.mutant, []).append(one.test)
    enough = {name: shown[:each] for name, shown in tests.items()}
    if mutants:
        whole = sorted((shown[-1], name) for name, shown in enough.items() if len(shown) == each)
        enough = {name: enough[name] for _, name in whole[:mutants]}
    wanted: dict[int, list[str]] = {}
    for name, shown in enough.items():
        for test in shown:
            wanted.setdefault(test, []).append(name)
    return wanted


Wanted = Callable[[int, TestCase], Sequence[str]]
"""Says of a test, by its number, for which mutants it is to be reduced."""


def wanted_of_sights(wanted: dict[int, list[str]]) -> Wanted:
    """Return what takes the mutants that are known to show."""
    return lambda number, _: wanted.get(number, ())


def wanted_of_all(language: LanguageName, each: int) -> Wanted:
    """Return what takes two of the mutants that a test shows, first those that were taken before,
    but not often enough.
    """
    taken = Counter[str]()

    def wanted(_: int, case: TestCase) -> list[str]:
        left = [one for one in mutants_of(language) if taken[one.name] < each]
        left.sort(key=lambda one: (-taken[one.name], one.name))
        found = list(islice((one.name for one in left if _shows(case, one)), _MUTANTS))
        taken.update(found)
        return found

    return wanted


def _shows(case: TestCase, mutant: ShadingMutant) -> bool:
    try:
        return shows(case, mutant)
    except OURS:
        return False


def reductions(
    language: LanguageName, tests: Iterable[TestCase], wanted: Wanted, seconds: float, until: float
) -> Iterator[Reduction]:
    """Reduce tests, each for the mutants that it is to show."""
    method = FuseMethod()
    for number, case in enumerate(tests, 1):
        for name in wanted(number, case):
            if time.monotonic() > until:
                return
            start, reducer = time.monotonic(), Reducer(method, shading_mutant(name), seconds)
            small = reducer.reduce(case)
            if small is not None:
                took = time.monotonic() - start
                yield _reduction(language, name, number, case, small, reducer.tries, took)


def _reduction(
    language: LanguageName,
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
        left.seeds["first"].stage,
        {role: part.source.decode() for role, part in left.seeds.items()},
        {role: part.inputs for role, part in left.seeds.items()},
        after.programs["program"].source.decode(),
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
    given = parser.add_mutually_exclusive_group(required=True)
    given.add_argument("--sights", type=Path, nargs="+", default=[])
    given.add_argument("--tiny", action="store_true")
    given.add_argument("--again", type=Path, nargs="+", default=[])
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--each", type=int, default=2)
    parser.add_argument("--mutants", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--until", type=float, default=3600, help="seconds for each language")
    parser.add_argument("--output", type=Path)
    asked = parser.parse_args(arguments)
    made = [one for file in asked.again for one in load_reductions(file)]
    for one in () if asked.again else _made_anew(asked):
        made.append(one)
        print(*msgspec.structs.astuple(one)[:-3], flush=True)
        if asked.output is not None:
            # After each: what was found stays when the run is stopped.
            asked.output.write_bytes(msgspec.json.format(msgspec.json.encode(made)) + b"\n")
    for language in dict.fromkeys(one.language for one in made):
        own = [one for one in made if one.language == language]
        print(language, summary(own), sort(own), sep="\n")
    return 0


def _made_anew(asked: argparse.Namespace) -> Iterator[Reduction]:
    rows = {row.language: row for file in asked.sights for row in load_rows(file)}
    for language in asked.language or LANGUAGES:
        until = time.monotonic() + asked.until
        tests = draw_tests(FuseMethod(), language, asked.seed, tiny=asked.tiny)
        wanted = wanted_of_all(language, asked.each)
        if language in rows:
            numbers = chosen(rows[language], asked.each, asked.mutants)
            tests = islice(tests, max(numbers, default=0))
            wanted = wanted_of_sights(numbers)
        yield from reductions(language, tests, wanted, asked.seconds, until)


def load_reductions(file: Path) -> list[Reduction]:
    """Return what an earlier run wrote."""
    return msgspec.json.decode(file.read_bytes(), type=list[Reduction])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
