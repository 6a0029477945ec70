"""The figures of the first question, counted from lines whose truth is plain."""

from experiments.transform_questions.configurations import NAMES
from experiments.transform_questions.finding_power import figures_of, picture, shares, table
from experiments.transform_questions.records import RunLine, TestLine


def lines() -> list[RunLine]:
    """Return four runs: `full` shows another mutant in each, the others always the same, and a
    driver once.
    """
    made = []
    for run in range(4):
        for name in NAMES:
            shown = {f"mutant-{run if name == 'full' else 0}": "wrong: wrong image"}
            if name == "one step" and run == 3:
                shown["lavapipe"] = "crash: here"
            made.append(
                RunLine(name, run, "seed", (TestLine(5, 0.25, {"swiftshader": 0.75}, shown),))
            )
    return made


def test_figures_are_those_of_the_lines() -> None:
    figures = figures_of(lines(), 2)
    targets = figures["targets"]
    assert isinstance(targets, dict)
    assert targets["mutants"]["total"] == {
        "full": 4,
        "recommendations": 1,
        "no recommendations": 1,
        "one step": 1,
    }
    assert targets["mutants"]["counts"]["full"] == [2, 2]
    assert targets["mutants"]["more"]["full against one step"] == 1.0
    assert targets["lavapipe"]["total"]["one step"] == 1
    assert targets["all"]["total"]["one step"] == 2
    assert figures["seconds_a_test"] == {name: {"made": 0.25, "ran": 0.75} for name in NAMES}
    assert (figures["runs"], figures["tests"]) == (4, dict.fromkeys(NAMES, 4))


def test_tables_and_picture_have_every_configuration() -> None:
    figures = figures_of(lines(), 2)
    assert table(figures).splitlines()[2].startswith("| mutants | 4, 2 | 1, 1 | 1, 1 | 1, 1 |")
    assert "| `lavapipe` | 0 | 0 | 0 | 1 |" in shares(figures)
    drawn = picture(lines(), 2)
    assert drawn.count("<path") == 3 * (5 + len(NAMES))
    assert all(f">{name}</text>" in drawn for name in NAMES)
