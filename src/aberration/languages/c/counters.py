"""Which statements of a C program are never executed, by a copy of it that marks each one as it
is reached.
"""

from __future__ import annotations

from collections.abc import Callable

from aberration.languages.c.chunks import Chunk, Edit, TokenizedText, apply, to_bytes, to_text

Run = Callable[[bytes], bytes | None]
"""Compiles a program with a gcc or clang and runs it; returns what it printed, None when it
came to no good end.
"""

_TABLE = """static unsigned char aberration_seen[{count}];
__attribute__((destructor)) static void aberration_print(void) {{
  int number;
  for (number = 0; number < {count}; number++) __builtin_printf("%d", aberration_seen[number]);
}}
"""


def never_executed_pieces(source: bytes, run: Run) -> list[Chunk]:
    """Return the outermost statements of blocks that are not reached in the run; none if it
    cannot be known.
    """
    text = TokenizedText(to_text(source))
    marked = [
        chunk
        for chunk in text.chunks
        if chunk.alone
        and chunk.depth > 0
        and text.text[chunk.end - 1] in ";}"
        and text.text[chunk.start] != "#"
    ]
    marks = [
        Edit(chunk.start, chunk.start, f"aberration_seen[{n}] = 1; ")
        for n, chunk in enumerate(marked)
    ]
    copy = to_bytes(_TABLE.format(count=len(marked)) + apply(text.text, marks))
    printed = run(copy) if marked else None
    if printed is None or len(printed) < len(marked):
        return []
    seen = printed[len(printed) - len(marked) :]
    # Without the `return` at its end, a function that is never called is no C.
    dead = [
        chunk
        for chunk, mark in zip(marked, seen, strict=True)
        if mark == ord("0") and (chunk.depth > 1 or not text.text.startswith("return", chunk.start))
    ]
    return _outermost(dead)


def _outermost(chunks: list[Chunk]) -> list[Chunk]:
    kept: list[Chunk] = []
    for chunk in chunks:
        if not kept or chunk.start >= kept[-1].end:
            kept.append(chunk)
    return kept
