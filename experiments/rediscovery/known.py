"""The known wrong-code bugs, and which of them a target shows."""

from __future__ import annotations

import msgspec
from tools.bugs_by_version import BUGS, PAGE, index, stored

from aberration.campaign.observe import observe_fresh
from aberration.campaign.verification import DEADLINE, Subject, Verifier
from aberration.core.errors import AberrationError
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.core.testcase import load_case
from aberration.dedup.bugs import is_wrong_code
from aberration.targets.pool import TargetPool

WRONG = "wrong"


class Known(msgspec.Struct, frozen=True):
    """A bug of `corpus/bugs`: its reduced case, and what each version of its compiler does with
    that (`right`, `wrong`, ...), by the version's number.
    """

    name: str
    case: TestCase
    told: dict[str, str]


def known_bugs(target: Target, pool: TargetPool) -> list[Known]:
    """Return the bugs of a target's family whose reduced case is wrong on it now."""
    names = dict.fromkeys(row.case for row in index() if WRONG in row.verdict)
    told = {row.case: row.told for row in stored(PAGE.read_text()) if row.family == target.family}
    cases = [Known(name, load_case(BUGS / name), told[name]) for name in names if name in told]
    return [
        known
        for known in cases
        if _language(known.case) in target.languages and _is_wrong(known.case, target, pool)
    ]


def versions_told(case: TestCase, target: Target, pool: TargetPool) -> dict[str, str]:
    """Return what each installed version of a target's compiler does with a case, oldest first."""
    return {row.version: row.word for row in Verifier(pool).verify(Subject("", case, target)).rows}


def _is_wrong(case: TestCase, target: Target, pool: TargetPool) -> bool:
    """Run a case in new workers; one that cannot be run shows nothing."""
    try:
        return is_wrong_code(observe_fresh(pool, case, [target], DEADLINE).verdicts[target.id])
    except AberrationError:
        return False


def _language(case: TestCase) -> str:
    """Return the language of the programs under test, which is one."""
    return next(iter(case.programs.values())).language
