"""The little of WGSL that must be known before it is parsed: its comments, its entry point, and the
extensions that it switches on.
"""

from __future__ import annotations

import re
from typing import Final, Literal, cast

_START: Final = re.compile(r"//|/\*")
_LINE_END: Final = re.compile(r"[\n\v\f\r\x85\u2028\u2029]|\Z")
_ENABLE: Final = re.compile(r"\benable\s+(?P<words>[^;]*);")
_BLOCK_MARK: Final = re.compile(r"/\*|\*/")
_ENTRY_POINT: Final = re.compile(r"@\s*(vertex|fragment|compute)\b[^;{}]*?\bfn\s+(\w+)")

_Stage = Literal["vertex", "fragment", "compute"]
EntryPoint = tuple[_Stage, str]


def without_comments(text: str) -> str:
    """Return the text with a space for each comment; block comments nest (WGSL, section
    Comments).
    """
    kept: list[str] = []
    at = 0
    while (start := _START.search(text, at)) is not None:
        kept += text[at : start.start()], " "
        end = _LINE_END.search(text, start.end()) if start[0] == "//" else None
        at = end.start() if end else _block_end(text, start.end())
    kept.append(text[at:])
    return "".join(kept)


def entry_point(text: str) -> EntryPoint | None:
    """Return stage and name of the first entry point for fragments or for compute; else of the
    first one for vertices; None where there is none.
    """
    every = entry_points(text)
    return next((one for one in every if one[0] != "vertex"), next(iter(every), None))


def entry_points(text: str) -> tuple[EntryPoint, ...]:
    """Return stage and name of each entry point, in the order of the text."""
    found = _ENTRY_POINT.finditer(without_comments(text))
    return tuple((cast(_Stage, one[1]), str(one[2])) for one in found)


def enabled_extensions(text: str) -> frozenset[str]:
    """Return the extensions that `enable` directives name (WGSL, section Enable Extensions)."""
    found = (one["words"].split(",") for one in _ENABLE.finditer(without_comments(text)))
    return frozenset(word.strip() for words in found for word in words if word.strip())


def _block_end(text: str, at: int) -> int:
    """Return the position behind the end of the block comment whose text begins at `at`."""
    depth = 1
    for mark in _BLOCK_MARK.finditer(text, at):
        depth += 1 if mark[0] == "/*" else -1
        if not depth:
            return mark.end()
    return len(text)
