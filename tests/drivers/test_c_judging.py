"""Findings of C compilers judged in earnest: planted wrong code is confirmed, reduced and
blamed; all else is not.
"""

from pathlib import Path

import msgspec
import pytest
from helpers.patchwork import (
    HARMLESS,
    NEVER,
    RESULT,
    SEED,
    PatchMethod,
    patched,
    planted_clang,
    planted_gcc,
)

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import Confirmer
from aberration.campaign.observe import Observer, observe_fresh
from aberration.campaign.records import FoundRecord, RunRecord
from aberration.campaign.references import References
from aberration.campaign.store import Header, Store
from aberration.campaign.triage.blame import blame
from aberration.campaign.triage.pipeline import bugs_of, reduce_findings
from aberration.core.comparison import Tolerance
from aberration.core.finding import Finding
from aberration.core.method import Replay
from aberration.core.oracle import Agree, Expected, Verdict, roles_of
from aberration.core.outcome import Text
from aberration.core.recipe import Recipe, TestCase
from aberration.core.target import Target
from aberration.core.testcase import replay_case
from aberration.targets.c import providers
from aberration.targets.c_levels import at_level, newest
from aberration.targets.pool import TargetPool

WRONG = Verdict("wrong", "wrong text")
DEADLINE = 5.0
CONFIGURATION = FuzzConfiguration(
    methods=("patchwork",), tests=1, confirmations=1, deadline=DEADLINE
)


def found(pool: TargetPool, case: TestCase, target: Target) -> Finding:
    """Return the finding that an executor would make of a case."""
    observer = Observer(pool, References(pool, (), Tolerance(), DEADLINE), DEADLINE)
    seen = observer.observe(case, [target])
    (record,) = Confirmer(pool, CONFIGURATION, PatchMethod()).findings(7, case, [target], seen)
    return record.finding


def at(family: str, level: str = "-O2") -> Target:
    target = newest(providers(), family, level)
    assert target is not None
    return target


def test_planted_wrong_code_is_a_finding(pool: TargetPool, tmp_path: Path) -> None:
    finding = found(pool, patched(NEVER, HARMLESS), planted_gcc(tmp_path))
    assert (finding.state, finding.reason, finding.reliability) == ("new", "", "reliable")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("sum = 1;", "does not give the known result either: wrong"),
        (
            "{ int a[2] = {0, 0}; sum += a[2 + zero] == a[2 + one] ? 0 : 1; sum = one ? 8 : sum; }",
            "does not give",
        ),
        ("this is no C;", "refuses the variant"),
    ],
)
def test_what_everybody_says_is_no_finding(pool: TargetPool, line: str, reason: str) -> None:
    finding = found(pool, patched(line), at("gcc"))
    assert finding.state == "set-aside"
    assert reason in finding.reason


def test_undefined_behaviour_is_no_finding(pool: TargetPool, tmp_path: Path) -> None:
    finding = found(
        pool, patched(NEVER, "{ int a[2] = {0, 0}; count = a[1 + one]; }"), planted_gcc(tmp_path)
    )
    assert finding.reason.startswith("undefined behaviour in the variant, says")


def test_an_assumption_that_does_not_hold_is_a_defect_of_ours(
    pool: TargetPool, tmp_path: Path
) -> None:
    finding = found(
        pool, patched(NEVER, "if (one) { count = 4; /*never*/ }"), planted_gcc(tmp_path)
    )
    assert finding.reason.startswith(
        "a defect of ours: in checking mode gcc-99:-O0 does not give the known result"
    )
    assert "SIGABRT" in finding.reason


def compared(pool: TargetPool, case: TestCase, *targets: Target) -> list[Finding]:
    """Return the findings that an executor would make of a program that compilers must agree
    about.
    """
    (role,) = roles_of(case.oracle)
    agree = msgspec.structs.replace(case, oracle=Agree(role))
    seen = observe_fresh(pool, agree, targets, DEADLINE)
    records = Confirmer(pool, CONFIGURATION, PatchMethod()).findings(7, agree, targets, seen)
    return [record.finding for record in records]


def test_a_compiler_that_all_others_outvote_is_judged_by_what_they_print(
    pool: TargetPool, tmp_path: Path
) -> None:
    planted = planted_gcc(tmp_path)
    levels = [at_level(planted, level) for level in ("-O2", "-O3", "-O0")]
    (second, third) = compared(pool, patched(NEVER), *filter(None, levels), at("clang"))
    assert [one.target for one in (second, third)] == ["gcc-99:-O2", "gcc-99:-O3"]
    for finding in (second, third):
        assert (finding.state, finding.reason, finding.reliability) == ("new", "", "reliable")
        assert finding.case.oracle == Expected(RESULT, "variant")


