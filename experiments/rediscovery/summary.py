"""Which known bugs the campaigns of `runs.jsonl` found again, how soon, and why not the others.

    python -m experiments.rediscovery.summary

writes `result.json` and the pictures and tables of docs/rediscovery.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from ..transform_questions.chart import COLOURS, Curve, Panel, bars, curves
from .reach import RESULT as REACH
from .reach import Reach
from .records import HERE, Found, Run, kept

RESULT: Final = HERE / "result.json"
PAGE: Final = HERE.parent.parent / "docs" / "rediscovery.md"
PICTURES: Final = PAGE.parent / "images"
START: Final = "<!-- written by experiments/rediscovery/summary.py; do not edit -->\n"
END: Final = "<!-- end of the tables -->\n"
COUNTED: Final = ("same", "likely")
NOT_THERE: Final = "no version of the campaigns has it"
SHOWN: Final = 3
"""So many parts of a program are named in a reason."""


class Sooner(msgspec.Struct, frozen=True):
    """The first finding of a method that is a bug: after so many tests and minutes of processor,
    and how sure it is.
    """

    tests: int
    minutes: float
    answer: str


class BugRow(msgspec.Struct, frozen=True):
    """A known bug in one compiler: the `targets` that show it, who `found` it and who `perhaps`
    did, by method; `reason` where nobody found it.
    """

    bug: str
    targets: tuple[str, ...]
    found: dict[str, Sooner]
    perhaps: dict[str, Sooner]
    reason: str = ""


class MethodRow(msgspec.Struct, frozen=True):
    """The campaign of one method: how many known bugs it reached a version of, and how many it
    found, surely (`same`), or as far as the versions here can tell (`likely`). `others` are
    findings of wrong code that are no known bug, `unreduced` had no time to be reduced.
    """

    method: str
    tests: int
    minutes: float
    before: float
    known: int
    same: int
    likely: int
    perhaps: int
    others: int
    unreduced: int


class Result(msgspec.Struct, frozen=True):
    """What is published: the bugs, and the methods."""

    bugs: tuple[BugRow, ...]
    methods: tuple[MethodRow, ...]


def result_of(runs: Sequence[Run], reach: Mapping[str, Reach]) -> Result:
    """Return what the campaigns show; `reach` by the name of a bug."""
    names = dict.fromkeys(name for run in runs for name in run.known)
    return Result(
        tuple(_bug_row(name, runs, reach) for name in names),
        tuple(_method_row(run) for run in runs),
    )


def _bug_row(bug: str, runs: Sequence[Run], reach: Mapping[str, Reach]) -> BugRow:
    found = _first(bug, runs, COUNTED)
    perhaps = _first(bug, [run for run in runs if run.method not in found], ("perhaps",))
    targets = next(run.known[bug] for run in runs if bug in run.known)
    able = [run for run in runs if bug in run.known]
    reason = "" if found else _reason(targets, able, reach.get(bug.partition(" (")[0]))
    return BugRow(bug, targets, found, perhaps, reason)


def _first(bug: str, runs: Sequence[Run], answers: Sequence[str]) -> dict[str, Sooner]:
    """Return the first finding of each method that is a bug, with one of these answers."""
    found: dict[str, Sooner] = {}
    for run in runs:
        for one in _asked(run, answers):
            if bug in one.bugs and run.method not in found:
                found[run.method] = Sooner(one.tests, one.minutes, one.answer)
    return found


def _asked(run: Run, answers: Sequence[str]) -> Iterator[Found]:
    in_order = sorted(run.found, key=lambda one: one.tests)
    return (one for one in in_order if one.answer in answers)


def _reason(targets: Sequence[str], runs: Sequence[Run], reach: Reach | None) -> str:
    """Say why nobody found a bug, as far as the campaigns and what the methods make show."""
    if not targets:
        return NOT_THERE
    outcomes = sum(run.reached.get(target, 0) for run in runs for target in targets)
    asked = f"{outcomes} results of versions that have it"
    if reach is None or not any(reach.tests.values()):
        return asked
    if reach.never:
        return f"{asked}; in no test made: {', '.join(reach.never[:SHOWN])}"
    shares = ", ".join(
        f"{reach.having_all[method]} of {count} of {method}"
        for method, count in reach.tests.items()
        if count
    )
    return f"{asked}; tests made of all that it is made of: {shares}"


def _method_row(run: Run) -> MethodRow:
    def bugs(answer: str) -> int:
        return len({bug for one in run.found if one.answer == answer for bug in one.bugs})

    def findings(answer: str) -> int:
        return sum(one.answer == answer for one in run.found)

    known = sum(any(run.reached.get(one) for one in targets) for targets in run.known.values())
    return MethodRow(
        run.method,
        run.tests,
        run.minutes,
        run.before,
        known,
        bugs("same"),
        bugs("likely"),
        findings("perhaps"),
        findings("other"),
        findings("unreduced"),
    )


def pictures(result: Result) -> dict[str, str]:
    """Return the pictures by file name: bugs found over minutes of processor, and by method."""
    finders = [row for row in result.methods if row.same + row.likely][: len(COLOURS)]
    panel = Panel(
        "by the methods that found any",
        "minutes of processor of a campaign",
        "known bugs",
        tuple(Curve(row.method, tuple(_steps(row, result))) for row in finders),
    )
    rows = {
        row.method: [
            (
                f"{row.same + row.likely} of {row.known}, in {row.tests} tests",
                float(row.same + row.likely),
            )
        ]
        for row in result.methods
    }
    most = max((row.same + row.likely for row in result.methods), default=0)
    return {
        "rediscovery-found.svg": curves("Known wrong-code bugs found again", [panel]),
        "rediscovery-methods.svg": bars(
            "Known wrong-code bugs found again, by method", rows, float(most)
        ),
    }


def _steps(row: MethodRow, result: Result) -> Iterator[tuple[float, float]]:
    found = [bug.found[row.method] for bug in result.bugs if row.method in bug.found]
    moments = sorted(one.minutes for one in found)
    for place, minutes in enumerate(moments):
        yield minutes, float(place + 1)
    # A curve goes on to the end of its campaign.
    yield row.minutes, float(len(moments))


def tables(result: Result) -> list[str]:
    """Return the tables of the page: the methods, what was found, and what was not."""
    lines = [
        "| method | tests | minutes | before | known bugs | found | likely | perhaps | other "
        "| not reduced |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| `{row.method}` | {row.tests} | {row.minutes:.1f} | {row.before:.1f} | {row.known} "
        f"| {row.same} | {row.likely} | {row.perhaps} | {row.others} | {row.unreduced} |"
        for row in result.methods
    ]
    lines += ["", "| bug | found by | perhaps by |", "|---|---|---|"]
    lines += [
        f"| {row.bug} | {_said(row.found)} | {_said(row.perhaps)} |"
        for row in result.bugs
        if row.found
    ]
    lines += ["", "| bug that nobody found | perhaps by | why |", "|---|---|---|"]
    lines += [
        f"| {row.bug} | {_said(row.perhaps)} | {row.reason} |"
        for row in result.bugs
        if not row.found
    ]
    return lines


def page_with(page: str, result: Result) -> str:
    """Return the page with the tables of a result."""
    before, _, rest = page.partition(START)
    return before + START + "\n".join(tables(result)) + "\n" + END + rest.partition(END)[2]


def _said(by: Mapping[str, Sooner]) -> str:
    return "; ".join(
        f"`{method}`: test {one.tests}, {one.minutes:.2f} min"
        + (f" ({one.answer})" if one.answer == "likely" else "")
        for method, one in sorted(by.items())
    )


def read_reach() -> dict[str, Reach]:
    """Return what is known of what the methods make."""
    return msgspec.json.decode(REACH.read_bytes(), type=dict[str, Reach])


def main() -> None:
    """Write the result, the pictures, and the tables into the page."""
    result = result_of(kept(), read_reach())
    RESULT.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    for name, picture in pictures(result).items():
        (PICTURES / name).write_text(picture)
    PAGE.write_text(page_with(PAGE.read_text(), result))


if __name__ == "__main__":
    main()
