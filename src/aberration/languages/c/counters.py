"""Which statements of a C program are never executed: told by a copy of it that marks each one
as it is reached.
"""

from __future__ import annotations

from collections.abc import Callable

from aberration.languages.c.chunks import Chunk, Edit, Text, apply, decoded, encoded

Run = Callable[[bytes], bytes | None]
"""Compiles a program with a gcc or clang and runs it; returns what it printed, None when it
came to no good end.
"""

_TABLE = """static unsigned char aberration_seen[{count}];
__attribute__((destructor)) static void aberration_tell(void) {{
  int number;
  for (number = 0; number < {count}; number++) __builtin_printf("%d", aberration_seen[number]);
}}
"""


def never_executed_pieces(source: bytes, run: Run) -> list[Chunk]:
    """Return the outermost statements of blocks that are not reached in the run; none if it
    cannot be told.
    """
    text = Text(decoded(source))
    marked = [chunk for chunk in text.chunks if _may_be_marked(text, chunk)]
    printed = run(_with_marks(text.text, marked)) if marked else None
    if printed is None or len(printed) < len(marked):
        return []
    seen = printed[len(printed) - len(marked) :]
    dead = [
        chunk
        for chunk, mark in zip(marked, seen, strict=True)
        if mark == ord("0") and _may_go(text, chunk)
    ]
    return _outermost(dead)


def _may_be_marked(text: Text, chunk: Chunk) -> bool:
    return (
        chunk.alone
        and chunk.depth > 0
        and text.text[chunk.end - 1] in ";}"
        and text.text[chunk.start] != "#"
    )


def _may_go(text: Text, chunk: Chunk) -> bool:
    """False for a `return` at the end of a function that is never called: without it the
    function is no C.
    """
    return chunk.depth > 1 or not text.text.startswith("return", chunk.start)


def _with_marks(text: str, chunks: list[Chunk]) -> bytes:
    marks = [
        Edit(chunk.start, chunk.start, f"aberration_seen[{n}] = 1; ")
        for n, chunk in enumerate(chunks)
    ]
    return encoded(_TABLE.format(count=len(chunks)) + apply(text, marks))


def _outermost(chunks: list[Chunk]) -> list[Chunk]:
    kept: list[Chunk] = []
    for chunk in chunks:
        if not kept or chunk.start >= kept[-1].end:
            kept.append(chunk)
    return kept
