"""How well findings are sorted whose planted mistakes are known.

All mutants of a language are taken for mistakes of one compiler, which is harder than it is: each
is a target of its own. Each finding counts as one of a program of its own: of one program a
compiler gives one finding, and here several mutants are shown by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

import msgspec

from aberration.core.finding import Finding
from aberration.core.inputs import Inputs
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Image
from aberration.core.program import Program, Stage
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.dedup.bugs import find_bugs
from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.method import NAME, VERSION, FuseMethod

_WANTED: Final = Verdict("wrong", "wrong image")
_NONE: Final = Expected(Image(1, 1, "rgba8", bytes(4)))


class Reduction(msgspec.Struct, frozen=True):
    """What became of a test: lines of each part and steps, before and after; what is left of the
    steps; programs that were looked at, and seconds; the small parts with
    their inputs, and the program that they become.
    """

    language: LanguageName
    mutant: str
    test: int
    lines_before: tuple[int, ...]
    steps_before: int
    lines: tuple[int, ...]
    steps: tuple[str, ...]
    relation: str
    tries: int
    seconds: float
    stage: Stage
    parts: dict[str, str]
    inputs: dict[str, Inputs]
    program: str


class Sorting(msgspec.Struct, frozen=True):
    """How findings were sorted: bugs, and those that have findings of several mutants; how many
    more there are than one of each mutant, and how many of these are marked as perhaps another of
    it; how many are so marked in all; and of pairs of findings, the shares that are rightly
    together.
    """

    findings: int
    mutants: int
    bugs: int
    of_several: int
    duplicates: int
    marked_duplicates: int
    marked: int
    precision: float
    recall: float


def finding_of(name: str, reduction: Reduction) -> Finding:
    """Return a finding as a campaign has it."""
    small = {role: text.encode() for role, text in reduction.parts.items()}
    given = {role: f"{name} {role}".encode() for role in small}
    steps = tuple[Step, ...]({"type": kind} for kind in reduction.steps)
    cases = [_case_of(reduction, texts, steps) for texts in (given, small)]
    return Finding(
        name, 0, reduction.language, "", _WANTED, cases[0], "reliable", 3, 3, "reduced",
        reduced=cases[1],
    )  # fmt: skip


def _case_of(reduction: Reduction, texts: dict[str, bytes], steps: tuple[Step, ...]) -> TestCase:
    seeds = {
        role: Program(reduction.language, reduction.stage, text) for role, text in texts.items()
    }
    options = {"relation": reduction.relation}
    return TestCase(Recipe(NAME, VERSION, seeds, steps, options), {}, _NONE)


def sort(made: Sequence[Reduction]) -> Sorting:
    """Make bugs of the findings of all reductions, and look how they were sorted."""
    named = {f"{number:04d}": one for number, one in enumerate(made)}
    planted = {name: (one.language, one.mutant) for name, one in named.items()}
    findings = [finding_of(name, one) for name, one in named.items()]
    ignored = FuseMethod().ignored_types
    bugs = find_bugs(findings, {}, lambda _: ignored)
    bug_of = {one: bug.id for bug in bugs for one in bug.findings}
    mutants = {bug.id: {planted[one] for one in bug.findings} for bug in bugs}
    shown = Counter(one for each in mutants.values() for one in each)
    rightly = [bug for bug in bugs if mutants[bug.id] & mutants.get(bug.perhaps, set())]
    pairs = [
        (planted[one] == planted[other], bug_of[one] == bug_of[other])
        for one, other in combinations(sorted(planted), 2)
        if planted[one][0] == planted[other][0]
    ]
    right = sum(same and together for same, together in pairs)
    return Sorting(
        len(findings),
        len(shown),
        len(bugs),
        sum(len(each) > 1 for each in mutants.values()),
        sum(shown.values()) - len(shown),
        len(rightly),
        sum(bool(bug.perhaps) for bug in bugs),
        right / max(1, sum(together for _, together in pairs)),
        right / max(1, sum(same for same, _ in pairs)),
    )
