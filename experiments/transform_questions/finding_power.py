"""First question: how many distinct bugs do the configurations find in as many tests, and in as
much time?

    python -m experiments.transform_questions.finding_power [--groups 10]

Reads `tests.jsonl`, writes `finding_power.json` and `finding_power.svg`, prints tables.
"""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from statistics import mean, median
from typing import Final

from .chart import Curve, Panel, curves
from .configurations import NAMES
from .counting import (
    MUTANT,
    Group,
    Point,
    by_seconds,
    by_tests,
    complete,
    distinct,
    groups_of,
    runs_showing,
)
from .hunt import DRIVERS
from .ranks import mann_whitney
from .records import HERE, TESTS, RunLine, TestLine, read

GROUPS: Final = 10
PAIRS: Final = (
    *(("full", other) for other in NAMES[1:]),
    ("recommendations", "no recommendations"),
)
"""Configurations that are compared; of each pair it is asked whether the first finds more."""
STEP: Final = 0.1
"""Seconds between two points of a curve."""

Wanted = Callable[[str], bool]


def figures_of(lines: Sequence[RunLine], count: int) -> dict[str, object]:
    """Return all figures as they are written; `lines` are of runs that every configuration made."""
    runs = len({line.run for line in lines})
    groups = {name: groups_of(lines, name, count) for name in NAMES}
    targets: dict[str, Wanted] = {
        "mutants": _is_mutant,
        **{name: _is(name) for name in DRIVERS},
        "all": _any,
    }
    return {
        "groups": count,
        "runs": runs,
        "tests": {name: sum(len(group.tests) for group in groups[name]) for name in NAMES},
        "seconds_a_test": {name: _seconds(groups[name]) for name in NAMES},
        "targets": {target: _compared(groups, wanted) for target, wanted in targets.items()},
        "mutants_of_a_run": _compared(
            {name: groups_of(lines, name, runs) for name in NAMES}, _is_mutant
        ),
        "runs_showing": {name: runs_showing(lines, name) for name in NAMES},
        "explained": {name: _explained(lines, name) for name in NAMES},
    }


def _compared(groups: Mapping[str, Sequence[Group]], wanted: Wanted) -> dict[str, object]:
    counts = {
        name: [len(distinct(group.tests, wanted)) for group in groups[name]] for name in NAMES
    }
    ranked = {versus(pair): mann_whitney(counts[pair[0]], counts[pair[1]]) for pair in PAIRS}
    return {
        "total": {name: len(distinct(_all(groups[name]), wanted)) for name in NAMES},
        "median": {name: median(counts[name]) for name in NAMES},
        "counts": counts,
        "more": {name: round(one.share, 3) for name, one in ranked.items()},
        "u": {name: one.u for name, one in ranked.items()},
        "p": {name: float(f"{one.p:.3g}") for name, one in ranked.items()},
    }


def versus(pair: tuple[str, str]) -> str:
    """Return the name of a comparison."""
    return f"{pair[0]} against {pair[1]}"


def _all(groups: Sequence[Group]) -> list[TestLine]:
    return [test for group in groups for test in group.tests]


def _seconds(groups: Sequence[Group]) -> dict[str, float]:
    """Return mean seconds of making a test, and of running it on the driver behind the mutants."""
    tests = _all(groups)
    made = mean(test.made for test in tests)
    ran = mean(test.ran.get(DRIVERS[0], 0.0) for test in tests)
    return {"made": round(made, 4), "ran": round(ran, 4)}


def _explained(lines: Sequence[RunLine], configuration: str) -> dict[str, int]:
    reasons: dict[str, int] = {}
    for line in lines:
        for test in line.tests if line.configuration == configuration else ():
            for target, reason in test.explained.items():
                kind = "mutants" if _is_mutant(target) else "drivers"
                reasons[f"{kind}: {reason}"] = reasons.get(f"{kind}: {reason}", 0) + 1
    return dict(sorted(reasons.items()))


def _is_mutant(target: str) -> bool:
    return target.startswith(MUTANT)


def _is(name: str) -> Wanted:
    return lambda target: target == name


def _any(_: str) -> bool:
    return True


def picture(lines: Sequence[RunLine], count: int) -> str:
    """Return the growth of the medians on the mutants, by tests and by seconds, and that of all
    tests in one row.
    """
    groups = {name: groups_of(lines, name, count) for name in NAMES}
    whole = {name: groups_of(lines, name, 1) for name in NAMES}
    total = tuple(_curve(name, by_tests(whole[name], _is_mutant)) for name in NAMES)
    tests = tuple(_curve(name, by_tests(groups[name], _is_mutant)) for name in NAMES)
    seconds = tuple(
        _curve(name, by_seconds(groups[name], _is_mutant, DRIVERS[0], STEP)) for name in NAMES
    )
    return curves(
        "Distinct planted bugs found",
        [
            Panel(f"by tests, median of {count} groups", "tests", "bugs", tests),
            Panel(
                f"by time, median of {count} groups",
                "seconds to make tests and run them",
                "bugs",
                seconds,
            ),
            Panel("by tests, all in one row", "tests", "bugs", total),
        ],
    )


def _curve(name: str, points: Sequence[Point]) -> Curve:
    return Curve(name, tuple((point.after, point.found) for point in points))


def table(figures: Mapping[str, object]) -> str:
    """Return totals, medians and the tests of Mann and Whitney as Markdown."""
    pairs = [versus(pair) for pair in PAIRS]
    heads = [f"{name} (total, median)" for name in NAMES] + pairs
    rows = [f"| target | {' | '.join(heads)} |", f"|---|{'---:|' * len(heads)}"]
    targets = figures["targets"]
    assert isinstance(targets, dict)
    for target, row in (targets | {"mutants, by single runs": figures["mutants_of_a_run"]}).items():
        cells = [f"{row['total'][name]}, {row['median'][name]:g}" for name in NAMES]
        cells += [f"{row['more'][name]:.2f} (p {row['p'][name]:.2g})" for name in pairs]
        rows.append(f"| {target} | {' | '.join(cells)} |")
    return "\n".join(rows)


def shares(figures: Mapping[str, object]) -> str:
    """Return how many runs show each target's bug, by configuration, as Markdown."""
    showing = figures["runs_showing"]
    assert isinstance(showing, dict)
    targets = sorted({target for counts in showing.values() for target in counts})
    rows = [f"| target | {' | '.join(NAMES)} |", f"|---|{'---:|' * len(NAMES)}"]
    rows += [
        f"| `{t}` | {' | '.join(str(showing[name].get(t, 0)) for name in NAMES)} |" for t in targets
    ]
    return "\n".join(rows)


def main() -> None:
    """Count, compare, draw."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--groups", type=int, default=GROUPS)
    options = parser.parse_args()
    lines = complete(read(TESTS, RunLine), NAMES)
    figures = figures_of(lines, options.groups)
    (HERE / "finding_power.json").write_text(json.dumps(figures, indent=1) + "\n")
    (HERE / "finding_power.svg").write_text(picture(lines, options.groups), encoding="utf-8")
    print(table(figures), shares(figures), sep="\n\n")


if __name__ == "__main__":
    main()
