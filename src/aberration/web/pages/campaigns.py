"""The campaigns, and one of them as it goes."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markupsafe import Markup

from aberration.web.bug_rows import BugRow
from aberration.web.figures import Figures
from aberration.web.gathering import Gathered
from aberration.web.pages.rendering import Renderer
from aberration.web.plots import Series, rising
from aberration.web.queries import Yield
from aberration.web.site import Site

_MOST_PARTS = 40


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
        return render(request, "campaign.html.j2", **_shown(figures, site.gathering.bugs(1.0)))

    @router.get("/campaigns/{name}/figures")
    def live(request: Request, name: str) -> Response:
        figures = site.figures.of(site.source.reader.campaign(name))
        return render(request, "figures.html.j2", **_shown(figures, site.gathering.bugs()))

    return router


def _shown(figures: Figures, bugs: Gathered) -> dict[str, Any]:
    name = figures.campaign.name
    rows = [row for row in bugs.rows if any(place.campaign == name for place in row.findings)]
    return {
        "figures": figures,
        "plot": _plot(figures, rows),
        "bug_count": len(rows),
        "bugs": bugs,
        "stages": _stages(rows),
        "parts": Counter(part for row in rows for part in row.parts).most_common(_MOST_PARTS),
    }


def _plot(figures: Figures, rows: Iterable[BugRow]) -> Markup:
    firsts = sorted(row.first_test for row in rows)
    series = [Series("findings", figures.places, "findings"), Series("bugs", firsts, "bugs")]
    label = f"{len(figures.places)} findings and {len(firsts)} bugs in {figures.last + 1} tests"
    return rising(series, max(figures.last, 1), label, "tests")


def _stages(rows: Iterable[BugRow]) -> list[Yield]:
    """Return the bugs by stage of their program and language; the last stage of a pipeline that
    they need, too.
    """
    counts = Counter(
        f"{row.language} {row.shader}{f', {row.stage}' if row.stage else ''}" for row in rows
    )
    return [Yield(name, 0, number) for name, number in counts.most_common()]
