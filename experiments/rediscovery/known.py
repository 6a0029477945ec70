"""The known wrong-code bugs, what each version of their compilers does with their reduced cases,
and on which of the campaigns' versions each can be found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from tools.bugs_by_version import BUGS, PAGE, index, stored

from aberration.campaign.triage.blame import in_versions, series_of
from aberration.campaign.triage.question import HERE
from aberration.campaign.verification import Subject, Verifier
from aberration.core.errors import TargetUnavailable, UnknownName
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.core.testcase import load_case
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

WRONG = "wrong"
PASSES = ":passes:"


class Known(msgspec.Struct, frozen=True):
    """A bug of `corpus/bugs` in the compiler `family`: its reduced case, and what each version of
    the compiler does with that (`right`, `wrong`, ...), by the version's number; `series` are the
    ways to use the compiler (its back end, the driver behind it) in which it was seen, `passes`
    those of an optimiser that show it by themselves.
    """

    name: str
    family: str
    case: TestCase
    told: dict[str, str]
    series: frozenset[str] = frozenset()
    passes: frozenset[str] = frozenset()

    @property
    def language(self) -> str:
        """Return the language of the programs under test, which is one."""
        return next(iter(self.case.programs.values())).language


def known_bugs() -> list[Known]:
    """Return the wrong-code bugs of the index, one for each compiler that has it, by what
    `tools/bugs_by_version.py` saw.
    """
    wrong = dict.fromkeys(row.case for row in index() if WRONG in row.verdict)
    series = _series_by_case()
    passes = {row.case: passes_of(row.target) for row in index() if PASSES in row.target}
    return [
        Known(
            row.case,
            row.family,
            load_case(BUGS / row.case),
            row.told,
            frozenset(series.get(row.case, ())),
            passes.get(row.case, frozenset()),
        )
        for row in stored(PAGE.read_text())
        if row.case in wrong and WRONG in row.told.values()
    ]


def passes_of(target: str) -> frozenset[str]:
    """Return the passes that an id such as `spirv-opt@2025.5:passes:ccp/loop-fission=2` names,
    without their arguments.
    """
    listed = target.partition(PASSES)[2].partition("+")[0]
    return frozenset(one.partition("=")[0] for one in listed.split("/") if one)


def versions_told(case: TestCase, target: Target, pool: TargetPool) -> dict[str, str]:
    """Return what each installed version of a target's compiler does with a case, oldest first."""
    return {row.version: row.word for row in Verifier(pool).verify(Subject("", case, target)).rows}


def numbers(targets: Sequence[Target], pool: TargetPool) -> dict[str, str]:
    """Return the number of the version of each target, as the table of versions has it."""
    found: dict[str, str] = {}
    for target in targets:
        for number, one in in_versions(target, HERE, pool):
            found[one.id] = number
    return {target.id: found.get(target.id, "") for target in targets}


def shown_on(known: Known, targets: Sequence[Target], version: Mapping[str, str]) -> list[str]:
    """Return the targets, by id, that show a bug: their version does, in the language of its case;
    of those only the ones that are used as the bug was seen, where there are any.
    """
    there = [
        target
        for target in targets
        if (target.family or target.id) == known.family
        and known.language in target.languages
        and known.told.get(version[target.id]) == WRONG
    ]
    alike = [target for target in there if series_of(target) in known.series]
    return [target.id for target in alike or there]


def _series_by_case() -> dict[str, set[str]]:
    """Return in which ways each bug's compiler was used where it was seen wrong."""
    found: dict[str, set[str]] = {}
    targets = discover()
    for row in index():
        if WRONG not in row.verdict:
            continue
        try:
            target = select(targets, [row.target])[0]
        except (TargetUnavailable, UnknownName):
            continue
        found.setdefault(row.case, set()).add(series_of(target))
    return found
