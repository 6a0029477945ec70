"""The templates of all pages, with what they call: marked code, code in sentences, captions."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

from aberration.report.highlight import highlight

if TYPE_CHECKING:
    from jinja2 import Environment

_PART: Final = re.compile(r"`([^`]+)`")
_PICTURE: Final = re.compile(r"[\w.+-]+\.png")
_CAPTIONS: Final = {
    "expected": "expected",
    "majority": "expected (the majority)",
    "reference": "expected (the reference)",
    "program": "got",
    "variant": "got (the variant)",
    "difference": "difference: red is beyond the tolerance, blue within it",
}


def templates() -> Environment:
    """Return the templates of the reports; HTML is escaped, Markdown is not."""
    # Loading it takes a fifth of a second, which commands that write no page would feel.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    def is_html(name: str | None) -> bool:
        return name is not None and ".html" in name

    environment = Environment(
        loader=PackageLoader("aberration.report"),
        autoescape=is_html,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "code": code_span,
        "highlighted": highlight,
        "with_code": with_code,
        "caption": caption,
    }
    environment.tests["picture"] = is_picture
    environment.globals["style"] = Markup(style())
    return environment


def style() -> str:
    """Return the style sheet that all pages share."""
    return files("aberration.report").joinpath("style.css").read_text("utf-8")


def code_span(text: object) -> str:
    """Return a text as a code span of Markdown: what a compiler prints is shown, and never
    becomes markup.
    """
    line = " ".join(str(text).split()).replace("|", "\\|")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    space = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{space}{line}{space}{fence}" if line else ""


def with_code(sentence: str) -> Markup:
    """Return a sentence as HTML: what stands between backticks is code."""
    parts = _PART.split(sentence)
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part)
        for number, part in enumerate(parts)
    )


def is_picture(file: str) -> bool:
    """True for the name of an image in the folder of a bug."""
    return _PICTURE.fullmatch(file) is not None


def caption(file: str) -> str:
    """Return what an image shows, by the name of its file: `variant-2.png` is the variant's second
    attachment.
    """
    stem = file.removesuffix(".png")
    name, _, number = stem.rpartition("-")
    if name in _CAPTIONS and number.isdigit():
        return f"{_CAPTIONS[name]}, attachment {number}"
    return _CAPTIONS.get(stem, stem)
