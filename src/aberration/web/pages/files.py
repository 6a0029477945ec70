"""Images, texts and values of the store by digest, and our own static files."""

import mimetypes
import re
from pathlib import Path
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter
from fastapi import Path as InPath
from fastapi.responses import Response

from aberration.campaign.artifacts import Artifacts
from aberration.core.errors import UnknownName
from aberration.web.bug_rows import Picture
from aberration.web.bug_view import BugView
from aberration.web.pages.bug import bug_row, pixel_at
from aberration.web.pages.rendering import Renderer
from aberration.web.site import Site, chosen_finding

Digest = Annotated[str, InPath(pattern="^[0-9a-f]{32}$")]
_STATIC: Final = Path(__file__).parents[1] / "static"
_NAME: Final = re.compile(r"[a-z][a-z-]*\.(css|js|svg)")
_FOREVER: Final = {"cache-control": "private, max-age=31536000, immutable"}
_FOR_A_MOMENT: Final = {"cache-control": "private, max-age=60"}


def routes(site: Site, render: Renderer) -> APIRouter:
    """Return what is no page."""
    router = APIRouter()

    def artifacts_with(digest: str) -> Artifacts:
        for campaign in site.source.reader.campaigns():
            artifacts = site.source.artifacts_of(campaign.name)
            if artifacts.has(digest):
                return artifacts
        raise UnknownName("expected the digest of an artifact, but there is no such")

    def png(picture: Picture, part: int) -> Response:
        data = site.pictures.png(artifacts_with(picture.digest), picture, part)
        return _png(data, picture.digest)

    @router.get("/images/{digest}/{part}.png")
    def outcome_image(digest: Digest, part: int) -> Response:
        return png(Picture(digest), part)

    @router.get("/expected/{digest}/{part}.png")
    def expected_image(digest: Digest, part: int) -> Response:
        return png(Picture(digest, expected=True), part)

    def view_and_artifacts(
        identifier: str, campaign: str, finding: str
    ) -> tuple[BugView, Artifacts]:
        place = chosen_finding(bug_row(site, identifier), campaign, finding)
        return site.view_of(place), site.source.artifacts_of(place.campaign)

    @router.get("/bugs/{identifier}/difference.png")
    def difference(
        identifier: str, campaign: str = "", finding: str = "", part: int = 0
    ) -> Response:
        view, artifacts = view_and_artifacts(identifier, campaign, finding)
        if view.expected is None or view.came is None:
            raise UnknownName("expected a finding with two images")
        pair = (view.expected, view.came)
        data = site.pictures.difference(artifacts, pair, view.case.oracle.tolerance, part)
        return _png(data, f"difference-{part}", _FOR_A_MOMENT)

    @router.get("/bugs/{identifier}/pixel")
    def pixel(
        identifier: str, x: int, y: int, campaign: str = "", finding: str = "", part: int = 0
    ) -> Response:
        place = chosen_finding(bug_row(site, identifier), campaign, finding)
        found = pixel_at(site, site.view_of(place), place.campaign, part, x, y)
        return _json(found, _FOR_A_MOMENT)

    @router.get("/bugs/{identifier}/said/{role}.txt")
    def said(identifier: str, role: str, campaign: str = "", finding: str = "") -> Response:
        view, _ = view_and_artifacts(identifier, campaign, finding)
        text = view.logs.get(role, view.texts.get(role))
        if text is None:
            raise UnknownName("expected the role of a program that said something")
        headers = {"content-disposition": 'attachment; filename="said.txt"'}
        return Response(text.encode("utf-8", "replace"), 200, headers, "text/plain; charset=utf-8")

    @router.get("/bugs/{identifier}/program.txt")
    def program(identifier: str, campaign: str = "", finding: str = "") -> Response:
        view, _ = view_and_artifacts(identifier, campaign, finding)
        headers = {"content-disposition": 'attachment; filename="program.txt"'}
        return Response(
            view.source.encode("utf-8", "replace"), 200, headers, "text/plain; charset=utf-8"
        )

    @router.get("/static/htmx.js")
    def htmx() -> Response:
        if site.htmx is None:
            raise UnknownName("HTMX is not installed here")
        return _static(site.htmx)

    @router.get("/static/{name}")
    def static(name: str) -> Response:
        path = _STATIC / name
        if not _NAME.fullmatch(name) or not path.is_file():
            raise UnknownName("expected a file of ours")
        return _static(path)

    return router


def _png(data: bytes, name: str, caching: dict[str, str] = _FOREVER) -> Response:
    headers = {"content-disposition": f'inline; filename="{name}.png"', **caching}
    return Response(data, 200, headers, "image/png")


def _json(value: object, caching: dict[str, str]) -> Response:
    return Response(msgspec.json.encode(value), 200, caching, "application/json")


def _static(path: Path) -> Response:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(path.read_bytes(), 200, {"cache-control": "no-cache"}, kind)
