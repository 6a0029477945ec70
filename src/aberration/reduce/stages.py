"""Stages of the reduction of a C text: each makes what it can smaller by delta debugging, and never
gives up the bug.

Hierarchical delta debugging (Misherghi and Su, ICSE 2006): from file scope inwards, one depth after
the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from aberration.languages.c.chunks import (
    Chunk,
    Edit,
    Token,
    TokenizedText,
    apply,
    to_bytes,
    to_text,
)
from aberration.languages.c.counters import Run, never_executed_pieces
from aberration.reduce.text_search import Stage, TextSearch, drop_edits

Propose = Callable[[TokenizedText, int], Iterator[Edit]]
_KEPT_PARENTHESES = frozenset({"if", "while", "switch"})
_WRAPPERS = frozenset({"for", "sizeof", "__attribute__", "__builtin_offsetof"})


def never_executed(run: Run) -> Stage:
    """Return the stage that drops what control never comes to when the program runs."""

    def stage(search: TextSearch) -> None:
        drop_edits(search, [[_without(chunk)] for chunk in never_executed_pieces(search.best, run)])

    return stage


def without_unused(source: bytes) -> bytes:
    """Return the text without what no other declaration names."""
    text = TokenizedText(to_text(source))
    groups = _declarations(text)
    unused = [_without(chunk) for name in _without_unused(text, groups) for chunk in groups[name]]
    return to_bytes(apply(text.text, unused))


def unused_declarations(search: TextSearch) -> None:
    """Drop what no other declaration names, over and over; likewise the variables of functions."""
    text = TokenizedText(to_text(search.best))
    groups = _declarations(text)
    drop_edits(
        search,
        [[_without(chunk) for chunk in groups[name]] for name in _without_unused(text, groups)],
    )
    text = TokenizedText(to_text(search.best))
    drop_edits(search, [[_without(chunk)] for chunk in _unused_variables(text)])


def pieces_by_depth(search: TextSearch) -> None:
    """Drop nameless declarations, then statements of functions, then statements inside of those.

    What declares a name that is in use would take all others of its chunk with it, and has to stay.
    """
    depth, deepest = 0, 0
    # Outer pieces first: one question takes away all that is inside of them.
    while depth <= deepest and search.seconds_left:
        text = TokenizedText(to_text(search.best))
        deepest = max((chunk.depth for chunk in text.chunks), default=0)
        here = [chunk for chunk in text.chunks if chunk.depth == depth and not chunk.name]
        if drop_edits(search, [[_without(chunk)] for chunk in here if not text.variables(chunk)]):
            unused_declarations(search)
        depth += 1


def inner_statements(search: TextSearch) -> None:
    """Put a part of a statement in its place: the body of an `if`, what a block holds."""
    number = 0
    while search.seconds_left:
        text = to_text(search.best)
        chunks = [chunk for chunk in TokenizedText(text).chunks if chunk.inner]
        if number >= len(chunks):
            return
        chunk = chunks[number]
        whole = text[chunk.start : chunk.end]
        # The shortest first: it is what most is gained by.
        parts = sorted({text[start:end] for start, end in chunk.inner} - {whole}, key=len)
        # After a success the same number is another chunk, which may have parts in turn.
        if not any(drop_edits(search, [[Edit(chunk.start, chunk.end, part)]]) for part in parts):
            number += 1


def expressions(search: TextSearch) -> None:
    """Put 0, 1 or an operand in place of what stands in brackets, outer brackets first."""
    drop_edits(search, [[edit] for edit in _initialisers(TokenizedText(to_text(search.best)))])
    zeros, ones = partial(_with_replacement, value="0"), partial(_with_replacement, value="1")
    kinds: tuple[Propose, ...] = (_casts, zeros, ones, _operands)
    # Casts first, as they hide what operators are made of. 0 and 1 make whole operands needless; to
    # keep an operand is the last resort.
    for propose in kinds:
        depth = 0
        while search.seconds_left:
            text = TokenizedText(to_text(search.best))
            edits = [[edit] for edit in propose(text, depth)]
            if not edits:
                break
            drop_edits(search, edits)
            depth += 1


def _without(chunk: Chunk) -> Edit:
    return Edit(chunk.start, chunk.end, "" if chunk.alone else ";")


def _declarations(text: TokenizedText) -> dict[str, list[Chunk]]:
    """Return the chunks at file scope by the name that they declare."""
    groups: dict[str, list[Chunk]] = {}
    for chunk in text.chunks:
        if chunk.depth == 0 and chunk.name:
            groups.setdefault(chunk.name, []).append(chunk)
    return groups


def _unused_variables(text: TokenizedText) -> list[Chunk]:
    """Return the declarations in functions whose names stand nowhere else in the function."""
    unused: list[Chunk] = []
    for function in [chunk for chunk in text.chunks if chunk.depth == 0]:
        words = _words(text, [function])
        inside = [p for p in text.chunks if p.depth and function.start <= p.start < function.end]
        for chunk in inside:
            names = text.variables(chunk)
            if names and all(words[name] == 1 for name in names):
                unused.append(chunk)
    return unused


def _without_unused(text: TokenizedText, groups: dict[str, list[Chunk]]) -> list[str]:
    """Return the names that only their own declarations or those of other unused ones have, in
    the text's order.
    """
    inside = {name: _words(text, chunks) for name, chunks in groups.items()}
    named = Counter(token.text for token in text.tokens if token.kind == "word")
    unused: dict[str, None] = {}
    grown = True
    while grown:
        new = [n for n in groups if n != "main" and n not in unused and named[n] <= inside[n][n]]
        for name in new:
            unused[name] = None
            named.subtract({word: count for word, count in inside[name].items() if word != name})
        grown = bool(new)
    return [name for name in groups if name in unused]


def _words(text: TokenizedText, chunks: Sequence[Chunk]) -> Counter[str]:
    return Counter(
        token.text for chunk in chunks for token in text.inside(chunk) if token.kind == "word"
    )


def _brackets(text: TokenizedText, depth: int) -> Iterator[tuple[int, int]]:
    """Yield the opening and closing token of each pair of parentheses in functions, that many
    deep in others.
    """
    if text.match is None:
        return
    functions = [chunk for chunk in text.chunks if chunk.depth == 1]
    starts = {token.start: number for number, token in enumerate(text.tokens)}
    for chunk in functions:
        number = starts.get(chunk.start)
        if number is not None:
            yield from _inner(text, number, chunk.end, depth)


def _inner(text: TokenizedText, first: int, end: int, depth: int) -> Iterator[tuple[int, int]]:
    assert text.match is not None
    ends: list[int] = []
    for number in range(first, len(text.tokens)):
        token = text.tokens[number]
        if token.start >= end:
            return
        while ends and number > ends[-1]:
            ends.pop()
        if token.text == "(" and number in text.match:
            if len(ends) == depth:
                yield number, text.match[number]
            ends.append(text.match[number])


def _span(text: TokenizedText, opening: int, closing: int) -> tuple[int, int] | None:
    """Return what to replace: the parentheses with the name before them, or what is in those
    that must stay.
    """
    tokens = text.tokens
    before = tokens[opening - 1] if opening else None
    if before is not None and before.kind == "word" and before.text in _WRAPPERS:
        return None
    if before is not None and before.kind == "word" and before.text in _KEPT_PARENTHESES:
        return tokens[opening].end, tokens[closing].start
    start = (
        before.start
        if before is not None and before.kind == "word" and before.text != "return"
        else None
    )
    return (tokens[opening].start if start is None else start), tokens[closing].end


def _with_replacement(text: TokenizedText, depth: int, value: str) -> Iterator[Edit]:
    for opening, closing in _brackets(text, depth):
        following = text.tokens[closing + 1 : closing + 2]
        if following and following[0].kind in ("word", "number"):
            continue  # A cast: nothing else could stand in place of these parentheses.
        span = _span(text, opening, closing)
        if span is not None and text.text[span[0] : span[1]] not in ("0", "1"):
            yield Edit(*span, value)


def _initialisers(text: TokenizedText) -> Iterator[Edit]:
    """Yield edits that make initialisers in braces all zero."""
    for opening, closing in sorted((text.match or {}).items()):
        span = text.tokens[opening].start, text.tokens[closing].end
        begun = (
            opening > 0
            and text.tokens[opening - 1].text == "="
            and text.tokens[opening].text == "{"
        )
        if begun and text.text[span[0] : span[1]] != "{0}":
            yield Edit(*span, "{0}")


def _casts(text: TokenizedText, depth: int) -> Iterator[Edit]:
    """Yield edits that leave out parentheses of words and stars alone, before an operand."""
    for opening, closing in _brackets(text, depth):
        inside = text.tokens[opening + 1 : closing]
        after = text.tokens[closing + 1] if closing + 1 < len(text.tokens) else None
        operand = after is not None and (
            after.kind in ("word", "number") or after.text in ("(", "-", "*", "&", "~", "!")
        )
        before = text.tokens[opening - 1]
        if (
            operand
            and before.kind != "word"
            and inside
            and all(t.kind == "word" or t.text == "*" for t in inside)
        ):
            yield Edit(text.tokens[opening].start, text.tokens[closing].end, "")


def _operands(text: TokenizedText, depth: int) -> Iterator[Edit]:
    """Yield edits that put the first argument or left operand in place of the whole, else the
    last one.
    """
    for opening, closing in _brackets(text, depth):
        span = _span(text, opening, closing)
        parts = _parts(text, opening, closing)
        if span is None or len(parts) < 2:
            continue
        for part in (parts[-1], parts[0]):
            # Its own parentheses keep the order of operations around it.
            yield Edit(*span, f"({part})")


def _parts(text: TokenizedText, opening: int, closing: int) -> list[str]:
    """Return what stands between the commas and binary operators directly inside a pair of
    parentheses.
    """
    assert text.match is not None
    tokens, parts, at = text.tokens, list[str](), opening + 1
    first = at
    while at < closing:
        if _parting(tokens, at, first):
            parts.append(text.text[tokens[first].start : tokens[at - 1].end])
            first = at + 1
        at = text.match.get(at, at) + 1
    if first < closing:
        parts.append(text.text[tokens[first].start : tokens[closing - 1].end])
    return parts


def _parting(tokens: Sequence[Token], at: int, first: int) -> bool:
    """True for a comma, and for an operator with an operand before it."""
    token = tokens[at]
    if (
        at == first
        or token.kind != "mark"
        or token.text in ("->", ".", "(", "[", "{", ")", "]", "}", "++", "--", "!", "~")
    ):
        return False
    before = tokens[at - 1]
    return before.kind in ("word", "number", "literal") or before.text in (")", "]")
