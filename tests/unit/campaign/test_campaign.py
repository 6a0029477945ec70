"""Whole campaigns over the plug-in: what they find, refuse, and go on with."""

import os
import signal
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest
from helpers import wordplay
from helpers.campaigns import content

from aberration.campaign.campaign import choose_targets, prepare, resume, run_campaign
from aberration.campaign.configuration import FuzzConfiguration, MethodSettings, override
from aberration.campaign.events import Event, Found, Note, RunDone, SetAside, Started
from aberration.campaign.summary import Summary
from aberration.campaign.versions import versions_of
from aberration.core.errors import BadInput, NothingTested, SelfTestFailed, UnknownName
from aberration.core.target import Target
from aberration.core.testcase import load_case, replay_case
from aberration.targets.registry import discover


@pytest.fixture
def configuration(plugin: Path, tmp_path: Path) -> FuzzConfiguration:
    return FuzzConfiguration(
        methods=("wordplay",),
        targets=("words",),
        seeds=(str(plugin),),
        donors=(str(plugin),),
        tests=12,
        jobs=1,
        confirmations=1,
        output=str(tmp_path / "out"),
        method={"wordplay": MethodSettings(variants=3)},
    )


def quiet(_: Event) -> None:
    """Listen to nothing."""


def test_a_campaign_from_end_to_end(configuration: FuzzConfiguration) -> None:
    events: list[Event] = []
    words = " ".join((*wordplay.HARMLESS[:8], *wordplay.TRIGGERS[:3]))
    settings = {"wordplay": MethodSettings(variants=3, options={"words": words})}
    summary = run_campaign(override(configuration, {"method": settings}), events.append)
    assert (summary.tests, summary.statuses, summary.defects) == (12, {"done": 12}, ())
    assert isinstance(events[0], Note)
    assert "words-mutant caught" in events[0].text
    assert isinstance(events[1], Started)
    assert sum(event.tests for event in events if isinstance(event, RunDone)) == 12
    found = [event.finding.id for event in events if isinstance(event, Found)]
    assert sorted(found) == sorted(line.id for line in (*summary.findings, *summary.set_aside))
    assert {line.target for line in summary.findings} == {"words-buggy"}
    assert {line.kind for line in summary.findings} == {"crash", "wrong"}
    assert all("float freedom" in line.reason for line in summary.set_aside)
    assert summary.targets["words-good"].version == "words 1.0"
    for line in summary.findings:
        case = load_case(Path(line.case))
        assert (
            replay_case(case, wordplay.WordMethod()).programs["variant"].source
            == case.programs["variant"].source
        )


def test_the_keys_that_scripts_rely_on(configuration: FuzzConfiguration) -> None:
    summary = run_campaign(override(configuration, {"tests": 4}), quiet)
    keys = msgspec.to_builtins(summary)
    wanted = (
        "tests seconds tests_per_second target_time_share outcomes rejected findings bugs "
        "seed config_digest"
    )
    assert set(wanted.split()) <= set(keys)
    for line in keys["findings"]:
        assert {"id", "method", "target", "kind", "signature", "class", "case"} <= set(line)


def test_other_jobs_give_the_same_campaign(
    configuration: FuzzConfiguration, tmp_path: Path
) -> None:
    one = run_campaign(configuration, quiet)
    three = run_campaign(
        override(configuration, {"jobs": 3, "output": str(tmp_path / "three")}), quiet
    )
    assert one.config_digest == three.config_digest
    assert content(Path(one.output)) == content(Path(three.output))


@pytest.mark.slow
def test_going_on_to_a_farther_limit(configuration: FuzzConfiguration, tmp_path: Path) -> None:
    short = run_campaign(override(configuration, {"tests": 4}), quiet)
    longer = resume(Path(short.output), quiet, {"tests": 12, "jobs": 2})
    whole = run_campaign(override(configuration, {"output": str(tmp_path / "whole")}), quiet)
    assert (short.tests, longer.tests) == (4, 12)
    assert content(Path(longer.output)) == content(Path(whole.output))


@pytest.mark.slow
def test_going_on_when_nothing_is_left(configuration: FuzzConfiguration) -> None:
    first = run_campaign(configuration, quiet)
    again = resume(Path(first.output), quiet)
    assert (again.tests, again.findings) == (first.tests, first.findings)


def test_a_time_limit_ends_it(configuration: FuzzConfiguration) -> None:
    summary = run_campaign(override(configuration, {"tests": 10**6, "time": 1.5}), quiet)
    assert 0 < summary.tests < 10**6


def test_an_interrupt_leaves_a_campaign_to_go_on_with(
    configuration: FuzzConfiguration, tmp_path: Path
) -> None:
    def interrupt(event: Event) -> None:
        if isinstance(event, RunDone):
            os.kill(os.getpid(), signal.SIGINT)

    stopped: Summary = run_campaign(configuration, interrupt)
    assert stopped.interrupted
    assert stopped.tests < 12
    resumed = resume(Path(stopped.output), quiet)
    whole = run_campaign(override(configuration, {"output": str(tmp_path / "whole")}), quiet)
    assert content(Path(resumed.output)) == content(Path(whole.output))


def test_a_folder_with_a_campaign_is_refused(configuration: FuzzConfiguration) -> None:
    run_campaign(override(configuration, {"tests": 4}), quiet)
    with pytest.raises(BadInput, match="--resume"):
        run_campaign(configuration, quiet)


def test_other_seeds_are_refused_on_resume(configuration: FuzzConfiguration, plugin: Path) -> None:
    summary = run_campaign(override(configuration, {"tests": 4}), quiet)
    (plugin / "more.c").write_bytes(wordplay.program("delta").source)
    with pytest.raises(BadInput, match="digest"):
        resume(Path(summary.output), quiet)


