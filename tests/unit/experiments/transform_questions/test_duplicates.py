"""Deduplication is held to a truth: reports, distinct bugs, duplicates, covered share, for each
key.
"""

from experiments.transform_questions.duplicates import (
    COMPILER,
    KEYS,
    PASSES,
    Quality,
    apart,
    bugs_of,
    guilty_pass,
    measured,
    missed,
    quality_of,
    verdict_of,
)
from experiments.transform_questions.records import ReductionLine

from aberration.core.recipe import Step
from aberration.dedup.bugs import Bug
from aberration.targets.mutants.catalogue import MUTANTS


def line(name: str, *kinds: str, kind: str = "wrong") -> ReductionLine:
    target = f"mutant-{name}"
    steps: tuple[Step, ...] = tuple({"type": each} for each in kinds)
    return ReductionLine(target, "full", 0, 0, kind=kind, steps=steps, shown_by=(target,))


LINES = [
    line("and-true", "AddSynonym"),
    line("xor-zero", "AddSynonym"),
    line("dead-break", "AddDeadBreak"),
    line("dead-break", "AddDeadBlock", "MoveBlockDown"),
    line("dont-inline", "SetFunctionControl", kind="crash"),
]


def test_every_mutant_sits_in_one_pass() -> None:
    placed = [name for members in PASSES.values() for name in members]
    assert sorted(placed) == sorted(mutant.name for mutant in MUTANTS)


def test_quality_counts_reports_against_the_truth() -> None:
    bugs = [
        Bug(id=str(k), family="", kind="", signature="", types=(), findings=(f"{k}",))
        for k in (0, 2, 3)
    ]
    quality = quality_of(bugs, {"0": "a", "1": "b", "2": "c", "3": "c"})
    assert quality == Quality(tests=4, bugs=3, reports=3, distinct=2)
    assert (quality.duplicates, quality.duplicated, quality.covered) == (1, 1 / 3, 2 / 3)


def test_each_key_tells_apart_what_it_can() -> None:
    rows = measured(LINES)["all findings"]
    assert rows["types"] == Quality(tests=5, bugs=4, reports=4, distinct=3)
    assert rows["culprit, then types"] == Quality(tests=5, bugs=4, reports=4, distinct=3)
    assert rows["signature, else types, those that are sure"] == Quality(
        tests=5, bugs=4, reports=3, distinct=3
    )


def test_reports_with_many_types_may_be_left_out() -> None:
    rows = measured(LINES)["all findings"]
    assert rows["types, reports with 1 type"] == Quality(tests=5, bugs=4, reports=3, distinct=3)
    assert rows["types, reports with 2 types at most"] == rows["types"]


def test_signatures_are_those_of_the_compiler() -> None:
    crash = ReductionLine(
        "mutant-moved-phi", "full", 0, 0, kind="crash", signature="moved-phi: phi->bb == block"
    )
    hang = ReductionLine(
        "mutant-moved-phi", "full", 0, 0, kind="timeout", signature="timeout moved-phi"
    )
    assert (verdict_of(crash).signature, verdict_of(hang).signature) == (
        "phi->bb == block",
        "timeout",
    )


def test_crashes_are_a_sort_of_their_own() -> None:
    assert measured(LINES)["crashes and hangs"]["types"] == Quality(
        tests=1, bugs=1, reports=1, distinct=1
    )


def test_signatures_tell_nothing_where_types_are_measured() -> None:
    lines = [line("and-true", "AddSynonym", kind="crash"), line("xor-zero", "AddSynonym")]
    assert len(bugs_of(lines, KEYS["types"], {each.target: COMPILER for each in lines})) == 1


def test_mutants_by_themselves_are_all_covered() -> None:
    assert apart(LINES)["types"] == Quality(tests=5, bugs=4, reports=5, distinct=4)


def test_a_missed_bug_is_told_with_the_types_that_hid_it() -> None:
    assert missed(LINES, KEYS["types"]) == {"mutant-xor-zero": ["AddSynonym"]}


def test_the_first_pass_that_goes_wrong_is_guilty() -> None:
    assert guilty_pass(["mutant-xor-zero", "mutant-inline-result"]) == "inline"
    assert guilty_pass([]) == ""
