"""Findings to reduce are chosen evenly, and instructions are counted as they lie in the module."""

from experiments.transform_questions.records import Chosen, ReductionLine, RunLine, TestLine
from experiments.transform_questions.reduction_quality import part_of, quantile
from experiments.transform_questions.reductions import SLOW, chosen, instructions
from helpers.corpus import programs

from aberration.languages.spirv.assembly import disassemble


def shown(configuration: str, run: int, *targets: str) -> RunLine:
    return RunLine(
        configuration,
        run,
        "seed",
        tuple(TestLine(1, 0.0, shown={target: "wrong"}) for target in targets),
    )


def test_each_target_has_its_turn_and_each_run_counts_once() -> None:
    lines = [
        shown("no recommendations", 0, "b"),
        shown("full", 0, "a", "b", "a"),
        shown("full", 1, "a"),
        shown("full", 2, "a"),
        shown("one step", 3, "c"),
    ]
    assert chosen(lines, 2) == [
        Chosen("a", "full", 0, 0),
        Chosen("b", "full", 0, 1),
        Chosen("a", "full", 1, 0),
    ]


def test_what_keeps_the_driver_going_is_left_out() -> None:
    slow = RunLine(
        "full", 0, "seed", (TestLine(1, 0.0, shown={"a": SLOW, "b": "timeout: timeout b"}),)
    )
    assert chosen([slow, shown("full", 1, "a")], 5) == [
        Chosen("a", "full", 1, 0),
        Chosen("b", "full", 0, 0),
    ]


def test_another_configuration_fills_up() -> None:
    lines = [
        shown("no recommendations", 0, "a"),
        shown("no recommendations", 7, "a"),
        shown("full", 0, "a"),
    ]
    assert chosen(lines, 5) == [Chosen("a", "full", 0, 0), Chosen("a", "no recommendations", 7, 0)]


def test_instructions_are_those_of_the_disassembly() -> None:
    program = programs("references")[0]
    listed = [
        line
        for line in disassemble(program.source).splitlines()
        if line.strip() and not line.startswith(";")
    ]
    assert instructions(program.source) == len(listed)


def test_the_figures_of_a_part() -> None:
    lines = [
        ReductionLine("t", "full", 0, 0, delta=delta, tries=10 * delta) for delta in (1, 3, 8, 20)
    ]
    part = part_of(lines)
    assert part is not None
    assert (part.count, part.delta, part.tries, part.largest, part.at_most_8) == (4, 5.5, 55, 20, 3)
    assert part.quarters == (2.5, 11)
    assert part_of([]) is None


def test_a_quantile_lies_between_two_values() -> None:
    assert [quantile([1, 2, 4], share) for share in (0.0, 0.25, 0.5, 1.0)] == [1, 1.5, 2, 4]
