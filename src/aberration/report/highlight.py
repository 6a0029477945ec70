"""Programs and differences with their words marked, as HTML that needs no script: `style.css`
gives the marks their colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from markupsafe import Markup, escape

MOST_CHARACTERS: Final = 200_000
"""Longer texts are shown as they are: marking them would make a page that no browser likes."""
_LEXERS: Final = {"glsl": "glsl", "essl": "glsl", "wgsl": "wgsl", "c": "c", "diff": "diff"}
_MARKS: Final = (
    ("Comment", "comment"),
    ("Keyword", "keyword"),
    ("Literal.Number", "number"),
    ("Literal.String", "string"),
    ("Literal", "number"),
    ("Generic.Inserted", "inserted"),
    ("Generic.Deleted", "deleted"),
    ("Generic.Subheading", "comment"),
)
"""Kinds of words by their names in Pygments, each with those below it, and their marks."""
_ASSEMBLY: Final = re.compile(
    r"""(?P<comment>;[^\n]*)|(?P<string>"(?:\\.|[^"\\])*")|(?P<name>%\w+)|(?P<keyword>\bOp[A-Z]\w*)
    |(?P<number>(?<![\w.])-?\d[\w.+-]*)""",
    re.VERBOSE,
)


def highlight(text: str, language: str) -> Markup:
    """Return a text in a language (`spirv` as assembly, `diff`, or a shading language or C) with
    its words marked; as plain text where we know none, or where it is too long. All of it is
    escaped.
    """
    if len(text) > MOST_CHARACTERS:
        return escape(text)
    if language == "spirv":
        pieces = _pieces_of_assembly(text)
    elif language in _LEXERS:
        pieces = _pieces(text, _LEXERS[language])
    else:
        return escape(text)
    parts = []
    for mark, group in groupby(pieces, lambda piece: piece[0]):
        shown = str(escape("".join(part for _, part in group)))
        parts.append(f'<span class="{mark}">{shown}</span>' if mark else shown)
    # All of it is escaped above, and the marks are ours: `Markup.format` would take ten times as
    # long, which the page of a bug waits for.
    return Markup("".join(parts))


def _pieces(text: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text, each with its mark or none."""
    # Loaded where a word is to be marked: commands that write no page would feel it.
    from pygments.lexers import get_lexer_by_name
    from pygments.token import string_to_tokentype

    marks = [(string_to_tokentype(known), mark) for known, mark in _MARKS]
    lexer = get_lexer_by_name(name, stripnl=False, ensurenl=False)
    for kind, part in lexer.get_tokens(text):
        yield next((mark for known, mark in marks if kind in known), ""), part


def _pieces_of_assembly(text: str) -> Iterator[tuple[str, str]]:
    end = 0
    for found in _ASSEMBLY.finditer(text):
        yield "", text[end : found.start()]
        yield found.lastgroup or "", found[0]
        end = found.end()
    yield "", text[end:]
