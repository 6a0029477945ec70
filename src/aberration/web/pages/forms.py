"""What every form that changes something must bring."""

from fastapi import HTTPException, Request

from aberration.web.pages.rendering import Renderer
from aberration.web.site import Site


def check_form(site: Site, render: Renderer, request: Request, word: str) -> None:
    """Raise the answer 403 for a visitor who gave no token, and for a form that is not ours."""
    if not render.may_change(request):
        raise HTTPException(403, "only who has given the token may do this")
    if not site.access.is_form_word(word):
        raise HTTPException(403, "the form is not one of ours, or an old one: load the page again")
