"""The rule that was tried: what is compared is the last telling type, in short sequences."""

from experiments.transform_questions.duplicates import Quality
from experiments.transform_questions.last_type import quality, selected, telling
from experiments.transform_questions.records import ReductionLine


def line(target: str, *kinds: str) -> ReductionLine:
    return ReductionLine(
        target, "full", 0, 0, kind="wrong", steps=tuple({"type": kind} for kind in kinds)
    )


LINES = [
    line("a", "InlineFunction"),
    line("b", "InlineFunction", "AddDeadBlock"),
    line("c", "Load", "InlineFunction"),
]


def test_ignored_types_tell_nothing() -> None:
    assert telling(line("a", "AddTypeInt", "SplitBlock", "Load", "AddConstantScalar")) == ["Load"]


def test_only_the_last_type_of_a_short_sequence_is_compared() -> None:
    assert selected(LINES, 0) == [LINES[0]]
    assert selected(LINES, 2) == LINES[:2]
    assert selected(LINES, 1) == [LINES[0]]


def test_tests_without_a_telling_type_stand_for_each_other() -> None:
    assert len(selected([line("a"), line("b", "SplitBlock"), line("c", "Load")], 3)) == 2


def test_quality_is_counted_by_target() -> None:
    assert quality([*LINES, line("a", "Load")], 3) == Quality(
        tests=4, bugs=3, reports=3, distinct=2
    )
