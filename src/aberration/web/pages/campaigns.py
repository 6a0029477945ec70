"""The campaigns, and one of them as it goes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markupsafe import Markup

from aberration.report.plots import time_unit
from aberration.web.bug_rows import BugRow, Place
from aberration.web.figures import Figures
from aberration.web.gathering import Gathered
from aberration.web.pages.rendering import Renderer
from aberration.web.plots import Series, rates, rising
from aberration.web.queries import Yield
from aberration.web.site import Site


def routes(site: Site, render: Renderer) -> APIRouter:
    """Return the pages."""
    router = APIRouter()

    @router.get("/")
    def overview(request: Request) -> Response:
        lines = [site.figures.of(campaign) for campaign in site.source.reader.campaigns()]
        bugs = site.gathering.bugs()
        counts = Counter(
            name for row in bugs.rows for name in {place.campaign for place in row.findings}
        )
        return render(request, "campaigns.html.j2", lines=lines, bugs=bugs, counts=counts)

    @router.get("/campaigns/{name}")
    def campaign(request: Request, name: str) -> Response:
        figures = site.figures.of(site.source.reader.campaign(name))
        return render(request, "campaign.html.j2", **_context_of(figures, site.gathering.bugs()))

    @router.get("/campaigns/{name}/figures")
    def live(request: Request, name: str) -> Response:
        figures = site.figures.of(site.source.reader.campaign(name))
        return render(request, "figures.html.j2", **_context_of(figures, site.gathering.bugs()))

    return router


def _context_of(figures: Figures, bugs: Gathered) -> dict[str, Any]:
    name = figures.campaign.name
    rows = [row for row in bugs.rows if any(place.campaign == name for place in row.findings)]
    return {
        "figures": figures,
        "plot": _by_test(figures, rows),
        "over_time": _over_time(figures, rows),
        "pace": rates(figures.minutes, figures.seconds, "tests") if figures.minutes else "",
        "bug_count": len(rows),
        "bugs": bugs,
        "stages": _stages(figures, rows),
        "parts": _kinds(figures, rows),
        "features": figures.coverage.get("feature", {}),
    }


def _by_test(figures: Figures, rows: Iterable[BugRow]) -> Markup:
    tests = [test for test, _, _ in figures.places]
    firsts = sorted(row.first_test for row in rows)
    series = [Series("findings", tests, "findings"), Series("bugs", firsts, "bugs")]
    label = f"{len(tests)} findings and {len(firsts)} bugs in {figures.last + 1} tests"
    return rising(series, max(figures.last, 1), label, "tests")


def _over_time(figures: Figures, rows: Iterable[BugRow]) -> Markup:
    """Return findings and bugs by the time of their sessions; nothing where no time is known."""
    name, unit = figures.campaign.name, time_unit(figures.seconds)
    times = {name: at / unit.seconds for _, name, at in figures.places if at is not None}
    if not times:
        return Markup("")
    firsts = [
        min(known)
        for row in rows
        if (known := [times[one.finding] for one in row.findings if _is_known(one, name, times)])
    ]
    series = [
        Series("findings", sorted(times.values()), "findings"),
        Series("bugs", sorted(firsts), "bugs"),
    ]
    last = max(figures.seconds / unit.seconds, *times.values())
    label = f"{len(times)} findings and {len(firsts)} bugs in {last:.1f} {unit.name}"
    return rising(series, last, label, unit.name)


def _is_known(place: Place, campaign: str, times: Mapping[str, float]) -> bool:
    return place.campaign == campaign and place.finding in times


def _stages(figures: Figures, rows: Iterable[BugRow]) -> list[Yield]:
    """Return tests and bugs by language and stage of the program, the most bugs first."""
    bugs = Counter(f"{row.language} {row.shader}" for row in rows)
    return _yields(figures.coverage.get("stage", {}), bugs)


def _kinds(figures: Figures, rows: Iterable[BugRow]) -> list[Yield]:
    """Return tests and bugs by kind of step, or part of a small program, the most bugs first."""
    bugs = Counter(part for row in rows for part in row.parts)
    return _yields(figures.coverage.get("step", {}), bugs)


def _yields(tests: Mapping[str, int], bugs: Mapping[str, int]) -> list[Yield]:
    found = [Yield(name, tests.get(name, 0), bugs.get(name, 0)) for name in {**tests, **bugs}]
    return sorted(found, key=lambda one: (-one.findings, -one.tests, one.name))
