"""One bug: what it does, since when, what makes it go wrong, and what is like it."""

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response

from aberration.campaign.records import Triage
from aberration.core.errors import AberrationError, UnknownName
from aberration.web.bug_rows import BugRow, similar_rows
from aberration.web.bug_view import BugView
from aberration.web.bundles import archive_of
from aberration.web.pages.rendering import Renderer
from aberration.web.pictures import Pixel
from aberration.web.reruns import Rerun
from aberration.web.site import Site, chosen_finding

_WAIT = 20.0
"""Seconds for which a visitor of a bug waits for the bugs to be gathered the first time."""
_MOST_FINDINGS = 200
_MOST_CHECKS = 60


def routes(site: Site, render: Renderer) -> APIRouter:
    """Return the pages."""
    router = APIRouter()

    @router.get("/bugs/{identifier}")
    def bug(
        request: Request,
        identifier: str,
        campaign: str = "",
        finding: str = "",
        part: int = 0,
        x: int | None = None,
        y: int | None = None,
        without: str = "",
    ) -> Response:
        row = bug_row(site, identifier)
        place = chosen_finding(row, campaign, finding)
        view = site.view_of(place)
        size = pair_size(site, view, place.campaign, part)
        return render(
            request,
            "bug.html.j2",
            row=row,
            place=place,
            view=view,
            part=part,
            size=size,
            pixel=pixel_at(site, view, place.campaign, part, x, y) if size else None,
            others=row.findings[:_MOST_FINDINGS],
            similar=similar_rows(row, site.gathering.bugs().rows),
            reruns=site.reruns.of(place.campaign, place.finding),
            left_out=numbers(without),
            triage=said_of(site, row),
            checks=site.source.store.checks(row.id)[-_MOST_CHECKS:][::-1],
            pending=has_pending(site.reruns.of(place.campaign, place.finding)),
        )

    @router.get("/bugs/{identifier}/bug.zip")
    def download(identifier: str, campaign: str = "", finding: str = "") -> Response:
        row = bug_row(site, identifier)
        view = site.view_of(chosen_finding(row, campaign, finding))
        disposition = {"content-disposition": f'attachment; filename="{row.id}.zip"'}
        return Response(archive_of(row, view), 200, disposition, "application/zip")

    return router


def bug_row(site: Site, identifier: str) -> BugRow:
    """Return a bug by id; raise `UnknownName` if there is none, or none yet."""
    known = site.gathering.bugs(_WAIT)
    row = known.by_id.get(identifier)
    if row is None:
        late = "" if known.fresh else " (the bugs are being gathered: try again in a moment)"
        raise UnknownName(f"expected the id of a bug, but {identifier!r} came{late}")
    return row


class PairSize(msgspec.Struct, frozen=True):
    """The size of what was expected, in pixels, and the number of attachments."""

    width: int
    height: int
    parts: int


def pair_size(site: Site, view: BugView, campaign: str, part: int) -> PairSize | None:
    """Return the size of a pair of images; None where there are not two that can be compared."""
    if view.expected is None or view.came is None:
        return None
    artifacts = site.source.artifacts_of(campaign)
    try:
        one, _ = site.pictures.pair(artifacts, (view.expected, view.came), part)
    except AberrationError:
        return None
    return PairSize(one.width, one.height, site.pictures.parts(artifacts, view.expected))


def pixel_at(
    site: Site, view: BugView, campaign: str, part: int, x: int | None, y: int | None
) -> Pixel | None:
    """Return a pixel of a pair of images; None where none was asked for."""
    if view.expected is None or view.came is None or x is None or y is None:
        return None
    artifacts, tolerance = site.source.artifacts_of(campaign), view.case.oracle.tolerance
    pair = (view.expected, view.came)
    return site.pictures.pixel(artifacts, pair, tolerance, part, (x, y))


def said_of(site: Site, row: BugRow) -> Triage:
    """Return what people say of a bug."""
    said = {one.bug: one for one in site.source.store.triage()}
    return said.get(row.id, Triage(row.id))


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of an address, `2,5`; what is no number is left out."""
    given = text[:4000].split(",")
    return tuple(
        sorted({int(one) for one in given if one.isascii() and one.isdigit() and len(one) < 7})
    )


def has_pending(reruns: list[Rerun]) -> bool:
    """True while something is still to be run."""
    return any(one.state != "done" for one in reruns)
