"""What people say of a bug, and whether it is still there on everything that is installed."""

from typing import Annotated, Final, get_args

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from aberration.campaign.records import Check, Triage, TriageStatus
from aberration.campaign.storage.campaign_rows import now
from aberration.core.errors import BadInput
from aberration.web.bug_rows import BugRow, Place
from aberration.web.pages.bug import bug_row
from aberration.web.pages.forms import check_form
from aberration.web.pages.rendering import Renderer, bug_path
from aberration.web.rerun import Everywhere, Reply
from aberration.web.reruns import Key
from aberration.web.site import Site, chosen_finding

MOST: Final = 10_000
"""Characters of a field."""
Field = Annotated[str, Form(max_length=MOST)]


def routes(site: Site, render: Renderer) -> APIRouter:
    """Return what the forms are sent to."""
    router = APIRouter()

    @router.post("/bugs/{identifier}/triage")
    def say(
        request: Request,
        identifier: str,
        word: Field = "",
        status: Field = "open",
        duplicate_of: Field = "",
        reason: Field = "",
        reported_at: Field = "",
        fixed_in: Field = "",
        note: Field = "",
        owner: Field = "",
    ) -> Response:
        check_form(site, render, request, word)
        row = bug_row(site, identifier)
        said = Triage(
            row.id,
            _status(status),
            duplicate_of.strip(),
            reason.strip(),
            reported_at.strip(),
            fixed_in.strip(),
            note.replace("\r\n", "\n").strip(),
            owner.strip(),
            now(),
        )
        check_triage(site, said)
        site.source.store.set_triage(said)
        return RedirectResponse(f"{bug_path(row)}#triage", 303)

    @router.post("/bugs/{identifier}/everywhere")
    def everywhere(
        request: Request,
        identifier: str,
        word: Field = "",
        campaign: Field = "",
        finding: Field = "",
    ) -> Response:
        check_form(site, render, request, word)
        row = bug_row(site, identifier)
        place = chosen_finding(row, campaign, finding)
        view = site.view_of(place)
        site.check_trust(place, view)
        number = site.source.reader.campaign(place.campaign).key

        def keep(reply: Reply) -> None:
            for check in checks_of(row, place, number, reply):
                site.source.store.add_check(check)

        key = Key(place.campaign, place.finding, everywhere=True)
        site.reruns.ask(key, Everywhere(row.id, view.finding), keep)
        return RedirectResponse(f"{bug_path(row, place)}#steps", 303)

    return router


def check_triage(site: Site, said: Triage) -> None:
    """Raise `BadInput` for a duplicate of nothing, of itself, or of another duplicate."""
    if said.status != "duplicate":
        return
    if said.duplicate_of == said.bug:
        raise BadInput("a bug is no duplicate of itself")
    if said.duplicate_of not in site.gathering.bugs().by_id:
        raise BadInput(f"expected the id of another bug, but {said.duplicate_of!r} came")
    known = {one.bug: one.status for one in site.source.store.triage()}
    if known.get(said.duplicate_of) == "duplicate":
        raise BadInput(f"{said.duplicate_of} is a duplicate itself: name the first one")


def checks_of(row: BugRow, place: Place, campaign: int, reply: Reply) -> list[Check]:
    """Return what is stored of a verification: one record for each target."""
    at = now()
    return [
        Check(row.id, campaign, place.finding, one.target, one.version, one.word, at)
        for one in reply.rows
    ]


def _status(given: str) -> TriageStatus:
    found: dict[str, TriageStatus] = {status: status for status in get_args(TriageStatus)}
    if given not in found:
        raise BadInput(f"expected a status, but {given!r} came")
    return found[given]
