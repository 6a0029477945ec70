"""The dashboard as an ASGI application."""

from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from aberration.core.errors import AberrationError, UnknownName
from aberration.web.guard import Guard
from aberration.web.pages import bug, bugs, campaigns, files, login, steps, triage
from aberration.web.pages.rendering import Renderer
from aberration.web.site import Site

_PAGES: Final = (campaigns, bugs, bug, steps, triage, files, login)
"""Each has a function `routes` of the site."""
_OPEN: Final = ("/login", "/static/")
"""What is answered to those who may not look."""


def application(site: Site) -> Guard:
    """Return the application that serves a site."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    render = Renderer(site)
    for page in _PAGES:
        app.include_router(page.routes(site, render))
    _tell_errors(app, render)

    @app.middleware("http")
    async def let_in(
        request: Request, answer: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        path = request.url.path
        if site.access.closed and not path.startswith(_OPEN) and not render.may_change(request):
            return RedirectResponse("/login", 303)
        return await answer(request)

    return Guard(app, site.access)


def _tell_errors(app: FastAPI, render: Renderer) -> None:
    """Let pages say what was wrong with a request, and nothing of the server."""

    def page(request: Request, status: int, message: str) -> Response:
        return render(request, "error.html.j2", status, message=message, code=status)

    @app.exception_handler(AberrationError)
    def told(request: Request, error: AberrationError) -> Response:
        return page(request, 404 if isinstance(error, UnknownName) else 422, error.message)

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> Response:
        return page(request, error.status_code, str(error.detail))

    @app.exception_handler(RequestValidationError)
    def misunderstood(request: Request, error: RequestValidationError) -> Response:
        return page(request, 422, "the address or form has a value that makes no sense")

    @app.exception_handler(Exception)
    def failed(request: Request, error: Exception) -> Response:
        return page(request, 500, f"a defect of aberration: {type(error).__name__}")
