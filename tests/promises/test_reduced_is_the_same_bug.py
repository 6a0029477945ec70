"""The promises: the class of a finding is known before its report, and a reduced case shows the
same bug as the case that it was reduced from: the same kind of verdict and the same signature.
"""

from pathlib import Path
from typing import get_args

import pytest
from helpers import wordplay

from aberration.campaign.observe import observe_fresh
from aberration.campaign.store import Store
from aberration.core.finding import Finding, Reliability
from aberration.targets.pool import TargetPool


def findings_of(folder: Path) -> list[Finding]:
    store = Store.in_folder(folder)
    try:
        return store.findings()
    finally:
        store.close()


def test_each_finding_has_its_class_with_the_looks_behind_it(quiet: Path) -> None:
    found = findings_of(quiet)
    assert found
    for finding in found:
        assert finding.reliability in get_args(Reliability)
        assert finding.state == "waiting" or finding.tries > 0
        assert finding.observed <= finding.tries


def test_a_reduced_case_is_the_same_bug(
    reduced: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONPATH", wordplay.SEARCHED)
    targets = {target.id: target for target in wordplay.providers()}
    smaller = [finding for finding in findings_of(reduced) if finding.reduced is not None]
    assert {finding.verdict.kind for finding in smaller} == {"crash", "wrong"}
    with TargetPool() as pool:
        for finding in smaller:
            assert finding.reduced is not None
            assert len(finding.reduced.recipe.steps) <= len(finding.case.recipe.steps)
            target = targets[finding.target]
            verdicts = [
                observe_fresh(pool, case, [target], 10.0).verdicts[target.id]
                for case in (finding.case, finding.reduced)
            ]
            kinds = {(verdict.kind, verdict.signature) for verdict in verdicts}
            assert kinds == {(finding.verdict.kind, finding.verdict.signature)}
