"""What a campaign is said to have done: its findings by test, and what the versions said before."""

from __future__ import annotations

from pathlib import Path

import msgspec
from experiments.rediscovery.campaigns import Sample
from experiments.rediscovery.judge import TOLD, Versions, run_of, target_name
from experiments.rediscovery.known import known_bugs
from helpers.records import finding, run_record

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.store import Header, Store
from aberration.core.finding import Culprit
from aberration.core.target import Target
from aberration.targets.pool import TargetPool

TARGETS = (Target("tcc", "executes", ("c",), family="tcc"), Target("gcc", "executes", ("c",)))


def _campaign(work: Path) -> None:
    """Make a campaign of two runs, with a finding that nobody reduced, and its log."""
    (work / "emi").mkdir()
    store = Store.in_folder(work / "emi")
    store.create(Header(FuzzConfiguration(targets=("tcc", "gcc"), rng_seed=5), "0123456789abcdef"))
    store.begin_session(1)
    store.record(run_record(0), 1.0)
    store.record(run_record(1, findings=1), 2.0)
    store.close()
    samples = [Sample(70.0, 10.0, 2, 1), Sample(190.0, 10.0, 3, 10), Sample(250.0, 10.0, 4, 11)]
    (work / "emi.jsonl").write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in samples))


def test_a_finding_came_with_its_test(tmp_path: Path) -> None:
    _campaign(tmp_path)
    with TargetPool() as pool:
        versions = Versions(pool, tmp_path / TOLD)
        known = [one for one in known_bugs() if one.family in ("tcc", "llvmpipe")]
        run = run_of("emi", tmp_path, known, TARGETS, versions, {"tcc": "0.9.27", "gcc": "12"})
    assert (run.method, run.seed, run.tests, run.minutes, run.before) == ("emi", 5, 4, 4.0, 0.17)
    assert run.reached["tcc"] > 0
    assert run.known["tcc-truth-value-keeps-cast (tcc)"] == ("tcc",)
    assert run.known["lavapipe-swapped-arms (llvmpipe)"] == ()
    (found,) = run.found
    assert (found.tests, found.minutes, found.answer) == (3, 3.0, "unreduced")


def test_what_was_asked_is_not_asked_again(tmp_path: Path) -> None:
    case = finding(1).case
    with TargetPool() as pool:
        first = Versions(pool, tmp_path / TOLD)
        # A target that is not here has no versions: nothing says anything.
        absent = Target("absent", "executes", ("c",), available=False)
        assert first.told(case, absent) == {}
        assert (tmp_path / TOLD).read_text().count("\n") == 1
        again = Versions(pool, tmp_path / TOLD)
        assert again.told(case, absent) == {}
    assert (tmp_path / TOLD).read_text().count("\n") == 1


def test_an_optimiser_is_asked_for_the_passes_that_are_to_blame() -> None:
    culprit = Culprit(kind="pass", name="licm", passes=("ssa-rewrite", "licm"))
    for drawn, asked in (
        ("spirv-opt@2023.1:random-7", "spirv-opt@2023.1:passes:ssa-rewrite/licm"),
        ("spirv-opt@2023.1:-O+lavapipe", "spirv-opt@2023.1:passes:ssa-rewrite/licm+lavapipe"),
    ):
        found = finding(1, drawn)
        assert target_name(found) == drawn
        assert target_name(msgspec.structs.replace(found, culprit=culprit)) == asked
