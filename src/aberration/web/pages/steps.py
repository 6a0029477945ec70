"""Is the bug still there without some of its steps? Asked by a form, answered by a process."""

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from aberration.campaign.configuration import FuzzConfiguration
from aberration.web.bug_rows import Place
from aberration.web.bug_view import BugView
from aberration.web.pages.bug import bug_row, has_pending
from aberration.web.pages.forms import check_form
from aberration.web.pages.rendering import Renderer, bug_path
from aberration.web.rerun import Request as Question
from aberration.web.reruns import Key
from aberration.web.site import Site, chosen_finding


def routes(site: Site, render: Renderer) -> APIRouter:
    """Return what asks and what tells."""
    router = APIRouter()

    @router.post("/bugs/{identifier}/reruns")
    def ask(
        request: Request,
        identifier: str,
        word: Annotated[str, Form()] = "",
        campaign: Annotated[str, Form()] = "",
        finding: Annotated[str, Form()] = "",
        keep: Annotated[tuple[int, ...], Form()] = (),
    ) -> Response:
        check_form(site, render, request, word)
        row = bug_row(site, identifier)
        place = chosen_finding(row, campaign, finding)
        view = site.view_of(place)
        site.check_trust(place, view)
        shown = {step.number for step in view.steps}
        without = tuple(sorted(shown - {*keep}))
        configuration = site.source.reader.campaign(place.campaign).configuration
        question = question_of(view, without, configuration)
        site.reruns.ask(Key(place.campaign, place.finding, without), question)
        path, joint = bug_path(row, place), "&" if place != row.findings[0] else "?"
        left_out = ",".join(map(str, without))
        return RedirectResponse(f"{path}{joint}without={left_out}#steps", 303)

    @router.get("/bugs/{identifier}/reruns")
    def tell(request: Request, identifier: str, campaign: str = "", finding: str = "") -> Response:
        row = bug_row(site, identifier)
        place = chosen_finding(row, campaign, finding)
        return render(request, "reruns.html.j2", **context_of(site, place), row=row)

    return router


def context_of(site: Site, place: Place) -> dict[str, Any]:
    """Return what was asked about a finding, for the template that shows it."""
    reruns = site.reruns.of(place.campaign, place.finding)
    return {"reruns": reruns, "pending": has_pending(reruns), "place": place}


def question_of(
    view: BugView, without: tuple[int, ...], configuration: FuzzConfiguration
) -> Question:
    """Return what the process is asked: the smallest case of a finding without these steps."""
    finding = view.finding
    keep = tuple(number for number in range(view.step_count) if number not in without)
    return Question(
        view.case,
        keep,
        finding.target,
        tuple(configuration.targets),
        finding.verdict,
        finding.looks,
        configuration.deadline,
    )