def test_other_versions_are_refused_on_resume_by_name(
    configuration: FuzzConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = run_campaign(override(configuration, {"tests": 4}), quiet)
    real = versions_of(["c"])
    monkeypatch.setattr(
        "aberration.campaign.campaign.versions_of", lambda _: {**real, "csmith": "csmith 9"}
    )
    with pytest.raises(BadInput, match="digest") as refused:
        resume(Path(summary.output), quiet)
    assert refused.value.hint == f"Other versions: csmith was {real['csmith']} and is csmith 9."


def test_a_folder_without_a_campaign_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="expected the folder of a campaign"):
        resume(tmp_path / "nothing", quiet)
    with pytest.raises(BadInput, match="there is no campaign"):
        resume(tmp_path, quiet)
    assert list(tmp_path.iterdir()) == []


def test_broken_seed_files_are_named_and_the_rest_goes_on(
    configuration: FuzzConfiguration, plugin: Path
) -> None:
    (plugin / "broken.spv").write_bytes(b"no module")
    events: list[Event] = []
    summary = run_campaign(override(configuration, {"tests": 4}), events.append)
    told = [event.unsteady for event in events if isinstance(event, SetAside)]
    assert [(one.seed, one.target) for one in told if "broken" in one.seed] == [
        (str(plugin / "broken.spv"), "")
    ]
    assert len({(one.digest, one.target) for one in told}) == len(told), "a seed was told twice"
    assert str(plugin / "broken.spv") in [line.seed for line in summary.unsteady]
    assert summary.tests == 4


def test_unknown_targets_are_refused_before_anything_is_begun(
    configuration: FuzzConfiguration,
) -> None:
    with pytest.raises(UnknownName, match="wordz"):
        run_campaign(override(configuration, {"targets": ("wordz",)}), quiet)
    assert not Path(configuration.output).exists()


def test_a_harness_that_catches_no_planted_bug_does_not_start(
    configuration: FuzzConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORDPLAY_MUTANT", "")
    with pytest.raises(SelfTestFailed, match="planted bug"):
        run_campaign(configuration, quiet)


def test_a_harness_that_accuses_the_innocent_does_not_start(
    configuration: FuzzConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORDPLAY_IDENTITY", " ".join(wordplay.HARMLESS))
    with pytest.raises(SelfTestFailed, match="accused"):
        run_campaign(configuration, quiet)


def test_a_method_that_makes_nothing_of_the_seeds_does_not_stop_the_others(
    configuration: FuzzConfiguration, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: wordplay.WordMethod, request: object) -> NoReturn:
        raise BadInput("expected a text with verbs")

    # What makes the tests runs in processes of its own, where the method is as it was.
    monkeypatch.setattr(wordplay.WordMethod, "make", refuse)
    notes: list[str] = []
    run_campaign(
        configuration, lambda one: notes.append(one.text) if isinstance(one, Note) else None
    )
    assert any(
        "nothing to test, for it makes no program: expected a text with verbs" in note
        for note in notes
    )


def test_seeds_that_no_target_takes_are_no_campaign(
    configuration: FuzzConfiguration, plugin: Path
) -> None:
    for path in plugin.iterdir():
        path.unlink()
    wordplay.write_seeds(plugin, "accent on this")
    changed = override(configuration, {"targets": ("words-good", "words-accent")})
    with pytest.raises(NothingTested, match="no test was executed") as caught:
        run_campaign(changed, quiet)
    assert "differ" in caught.value.hint


def test_methods_without_seeds_or_targets_are_left_out_and_named(
    configuration: FuzzConfiguration,
) -> None:
    events: list[Event] = []
    run_campaign(
        override(configuration, {"methods": ("wordplay", "transform"), "tests": 4}), events.append
    )
    notes = [event.text for event in events if isinstance(event, Note)]
    assert notes[0] == "transform: left out, for no target is in spirv"
    with pytest.raises(NothingTested, match="no method is left"):
        run_campaign(
            override(
                configuration, {"methods": ("transform",), "output": configuration.output + "2"}
            ),
            quiet,
        )


def test_a_target_gets_some_languages_by_request_only() -> None:
    target = Target("naga", "executes", ("wgsl", "spirv"), by_request=("spirv",))
    assert [chosen.languages for chosen in choose_targets([target], ())] == [("wgsl",)]
    assert [chosen.languages for chosen in choose_targets([target], ("naga",))] == [
        ("wgsl", "spirv")
    ]


@pytest.mark.usefixtures("plugin")
def test_what_is_broken_on_purpose_is_chosen_by_name_only() -> None:
    chosen = {target.id for target in choose_targets(discover(), ())}
    assert "words-good" in chosen
    assert not chosen & {"words-mutant", "words-identity", "identity"}
    assert [target.id for target in choose_targets(discover(), ("words-mutant",))] == [
        "words-mutant"
    ]


def test_a_method_keeps_to_the_languages_that_its_settings_name(
    configuration: FuzzConfiguration,
) -> None:
    settings = {"smith": MethodSettings(languages=("essl",))}
    wanted = override(
        configuration,
        {"methods": ("smith",), "targets": ("llvmpipe", "softpipe"), "method": settings},
    )
    assert {slot.language for slot in prepare(wanted, quiet).job.setting.methods} == {"essl"}
    settings = {"smith": MethodSettings(languages=("hlsl",))}
    with pytest.raises(BadInput, match=r"languages of smith \(essl, glsl, wgsl\), but 'hlsl' came"):
        prepare(override(wanted, {"method": settings}), quiet)
