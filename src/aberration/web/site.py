"""All that the pages of one server share."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from aberration.campaign.trust import require_trust
from aberration.core.errors import UnknownName
from aberration.targets.places import tools_folder
from aberration.web.access import Access
from aberration.web.bug_rows import BugRow, Place
from aberration.web.bug_view import BugView, view_of
from aberration.web.figures import FiguresKeeper
from aberration.web.gathering import Gathering
from aberration.web.pictures import Cache, Pictures
from aberration.web.queries import FindingLine
from aberration.web.reruns import Reruns
from aberration.web.source import Source, open_source

_VIEWS: Final = 16
"""Findings that are kept as their pages show them."""


class Site(msgspec.Struct, frozen=True):
    """One served store; `htmx` is the script of that name where it is there. Its C programs may be
    executed without a sandbox where they are `trusted`.
    """

    source: Source
    access: Access
    figures: FiguresKeeper
    gathering: Gathering
    pictures: Pictures
    reruns: Reruns
    htmx: Path | None
    views: Cache
    trusted: bool = False

    def line_of(self, place: Place) -> FindingLine:
        """Return a finding by its columns; raise `UnknownName` if there is none."""
        campaign = self.source.reader.campaign(place.campaign)
        return self.source.reader.finding(campaign.key, place.finding)

    def view_of(self, place: Place) -> BugView:
        """Return what there is to show of a finding; the last few are kept."""
        line = self.line_of(place)
        artifacts = self.source.artifacts_of(place.campaign)
        view = self.views.get((place, line), lambda: (view_of(artifacts, line), 1))
        assert isinstance(view, BugView)
        return view

    def check_trust(self, place: Place, view: BugView) -> None:
        """Raise `BadInput` where the programs of a finding must not be executed here."""
        require_trust(place.campaign, view.language, trusted=self.trusted)


@contextmanager
def open_site(name: str, access: Access, *, trusted: bool = False) -> Iterator[Site]:
    """Open what is served, and end all that runs beside it at the end."""
    with open_source(name) as source:
        site = Site(
            source=source,
            access=access,
            figures=FiguresKeeper(source.reader),
            gathering=Gathering(name, source.reader),
            pictures=Pictures(),
            reruns=Reruns(),
            htmx=find_htmx(tools_folder()),
            views=Cache(_VIEWS),
            trusted=trusted,
        )
        try:
            yield site
        finally:
            site.gathering.close()
            site.reruns.close()


def find_htmx(tools: Path) -> Path | None:
    """Return the script that `targets/bring/htmx.sh` brought; the newest of several."""
    found = sorted(tools.glob("htmx-*/node_modules/htmx.org/dist/htmx.min.js"))
    return found[-1] if found else None


def chosen_finding(row: BugRow, campaign: str, finding: str) -> Place:
    """Return the finding of a bug that was asked for, the first one without a wish; raise
    `UnknownName` for one of another bug.
    """
    if not finding:
        return row.findings[0]
    place = Place(campaign or row.findings[0].campaign, finding)
    if place not in row.findings:
        raise UnknownName(f"expected a finding of {row.id}, but {finding!r} came")
    return place
