"""How differently two programs look to a compiler, as far as their text shows it: the shapes of
their statements, and how control and values go from one to another (paper of Athena, section 3.3).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

MILLION: Final = 1_000_000
_TOKEN: Final = re.compile(
    r"""/\*.*?\*/|//[^\n]*|^[ \t]*\#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'
    |(?P<word>[A-Za-z_]\w*)|(?P<number>\.?\d[\w.]*)
    |(?P<other><<=|>>=|->|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|<<|>>|[^\s\w])""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
_KEPT: Final = frozenset(
    (
        *("if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue"),
        *("return", "goto", "sizeof", "float", "double", "struct", "union"),
    )
)
_ASSIGNS: Final = frozenset(
    ("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--")
)
_ENDS: Final = frozenset(";{}")
_LONGEST: Final = 40
"""Tokens of a shape; longer statements differ by their beginnings."""


class Flow(NamedTuple):
    """The shapes of statements, the edges between them, and the number of tokens."""

    nodes: frozenset[str]
    edges: frozenset[tuple[str, str, str]]
    size: int


def flow_of(text: str) -> Flow:
    """Return what a text shows; the same for texts that differ only in names and numbers."""
    nodes: set[str] = set()
    edges: set[tuple[str, str, str]] = set()
    written: dict[str, str] = {}
    around, before, size = [""], "", 0
    chunk: list[tuple[str, str]] = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup is None:
            continue
        size += 1
        token = match[0]
        if token not in _ENDS:
            chunk.append((token, match.lastgroup))
            continue
        shape = _shape(chunk)
        if shape:
            nodes.add(shape)
            edges |= {("next", before, shape), ("inside", around[-1], shape)}
            _add_values(chunk, shape, written, edges)
            before = shape
        if token == "{":
            around.append(shape)
        elif token == "}" and len(around) > 1:
            around.pop()
        chunk = []
    return Flow(frozenset(nodes), frozenset(edges), size)


def union(flows: Sequence[Flow]) -> Flow:
    """Return what texts show together."""
    return Flow(
        frozenset().union(*(flow.nodes for flow in flows)),
        frozenset().union(*(flow.edges for flow in flows)),
        sum(flow.size for flow in flows),
    )


def distance(base: Flow, added: Flow) -> int:
    """Return how far a program is from the one that it was made from, `base`, by what was added to
    it, in millionths: the mean of the distances of Jaccard, less what it grew by.
    """
    nodes, edges = len(added.nodes - base.nodes), len(added.edges - base.edges)
    apart = _share(nodes, len(base.nodes) + nodes) + _share(edges, len(base.edges) + edges)
    return apart // 2 - _share(added.size, base.size)


def _share(part: int, whole: int) -> int:
    return MILLION * part // max(1, whole)


def _shape(chunk: Sequence[tuple[str, str]]) -> str:
    words = []
    for token, group in chunk[:_LONGEST]:
        if group == "word":
            words.append(token if token in _KEPT else "v")
        else:
            words.append("n" if group == "number" else token)
    return " ".join(words)


def _add_values(
    chunk: Sequence[tuple[str, str]],
    shape: str,
    written: dict[str, str],
    edges: set[tuple[str, str, str]],
) -> None:
    """Add an edge from where each name was last written, and note what is written here."""
    names = [token for token, group in chunk if group == "word" and token not in _KEPT]
    edges |= {("value", written[name], shape) for name in names if name in written}
    if names and any(token in _ASSIGNS for token, _ in chunk):
        written[names[0]] = shape