def test_levels_that_disagree_about_undefined_behaviour_are_no_finding(
    pool: TargetPool, tmp_path: Path
) -> None:
    planted = planted_gcc(tmp_path)
    plain = at_level(planted, "-O0")
    assert plain is not None
    case = patched(NEVER, "{ int a[2] = {0, 0}; count = a[1 + one]; }")
    (finding,) = compared(pool, case, planted, plain, at("clang"))
    assert finding.reason.startswith("undefined behaviour in the variant, says")


def test_what_compilers_agree_about_replays_as_what_must_be_printed(
    pool: TargetPool, tmp_path: Path
) -> None:
    planted = planted_gcc(tmp_path)
    (finding,) = compared(pool, patched(NEVER), planted, at("clang"), at("tcc"))
    again = replay_case(finding.case, AgreeingPatches())
    assert again == finding.case
    assert observe_fresh(pool, again, [planted], DEADLINE).verdicts[planted.id].kind == "wrong"


class AgreeingPatches(PatchMethod):
    """Claims no more than that all must agree."""

    def replay(self, recipe: Recipe) -> Replay:
        case = super().replay(recipe).case
        return Replay(msgspec.structs.replace(case, oracle=Agree("variant")))


@pytest.mark.slow
def test_the_smallest_case_has_its_culprit(tmp_path: Path) -> None:
    targets = [planted_gcc(tmp_path), planted_clang(tmp_path)]
    with TargetPool(4) as pool:
        records = [found(pool, patched(HARMLESS, NEVER, HARMLESS), target) for target in targets]
    done, store = aftermath(tmp_path, records, targets)
    for finding in done:
        assert finding.reduced is not None
        assert [step["line"] for step in finding.reduced.recipe.steps] == [NEVER]
        assert finding.neighbour is not None
        assert finding.culprit is not None
        assert finding.culprit.levels == ("-Os", "-O2", "-O3")
        assert finding.culprit.first_bad == finding.target
        assert len(finding.culprit.versions) >= 2
    assert {finding.culprit.key for finding in done if finding.culprit} == {
        "flag -ftree-vrp",
        "pass SinkPass",
    }
    bugs = bugs_of(store, {target.id: target for target in targets}, lambda name: PatchMethod())
    assert {bug.culprit for bug in bugs} == {"flag -ftree-vrp", "pass SinkPass"}
    assert store.evidence(done[0].id)["expected"] == RESULT
    store.close()


def test_a_seed_that_breaks_it_needs_no_step(tmp_path: Path) -> None:
    seed = SEED.replace(b"/*patches*/", f"/*patches*/\n{NEVER}".encode())
    target = planted_gcc(tmp_path)
    with TargetPool(4) as pool:
        record = found(pool, patched(HARMLESS, HARMLESS, seed=seed), target)
    (done,), store = aftermath(tmp_path, [record], [target])
    assert done.state == "reduced"
    assert done.reduced is not None
    assert (done.reduced.recipe.steps, done.neighbour) == ((), None)
    store.close()


def test_a_counter_is_to_blame_where_no_flag_is(pool: TargetPool, tmp_path: Path) -> None:
    culprit = blame(patched(NEVER), planted_gcc(tmp_path, flag="match"), WRONG, pool, DEADLINE)
    assert culprit is not None
    assert (culprit.kind, culprit.name) == ("counter", "match")


def test_a_compiler_that_is_right_has_no_culprit(pool: TargetPool) -> None:
    assert blame(patched(NEVER), at("gcc"), WRONG, pool, DEADLINE) is None
    assert blame(patched(NEVER, result=Text(b"")), at("tcc"), WRONG, pool, DEADLINE) is None


@pytest.mark.slow
def test_a_hang_becomes_small_and_has_its_culprit(tmp_path: Path) -> None:
    target = planted_gcc(tmp_path)
    endless = "while (zero) { zero = 0; /*never*/ }"
    with TargetPool(4) as pool:
        record = found(pool, patched(HARMLESS, endless, HARMLESS), target)
    assert (record.verdict.signature, record.state) == ("timeout run", "new")
    (done,), store = aftermath(tmp_path, [record], [target])
    assert done.reduced is not None
    assert [step["line"] for step in done.reduced.recipe.steps] == [endless]
    assert done.culprit is not None
    assert done.culprit.key == "flag -ftree-vrp"
    store.close()


def aftermath(
    tmp_path: Path, findings: list[Finding], targets: list[Target]
) -> tuple[list[Finding], Store]:
    """Store the findings, reduce them, and return what became of them."""
    (tmp_path / "campaign").mkdir()
    store = Store.in_folder(tmp_path / "campaign")
    store.create(Header(CONFIGURATION, "digest"))
    records = tuple(FoundRecord(one, {}) for one in findings)
    store.record(RunRecord(0, "patchwork", 1, 1.0, 1.0, (), records), 1.0)
    reduce_findings(store, {target.id: target for target in targets}, lambda name: PatchMethod())
    return store.findings(), store
