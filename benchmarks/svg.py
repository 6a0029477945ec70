"""Pictures as SVG: what those of `benchmarks` and `experiments` have in common."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

FAINT: Final = "#d5d9de"
DARK: Final = "#1c2733"
TITLE: Final = "t"
"""The class of words in the size of a heading."""


def document(
    size: tuple[int, int], title: str, parts: Iterable[str], font: int = 11, heading: int = 14
) -> str:
    """Return a whole picture, white behind its parts; (width, height) and the sizes of letters
    are in pixels.
    """
    width, height = size
    letters = f"font-family:sans-serif;font-size:{font}px;fill:{DARK}"
    style = f"text{{{letters}}}.{TITLE}{{font-size:{heading}px;font-weight:bold}}"
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}">'
        ),
        f"<title>{escape(title)}</title><style>{style}</style>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def text(x: float, y: float, words: str, anchor: str = "start", css: str = "") -> str:
    """Return words at a place."""
    kind = f' class="{css}"' if css else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}"{kind}>{escape(words)}</text>'
