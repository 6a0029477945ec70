"""Campaigns that are given processor time: how they are begun, resumed and logged."""

from __future__ import annotations

from pathlib import Path

from experiments.rediscovery.campaigns import METHODS, Sample, command_of, samples
from experiments.rediscovery.versions import VERSIONS

from aberration.campaign.store import DATABASE
from aberration.methods.registry import method_named, method_names


def test_every_method_has_a_campaign() -> None:
    assert {*method_names()} <= {*METHODS}
    assert [method_named(name).name for name in METHODS] == [*METHODS]


def test_a_campaign_is_begun_by_default_settings_and_then_resumed(tmp_path: Path) -> None:
    begun = command_of("emi", 3, tmp_path)
    assert begun[begun.index("-m", 3) + 1] == "emi"
    assert begun[begun.index("-t") + 1].split(",") == [*VERSIONS]
    assert "--resume" not in begun
    (tmp_path / DATABASE).touch()
    resumed = command_of("emi", 3, tmp_path)
    assert resumed[resumed.index("--resume") + 1] == str(tmp_path)
    assert "-t" not in resumed


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    log = tmp_path / "emi.jsonl"
    assert samples(log) == []
    log.write_text(
        '{"seconds":9.5,"before":4.0,"tests":3,"last":2}\n{"seconds":11.\n'
        '{"seconds":12.0,"before":4.0,"tests":5,"last":6}\n'
    )
    assert samples(log) == [Sample(9.5, 4.0, 3, 2), Sample(12.0, 4.0, 5, 6)]
