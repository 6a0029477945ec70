"""Which `<` and `>` of WGSL enclose template arguments: the specification's discovery, over the
words of the text.

Once it is known, the `>` that close nothing are joined to `>>`, `>=` and `>>=` where they touch.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.lexer import IDENTIFIER, Tokens

OPEN: Final = "T<"
CLOSE: Final = "T>"
_ENDS_ALL: Final = frozenset(
    (";", "{", ":", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", "->")
)  # `>>=` still stands in pieces here, and its `=` ends all, too
_MATTER: Final = _ENDS_ALL | {"<", ">", "(", ")", "[", "]", "&&", "||"}


def discover(tokens: Tokens) -> Tokens:
    """Return the words with the brackets of template lists of kinds of their own, and operators
    that hold `>` whole.
    """
    if ">" not in tokens.kinds:
        return tokens
    _mark(tokens.kinds, tokens.starts)
    return _join_operators(tokens) if ">" in tokens.kinds else tokens


def _mark(kinds: list[str], starts: list[int]) -> None:
    candidates: list[tuple[int, int]] = []
    depth = 0
    for at in [at for at, kind in enumerate(kinds) if kind in _MATTER]:
        kind = kinds[at]
        if kind == "<":
            if at > 0 and (kinds[at - 1] == IDENTIFIER or kinds[at - 1] == "var"):
                candidates.append((at, depth))
        elif kind == ">":
            if candidates and candidates[-1][1] == depth:
                kinds[candidates.pop()[0]] = OPEN
                kinds[at] = CLOSE
        elif kind == "(" or kind == "[":
            depth += 1
        elif kind == ")" or kind == "]":
            while candidates and candidates[-1][1] >= depth:
                candidates.pop()
            depth = max(0, depth - 1)
        elif kind == "&&" or kind == "||":
            while candidates and candidates[-1][1] >= depth:
                candidates.pop()
        elif not _closes_comparison(kinds, starts, at):
            depth = 0
            candidates.clear()


def _closes_comparison(kinds: list[str], starts: list[int], at: int) -> bool:
    """Return whether this `=` is the end of a `>=`, which ends no template list."""
    return kinds[at] == "=" and kinds[at - 1] == ">" and at > 0 and starts[at - 1] + 1 == starts[at]


def _join_operators(tokens: Tokens) -> Tokens:
    kinds, texts, starts = tokens.kinds, tokens.texts, tokens.starts
    joined = Tokens([], [], [], [])
    kept = 0
    for at in [at for at, kind in enumerate(kinds) if kind == ">"]:
        length = _length(kinds, starts, at)
        if at < kept or length == 1:
            continue
        joined.take(tokens, kept, at)
        word = "".join(texts[at : at + length])
        joined.kinds.append(word)
        joined.texts.append(word)
        joined.starts.append(starts[at])
        joined.ends.append(starts[at] + length)
        joined.plain.append(True)
        kept = at + length
    if not kept:
        return tokens
    joined.take(tokens, kept, len(kinds))
    return joined


def _length(kinds: list[str], starts: list[int], at: int) -> int:
    """Return of how many words the operator is that begins with this `>`."""
    length = 1
    for kind in (">", "="):
        following = at + length
        if (
            following < len(kinds)
            and kinds[following] == kind
            and starts[following] == starts[at] + length
        ):
            length += 1
    return length
