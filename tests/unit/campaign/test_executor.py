"""One executor against compilers with planted bugs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from helpers import wordplay

from aberration.campaign import executor as executor_module
from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.executor import Executor, invalid_program
from aberration.campaign.plan import MethodSlot, Setting
from aberration.campaign.records import ExecutorJob, FlakySeed, RunRecord
from aberration.campaign.seeds import SeedPool
from aberration.core.oracle import Same
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.target import Target
from aberration.targets.pool import TargetPool

pytestmark = pytest.mark.usefixtures("plugin")


def job(
    words: str, *targets: Target, text: str = "alpha", variants: int = 1, deadline: float = 5.0
) -> ExecutorJob:
    settings = MethodSettings(variants=variants, options={"words": words})
    names = tuple(target.id for target in targets)
    configuration = FuzzConfiguration(
        methods=("wordplay",),
        targets=names,
        tests=variants,
        method={"wordplay": settings},
        deadline=deadline,
    )
    slot = MethodSlot(
        "wordplay", 1, variants, 0, 0, True, 1, 0, tuple((name,) for name in names), language="c"
    )
    pool = SeedPool((wordplay.program(text),))
    return ExecutorJob(configuration, Setting(0, (slot,)), pool, targets)


@contextmanager
def executor(given: ExecutorJob) -> Iterator[Executor]:
    made = Executor(given)
    try:
        yield made
    finally:
        made.close()


def record(given: ExecutorJob) -> RunRecord:
    with executor(given) as made:
        return made.run(0)


def test_a_good_compiler_passes() -> None:
    run = record(job("w1 w2", wordplay.target("good"), variants=3))
    assert [test.status for test in run.tests] == ["done"] * 3
    assert {line.verdict for test in run.tests for line in test.outcomes} == {"pass"}
    assert (run.found, run.defects, run.unsteady) == ((), (), ())
    assert run.busy <= run.seconds
    assert [(line.target, line.runs, line.version) for line in run.health] == [
        ("good", 5, "words 1.0")
    ]


@pytest.mark.parametrize(
    ("word", "kind", "signature"),
    [("twist", "wrong", "wrong text"), ("boom", "crash", "no boom"), ("segv", "crash", "SIGSEGV")],
)
def test_a_bug_is_found_and_confirmed(word: str, kind: str, signature: str) -> None:
    run = record(job(word, wordplay.target("bad", bugs=word)))
    (found,) = run.found
    assert (found.finding.verdict.kind, found.finding.verdict.signature) == (kind, signature)
    assert (found.finding.reliability, found.finding.observed, found.finding.tries) == (
        "reliable",
        3,
        3,
    )
    assert (found.finding.id, found.finding.target_version) == ("000000-bad", "words 1.0")
    assert set(found.evidence) == {"reference", "variant"}


def test_a_run_does_not_depend_on_the_processors_that_confirm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = []
    for count in (1, 3):
        monkeypatch.setattr(
            "aberration.campaign.executor._processors_for", lambda _, count=count: count
        )
        bad = [wordplay.target(name, bugs=bug) for name, bug in (("a", "twist"), ("b", "twist"))]
        runs.append(record(job("twist", wordplay.target("good"), *bad)))
    one, three = runs
    assert len(one.found) == 2
    assert three.found == one.found
    assert three.tests == one.tests
    assert [(line.target, line.runs) for line in three.health] == [
        (line.target, line.runs) for line in one.health
    ]
    assert three.busy <= three.seconds


def test_only_the_guilty_target_is_blamed() -> None:
    run = record(job("twist", wordplay.target("good"), wordplay.target("bad", bugs="twist")))
    assert [found.finding.target for found in run.found] == ["bad"]
    assert [(line.target, line.verdict) for line in run.tests[0].outcomes] == [
        ("good", "pass"),
        ("bad", "wrong"),
    ]


def test_a_hang_waits_to_be_confirmed_when_the_tests_are_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nobody has the time for a longer deadline now")

    monkeypatch.setattr(TargetPool, "run_fresh", refuse)
    run = record(job("stall", wordplay.target("slow", bugs="stall"), deadline=0.3))
    (found,) = run.found
    assert (found.finding.verdict.kind, found.finding.state, found.finding.tries) == (
        "timeout",
        "waiting",
        0,
    )
    assert (found.finding.target_version, found.finding.behind) == ("words 1.0", "")


def test_what_the_freedom_of_floats_explains_is_set_aside() -> None:
    run = record(job("round", wordplay.target("bad", bugs="round")))
    (found,) = run.found
    assert found.finding.state == "set-aside"
    assert "float freedom" in found.finding.reason


def test_what_needs_history_is_labelled() -> None:
    run = record(job("unlucky", wordplay.target("bad", bugs="unlucky")))
    (found,) = run.found
    assert (found.finding.reliability, found.finding.observed) == ("needs-history", 0)


@pytest.mark.parametrize(("text", "reason"), [("random", "not the same"), ("refused", "rejected")])
def test_an_unsteady_seed_is_set_aside_and_named(text: str, reason: str) -> None:
    run = record(job("twist", wordplay.target("bad", bugs="twist"), text=text))
    assert run.found == ()
    assert run.tests[0].status == "untested"
    (aside,) = run.unsteady
    assert (aside.seed, aside.target) == ("seed", "bad")
    assert reason in aside.reason


def test_a_seed_that_two_drivers_dispute_is_set_aside_everywhere() -> None:
    run = record(
        job("twist", wordplay.target("one"), wordplay.target("two", accent="'"), text="accent")
    )
    assert run.tests[0].status == "untested"
    assert [(aside.target, "differ" in aside.reason) for aside in run.unsteady] == [("", True)]


def test_a_method_that_fails_is_our_defect() -> None:
    run = record(job("w1", wordplay.target("good"), text="unmakeable", variants=2))
    assert [test.status for test in run.tests] == ["defect", "absent"]
    assert "no variant can be made" in run.defects[0].message


def test_a_seed_that_the_method_refuses_is_set_aside_and_named() -> None:
    with executor(job("w1", wordplay.target("good"), text="unsuited", variants=2)) as made:
        run, again = made.run(0), made.run(0)
    assert [test.status for test in run.tests] == ["untested", "absent"]
    assert (run.defects, run.found) == ((), ())
    (aside,) = run.unsteady
    assert (aside.seed, aside.target, aside.reason) == (
        "seed",
        "",
        "wordplay: expected other words",
    )
    assert again.unsteady == ()


def test_fewer_variants_than_wanted_leave_absent_tests() -> None:
    run = record(job("w1", wordplay.target("good"), text="single", variants=3))
    assert [test.status for test in run.tests] == ["done", "absent", "absent"]


def test_a_target_that_cannot_be_opened_is_told() -> None:
    missing = wordplay.target("missing")
    stage = missing.stages[0]
    gone = Target(
        "gone",
        "executes",
        ("c",),
        (type(stage)("gone", type(stage.worker)("helpers.wordplay:Nobody")),),
    )
    run = record(job("w1", gone, wordplay.target("good")))
    assert run.tests[0].status == "done"
    assert [line.target for line in run.tests[0].outcomes] == ["good"]
    assert run.tests[0].detail.startswith("gone: it cannot be run")


def test_the_same_run_gives_the_same_record() -> None:
    given = job("w1 w2 twist boom", wordplay.target("bad", bugs="twist boom"), variants=3)
    with executor(given) as made:
        first, second = made.run(1), made.run(1)
    assert first.tests == second.tests
    assert [found.finding for found in first.found] == [found.finding for found in second.found]


def test_an_invalid_variant_is_told_and_a_seed_is_not_looked_at() -> None:
    broken = Program("spirv", "fragment", b"\x03\x02\x23\x07" + bytes(16))
    recipe = Recipe("transform", 1, {"seed": broken})
    other = Program("spirv", "fragment", broken.source + bytes(4))
    with TargetPool() as pool:
        assert (
            invalid_program(
                TestCase(recipe, {"reference": broken, "variant": broken}, Same()), pool
            )
            == ""
        )
        told = invalid_program(
            TestCase(recipe, {"reference": broken, "variant": other}, Same()), pool
        )
    assert told.startswith("the variant is not valid")


def test_records_travel(tmp_path: Path) -> None:
    from io import FileIO

    from aberration.core.wire import read_frame, write_frame

    run = record(job("twist", wordplay.target("bad", bugs="twist")))
    path = str(tmp_path / "frames")
    with FileIO(path, "w") as pipe:
        write_frame(pipe, run)
        pipe.write(b"\xff\xff\x00\x00half")
    with FileIO(path) as pipe:
        assert read_frame(pipe, RunRecord) == run
        assert read_frame(pipe, RunRecord) is None


def test_a_member_of_a_drawn_target_is_named_by_its_findings_and_counted_with_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def resolved(name: str) -> Target | None:
        return wordplay.target(name, bugs="twist") if name.startswith("drawn-") else None

    monkeypatch.setattr(executor_module, "resolve", resolved)
    given = job("twist", msgspec.structs.replace(wordplay.target("drawn"), drawn=True))
    (slot,) = given.setting.methods
    setting = msgspec.structs.replace(
        given.setting, methods=(msgspec.structs.replace(slot, drawn=("drawn",)),)
    )
    run = record(msgspec.structs.replace(given, setting=setting))
    (found,) = run.found
    assert found.finding.target.startswith("drawn-")
    assert [(line.target, line.verdict) for line in run.tests[0].outcomes] == [("drawn", "wrong")]
    assert [line.target for line in run.health] == ["drawn"]


def test_a_seed_that_another_executor_has_set_aside_is_not_asked_about_again() -> None:
    given = job("stall", wordplay.target("slow", bugs="stall"), text="alpha")
    seed = given.pool.seeds[0]
    known = FlakySeed(seed.name, seed.digest, "slow", "the seed itself: timeout: timeout")
    with executor(given) as made:
        made.learn([known])
        run = made.run(0)
    assert (run.found, run.unsteady, run.busy) == ((), (), 0.0)
    assert run.tests[0].detail == "slow: the seed itself: timeout: timeout"
    run = record(msgspec.structs.replace(given, unsteady=(known,)))
    assert run.tests[0].status == "untested"
