"""The list of bugs: filters, search, order and pages are in the address."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from aberration.web.bug_rows import read_asked, select_rows
from aberration.web.pages.rendering import Renderer
from aberration.web.site import Site

_FIRST_WAIT = 3.0
"""Seconds for which the first visitor waits for the bugs to be gathered."""


def routes(site: Site, render: Renderer) -> APIRouter:
    """Return the page."""
    router = APIRouter()

    @router.get("/bugs")
    def bugs(request: Request) -> Response:
        asked = read_asked(request.query_params)
        known = site.gathering.bugs(_FIRST_WAIT)
        said = site.source.store.triage()
        statuses = {one.bug: str(one.status) for one in said}
        notes = {one.bug: f"{one.owner} {one.note} {one.reported_at}" for one in said}
        shown = select_rows(known.rows, asked, statuses, notes)
        campaigns = [line.name for line in site.source.reader.campaigns()]
        return render(
            request,
            "bugs.html.j2",
            asked=asked,
            known=known,
            shown=shown,
            campaigns=campaigns,
            statuses=statuses,
        )

    return router
