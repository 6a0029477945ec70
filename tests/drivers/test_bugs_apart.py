"""The deaths of spirv-opt in docs/bugs.md, all met in one campaign: as many bugs as there are,
whatever the version.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from helpers.command_line import CORPUS

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import Confirmer
from aberration.campaign.crew import Processes
from aberration.campaign.observe import observe_fresh
from aberration.campaign.records import FoundRecord, RunRecord
from aberration.campaign.store import Header, Store
from aberration.campaign.triage.pipeline import bugs_of, reduce_findings, targets_of
from aberration.core.target import Target
from aberration.core.testcase import load_case
from aberration.methods.registry import method_named
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, resolve

NEW, OLD, STRIPPED = "2025.5", "13.1.1", "2023.1"
MET = (
    ("spirv-opt-unroll-no-preheader", (f"{NEW}:-O", f"{OLD}:-O", f"{STRIPPED}:-O")),
    ("spirv-opt-unroll-block-order", (f"{NEW}:-O", f"{STRIPPED}:-O")),
    ("spirv-opt-unroll-merge-phi", (f"{OLD}:-O", f"{STRIPPED}:-O")),
    ("spirv-opt-robust-access-crash", (f"{OLD}:random-2", f"{STRIPPED}:random-2")),
)
DEADLINE = 20.0


def target(name: str) -> Target:
    known = {target.id: target for target in discover()}
    found = known.get(f"spirv-opt@{name}") or resolve(f"spirv-opt@{name}")
    assert found is not None
    assert found.available, found.reason
    return found


def findings(
    configuration: FuzzConfiguration, met: Sequence[tuple[str, tuple[str, ...]]]
) -> list[FoundRecord]:
    """Return what executors would have found: each bug on some versions, confirmed."""
    found: list[FoundRecord] = []
    with TargetPool() as pool:
        confirmer = Confirmer(pool, configuration, method_named("transform"))
        for number, (name, versions) in enumerate(met):
            case = load_case(CORPUS / "bugs" / name)
            for version in versions:
                one = target(version)
                seen = observe_fresh(pool, case, [one], DEADLINE)
                found += confirmer.findings(number, case, [one], seen)
    return found


def bugs(tmp_path: Path, met: Sequence[tuple[str, tuple[str, ...]]]) -> dict[frozenset[str], str]:
    """Return the names of the cases of each bug, and its signature."""
    names = tuple(
        f"spirv-opt@{version}" for version in dict.fromkeys(one for _, some in met for one in some)
    )
    configuration = FuzzConfiguration(
        methods=("transform",), targets=names, tests=1, confirmations=1, jobs=2
    )
    store = Store.in_folder(tmp_path)
    store.create(Header(configuration, "digest"))
    found = tuple(findings(configuration, met))
    assert len(found) == sum(len(versions) for _, versions in met)
    assert {one.finding.verdict.kind for one in found} == {"crash"}
    store.record(RunRecord(0, "transform", 1, 1.0, 1.0, (), found), 1.0)
    targets = targets_of(store)
    reduce_findings(store, targets, method_named, crew=Processes(2, tmp_path / "log"))
    assert {finding.state for finding in store.findings()} == {"reduced"}
    told = {
        frozenset(met[store.finding(name).test][0] for name in bug.findings): bug.signature
        for bug in bugs_of(store, targets, method_named)
    }
    assert sum(len(bug.findings) for bug in bugs_of(store, targets, method_named)) == len(found)
    assert len(bugs_of(store, targets, method_named)) == len(told), "a bug is told twice"
    store.close()
    return told


def test_two_deaths_of_one_version_are_two_bugs(tmp_path: Path) -> None:
    met = tuple((name, versions[:1]) for name, versions in MET[:2])
    assert set(bugs(tmp_path, met)) == {frozenset((name,)) for name, _ in met}


@pytest.mark.slow
def test_every_death_in_every_version_is_one_bug_each(tmp_path: Path) -> None:
    told = bugs(tmp_path, MET)
    assert set(told) == {frozenset((name,)) for name, _ in MET}
    assert len(set(told.values())) == len(MET)


def test_findings_of_a_store_say_where_they_died(tmp_path: Path) -> None:
    (record,) = findings(FuzzConfiguration(confirmations=1), ((MET[0][0], MET[0][1][1:2]),))
    assert "FullyUnroll" in record.finding.verdict.signature
    assert any(
        "aberration: stack" in msgspec.json.encode(given).decode()
        for given in record.evidence.values()
    )
