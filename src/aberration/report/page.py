"""One static HTML page for a campaign, with the bugs' folders beside it: no script, no request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.recipe import step_types
from aberration.dedup.bugs import smallest_case
from aberration.report.bundle import PAGE, BugReport
from aberration.report.pages import templates
from aberration.report.plots import VERDICTS, Bar, Curve, bars, curve, time_unit

BUGS: Final = "bugs"
_MOST_BARS: Final = 30
_OPEN: Final = 3
"""So many bugs are shown open; of more, each is a line that opens."""


class Aside(msgspec.Struct, frozen=True):
    """What is no bug report and must not be hidden: a line that opens to all `lines`."""

    title: str
    lines: tuple[str, ...] = ()


class Overview(msgspec.Struct, frozen=True):
    """The figures of a campaign; `targets` counts outcomes by target and kind, `verdicts` the
    verdicts, `methods` tests and findings by method; `found` has the number of the test of each
    finding, `times` the seconds of all sessions until it was stored, as far as they are known;
    `asides` say what was set aside.
    """

    tests: int
    seconds: float
    tests_per_second: float
    target_time_share: float
    rng_seed: int
    config_digest: str
    targets: Mapping[str, Mapping[str, int]]
    versions: Mapping[str, str]
    asides: tuple[Aside, ...] = ()
    verdicts: Mapping[str, Mapping[str, int]] = {}
    methods: Mapping[str, tuple[int, int]] = {}
    found: tuple[int, ...] = ()
    times: tuple[float, ...] = ()
    planned: int = 0


def write_page(overview: Overview, reports: Sequence[BugReport], directory: Path) -> Path:
    """Write the page over bundles that stand in `directory`/bugs, and return its path."""
    directory.mkdir(parents=True, exist_ok=True)
    kinds = sorted({kind for counts in overview.targets.values() for kind in counts})
    shown = _most_wrong(overview.verdicts)
    unit = time_unit(overview.seconds)
    times = tuple(at / unit.seconds for at in overview.times)
    text = (
        templates()
        .get_template("campaign.html.j2")
        .render(
            summary=overview,
            bugs=reports,
            known=[report for report in reports if report.bug.reduced],
            unreduced=sum(len(one.bug.findings) for one in reports if not one.bug.reduced),
            steps={
                report.bug.id: len(step_types(smallest_case(report.finding).recipe))
                for report in reports
            },
            filters=_filters(reports),
            opened=len(reports) <= _OPEN,
            targets=dict(sorted(overview.targets.items())),
            kinds=kinds,
            verdict_bars=bars(shown),
            hidden_bars=len(overview.verdicts) - len(shown),
            curve=curve(
                Curve(overview.found, max(overview.planned, overview.tests), "tests", "findings")
            ),
            over_time=curve(
                Curve(times, round(overview.seconds / unit.seconds, 1), unit.name, "findings")
            ),
        )
    )
    path = directory / PAGE
    path.write_text(text, "utf-8")
    return path


def _most_wrong(verdicts: Mapping[str, Mapping[str, int]]) -> list[Bar]:
    """Return a bar for each target, those with most violations first, as many as a page holds."""
    rows = [Bar(name, counts) for name, counts in verdicts.items() if any(counts.values())]

    def violations(row: Bar) -> int:
        return row.total - sum(row.counts.get(kind, 0) for kind in VERDICTS[:2])

    return sorted(rows, key=lambda row: (-violations(row), row.name))[:_MOST_BARS]


def _filters(reports: Sequence[BugReport]) -> list[tuple[str, str, int]]:
    """Return (class, label, number of bugs) for each kind of bug, then each family; a checkbox of
    each hides those that it counts.
    """
    kinds: dict[str, int] = {}
    families: dict[str, int] = {}
    for report in reports:
        kinds[report.bug.kind] = kinds.get(report.bug.kind, 0) + 1
        families[report.bug.family] = families.get(report.bug.family, 0) + 1
    rows = [(f"is-{kind}", kind, count) for kind, count in sorted(kinds.items())]
    rows += [
        (f"of-{place}", name, count) for place, (name, count) in enumerate(sorted(families.items()))
    ]
    return rows
