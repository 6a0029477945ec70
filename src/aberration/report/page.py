"""One static HTML page for a campaign, with the bugs' folders beside it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from aberration.core.recipe import step_types
from aberration.dedup.bugs import smallest_case
from aberration.report.bundle import BugReport, templates
from aberration.report.culprit import culprit_rows

PAGE = "index.html"
BUGS = "bugs"


class Overview(msgspec.Struct, frozen=True):
    """The figures of a campaign; `targets` counts outcomes by target and kind; `notes` say
    what was set aside.
    """

    tests: int
    seconds: float
    tests_per_second: float
    target_time_share: float
    rng_seed: int
    config_digest: str
    targets: Mapping[str, Mapping[str, int]]
    versions: Mapping[str, str]
    notes: tuple[str, ...] = ()


def write_page(overview: Overview, reports: Sequence[BugReport], directory: Path) -> Path:
    """Write the page over bundles that stand in `directory`/bugs, and return its path."""
    directory.mkdir(parents=True, exist_ok=True)
    kinds = sorted({kind for counts in overview.targets.values() for kind in counts})
    text = (
        templates()
        .get_template("campaign.html.j2")
        .render(
            summary=overview,
            bugs=reports,
            lengths={
                report.bug.id: len(step_types(smallest_case(report.finding).recipe))
                for report in reports
            },
            culprits={report.bug.id: culprit_rows(report.finding.culprit) for report in reports},
            deltas={report.bug.id: report.delta for report in reports},
            targets=dict(sorted(overview.targets.items())),
            versions=overview.versions,
            kinds=kinds,
            notes=overview.notes,
        )
    )
    path = directory / PAGE
    path.write_text(text)
    return path
