"""The search for a smaller text: what weighs less, and edits that can be left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aberration.languages.c.chunks import Edit, apply, to_bytes, to_text
from aberration.reduce.search import Keep, Search, Test

TextSearch = Search[bytes]
Stage = Callable[[TextSearch], None]
"""Makes the best text of a search smaller."""


def weight(text: bytes) -> tuple[int, int]:
    """Return what a reducer makes smaller: the characters that are no white space, then all."""
    return len(text) - sum(text.count(space) for space in (b" ", b"\n", b"\t", b"\r")), len(text)


def search_text(
    start: bytes,
    interesting: Test[bytes],
    keep: Keep[bytes],
    seconds: float,
    plausible: Test[bytes] | None = None,
) -> TextSearch:
    """Return a search; `plausible` is asked before `interesting`, and cheaper."""
    cheaper = () if plausible is None else (plausible,)
    return Search(start, interesting, keep, bytes, cheaper=cheaper, seconds=seconds)


def drop_edits(search: TextSearch, groups: Sequence[Sequence[Edit]]) -> bool:
    """Make as many of the edits of the best text as possible, whole groups; true when at least
    one was made.
    """
    base = to_text(search.best)
    return search.drop(
        groups, lambda some: to_bytes(apply(base, [edit for group in some for edit in group]))
    )


def offer_text(search: TextSearch, text: bytes) -> bool:
    """Judge the text of another reducer; the lightest one is kept."""
    return search.offer(text, lambda one: weight(one) < weight(search.best))
