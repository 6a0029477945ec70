"""The token is given once; a cookie remembers that until the server or the browser ends."""

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from aberration.web.access import COOKIE
from aberration.web.pages.forms import check_form
from aberration.web.pages.rendering import Renderer
from aberration.web.site import Site

_PAUSE: Final = 1.0
"""Seconds that the answer to a wrong token takes."""


def routes(site: Site, render: Renderer) -> APIRouter:
    """Return the page and its forms."""
    router = APIRouter()

    @router.get("/login")
    def page(request: Request) -> Response:
        return render(request, "login.html.j2", wrong=False)

    @router.post("/login")
    async def enter(request: Request, token: Annotated[str, Form()] = "") -> Response:
        if not site.access.admits(token):
            await asyncio.sleep(_PAUSE)
            return render(request, "login.html.j2", 403, wrong=True)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(COOKIE, site.access.cookie(), httponly=True, samesite="strict")
        return answer

    @router.post("/logout")
    def leave(request: Request, word: Annotated[str, Form()] = "") -> Response:
        check_form(site, render, request, word)
        answer = RedirectResponse("/", 303)
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    return router
