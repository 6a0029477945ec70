"""Bugs as archives, of cases in `corpus/bugs`."""

from __future__ import annotations

from pathlib import Path

from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.testcase import load_case
from aberration.dedup.bugs import find_bugs
from aberration.methods.registry import method_named
from aberration.report.bundle import account_of_case
from aberration.report.sharing.share import share_account, share_finding

BUGS = Path(__file__).parents[2] / "corpus" / "bugs"
IN_C = BUGS / "pcc-constant-division-signed"
OTHER_IN_C = BUGS / "pcc-constant-shift-unsigned"
MODULES = BUGS / "lavapipe-nested-unrolling"
WRONG = Verdict("wrong", "wrong text", "it prints something else")


def shared_case(folder: Path, path: Path) -> Path:
    """Write an archive of a case that nobody ran."""
    case = load_case(folder)
    account = account_of_case(folder.name, case, method_named(case.recipe.method))
    share_account(account, folder.name, path)
    return path


def found(folder: Path, target: str, verdict: Verdict = WRONG) -> Finding:
    """Return a finding that says that a target goes wrong on a case: nobody looked."""
    case = load_case(folder)
    return Finding(
        f"000001-{target}",
        1,
        target,
        "9.9 of elsewhere",
        verdict,
        case,
        "reliable",
        3,
        3,
        "reduced",
    )


def shared_finding(folder: Path, target: str, path: Path, verdict: Verdict = WRONG) -> Path:
    """Write an archive of such a finding."""
    finding = found(folder, target, verdict)
    method = method_named(finding.case.recipe.method)
    (bug,) = find_bugs([finding], {target: target}, lambda _: method.ignored_types)
    share_finding(bug, finding, {}, method, path)
    return path
