"""Which known bugs the campaigns of `runs.jsonl` found again, how soon, and why not the others.

    python -m experiments.rediscovery.summary

writes `result.json`, `found.svg` and `methods.svg`, and prints the tables of README.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from tools.bugs_by_version import BUGS

from aberration.core.testcase import load_case

from ..transform_questions.chart import COLOURS, Curve, Panel, bars, curves
from .records import HERE, Run, kept

RESULT: Final = HERE / "result.json"
NOT_SOON: Final = "not in {tests} tests of {method}, whose case it is"
NO_CAMPAIGN: Final = "its case is one of {method}, which was not run on it here"


class Sooner(msgspec.Struct, frozen=True):
    """The first finding of a method that is a bug: after so many tests and minutes of executors."""

    tests: int
    minutes: float


class BugRow(msgspec.Struct, frozen=True):
    """A known bug on one target: who `found` it, by method; `reason` where nobody did. `origin` is
    the method of its case in the corpus.
    """

    target: str
    bug: str
    origin: str
    found: dict[str, Sooner]
    reason: str = ""


class MethodRow(msgspec.Struct, frozen=True):
    """All campaigns of one method: how many known bugs there were to find, counted by target, and
    how many it found; `others` are findings that are no known bug, or are it perhaps.
    """

    method: str
    campaigns: int
    tests: int
    minutes: float
    known: int
    found: int
    others: int
    unreduced: int


class Result(msgspec.Struct, frozen=True):
    """What is published: the seconds of a campaign, the bugs, and the methods."""

    budgets: tuple[int, ...]
    bugs: tuple[BugRow, ...]
    methods: tuple[MethodRow, ...]


def origins(names: Sequence[str]) -> dict[str, str]:
    """Return the method of each case of the corpus."""
    return {name: load_case(BUGS / name).recipe.method for name in names}


def result_of(runs: Sequence[Run], by: Mapping[str, str]) -> Result:
    """Return what the campaigns show; `by` is the method of each case."""
    pairs = dict.fromkeys((run.target, name) for run in runs for name in run.known)
    rows = tuple(_bug_row(target, name, by[name], runs) for target, name in pairs)
    methods = sorted({run.method for run in runs})
    return Result(
        tuple(sorted({run.budget for run in runs})),
        rows,
        tuple(_method_row(method, runs) for method in methods),
    )


def _bug_row(target: str, bug: str, origin: str, runs: Sequence[Run]) -> BugRow:
    here = [run for run in runs if run.target == target and bug in run.known]
    found: dict[str, Sooner] = {}
    for run in here:
        for one in run.found:
            if one.answer != "same" or bug not in one.bugs:
                continue
            first = Sooner(one.tests, one.minutes)
            known = found.get(run.method, first)
            found[run.method] = min(first, known, key=lambda sooner: sooner.minutes)
    return BugRow(target, bug, origin, found, "" if found else _reason(origin, here))


def _reason(origin: str, runs: Sequence[Run]) -> str:
    """Say why nobody found a bug, as far as the campaigns show."""
    tests = sum(run.tests for run in runs if run.method == origin)
    if tests == 0:
        return NO_CAMPAIGN.format(method=origin)
    return NOT_SOON.format(tests=tests, method=origin)


def _method_row(method: str, runs: Sequence[Run]) -> MethodRow:
    own = [run for run in runs if run.method == method]
    found = {
        (run.target, bug)
        for run in own
        for one in run.found
        if one.answer == "same"
        for bug in one.bugs
    }
    return MethodRow(
        method,
        len(own),
        sum(run.tests for run in own),
        round(sum(run.minutes for run in own), 1),
        len({(run.target, bug) for run in own for bug in run.known}),
        len(found),
        sum(one.answer != "same" for run in own for one in run.found),
        sum(run.unreduced for run in own),
    )


def pictures(result: Result) -> dict[str, str]:
    """Return the pictures by file name: bugs found over minutes, and by method."""
    finders = [row.method for row in result.methods if row.found][: len(COLOURS)]
    panel = Panel(
        "by the methods that found any",
        "minutes of one executor in a campaign",
        "known bugs",
        tuple(Curve(method, tuple(_steps(method, result))) for method in finders),
    )
    rows = {
        row.method: [(f"{row.found} of {row.known}, in {row.tests} tests", float(row.found))]
        for row in result.methods
    }
    most = max((row.found for row in result.methods), default=0)
    return {
        "found.svg": curves("Known wrong-code bugs found again", [panel]),
        "methods.svg": bars("Known wrong-code bugs found again, by method", rows, float(most)),
    }


def _steps(method: str, result: Result) -> Iterator[tuple[float, float]]:
    moments = sorted(row.found[method].minutes for row in result.bugs if method in row.found)
    for place, minutes in enumerate(moments):
        yield minutes, float(place + 1)


def tables(result: Result) -> list[str]:
    """Return the tables of the README: the methods, what was found, and what was not."""
    lines = [
        "| method | campaigns | tests | minutes | known bugs there | found | other findings |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| `{row.method}` | {row.campaigns} | {row.tests} | {row.minutes} | {row.known} "
        f"| {row.found} | {row.others + row.unreduced} |"
        for row in result.methods
    ]
    lines += ["", "| target | bug | found by | reason |", "|---|---|---|---|"]
    for row in sorted(result.bugs, key=lambda row: (not row.found, row.target, row.bug)):
        by = "; ".join(
            f"`{method}`: test {sooner.tests}, {sooner.minutes:.2f} min"
            for method, sooner in sorted(row.found.items())
        )
        lines.append(f"| `{row.target}` | {row.bug} | {by or 'nobody'} | {row.reason} |")
    return lines


def main() -> None:
    """Write the result and the pictures, and print the tables."""
    runs = kept()
    result = result_of(runs, origins(sorted({name for run in runs for name in run.known})))
    RESULT.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    for name, picture in pictures(result).items():
        (HERE / name).write_text(picture)
    print("\n".join(tables(result)))


if __name__ == "__main__":
    main()
