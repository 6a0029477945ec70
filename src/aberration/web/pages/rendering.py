"""Pages from templates: everything that is not markup of ours is escaped, and all of it seen."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from aberration.report.highlight import highlight
from aberration.web.access import COOKIE
from aberration.web.bug_rows import BugRow, Place
from aberration.web.plots import bar
from aberration.web.site import Site
from aberration.web.visible import in_line, visible

STATUSES: Final = ("open", "reported", "fixed", "duplicate", "invalid")


class Renderer:
    """Makes the pages of one site."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._templates = environment()

    def __call__(
        self, request: Request, name: str, status: int = 200, **given: Any
    ) -> HTMLResponse:
        """Return a page made of a template."""
        may_change = self.may_change(request)
        context: Mapping[str, Any] = {
            "may_change": may_change,
            "can_sign_in": bool(self._site.access.token) and not may_change,
            "form_word": self._site.access.form_word() if may_change else "",
            "htmx": self._site.htmx is not None,
            "here": request.url.path,
            "query": request.url.query,
            **given,
        }
        text = self._templates.get_template(name).render(context)
        return HTMLResponse(text, status, {"cache-control": "no-store"})

    def may_change(self, request: Request) -> bool:
        """True for a visitor who gave the token."""
        return self._site.access.knows(request.cookies.get(COOKIE, ""))


def environment() -> Environment:
    """Return the templates."""
    made = Environment(
        loader=PackageLoader("aberration.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_make_visible,
    )
    made.filters |= {"line": in_line, "coloured": colour, "count": count}
    made.globals |= {"bar": bar, "bug_path": bug_path, "campaign_path": campaign_path}
    # Compiled now: the first visitor of a page does not wait for it.
    for name in made.list_templates():
        made.get_template(name)
    return made


def colour(text: str, language: str) -> Markup:
    """Return a program or a `diff` with its words marked, and all of it seen."""
    return highlight(visible(text), language)


def count(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def campaign_path(name: str) -> str:
    """Return the address of a campaign."""
    return f"/campaigns/{quote(name, safe='')}"


def bug_path(row: BugRow, place: Place | None = None) -> str:
    """Return the address of a bug, of a finding of it."""
    path = f"/bugs/{quote(row.id, safe='')}"
    if place is None or place == row.findings[0]:
        return path
    return (
        f"{path}?campaign={quote(place.campaign, safe='')}&finding={quote(place.finding, safe='')}"
    )


def _make_visible(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
