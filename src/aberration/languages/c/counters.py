"""Which statements of a C program are never executed: told by a copy of it that marks each one as it is reached."""

from __future__ import annotations

from collections.abc import Callable

from aberration.languages.c.pieces import Edit, Piece, Text, apply, decoded, encoded

Run = Callable[[bytes], bytes | None]
"""Compiles a program with a gcc or clang and runs it; returns what it printed, None when it came to no good end."""

_TABLE = """static unsigned char aberration_seen[{count}];
__attribute__((destructor)) static void aberration_tell(void) {{
  int number;
  for (number = 0; number < {count}; number++) __builtin_printf("%d", aberration_seen[number]);
}}
"""


def never_executed_pieces(source: bytes, run: Run) -> list[Piece]:
    """Return the outermost statements of blocks that are not reached in the run; none if it cannot be told."""
    text = Text(decoded(source))
    marked = [piece for piece in text.pieces if _may_be_marked(text, piece)]
    printed = run(_with_marks(text.text, marked)) if marked else None
    if printed is None or len(printed) < len(marked):
        return []
    seen = printed[len(printed) - len(marked) :]
    dead = [piece for piece, mark in zip(marked, seen, strict=True) if mark == ord("0") and _may_go(text, piece)]
    return _outermost(dead)


def _may_be_marked(text: Text, piece: Piece) -> bool:
    return piece.alone and piece.depth > 0 and text.text[piece.end - 1] in ";}" and text.text[piece.start] != "#"


def _may_go(text: Text, piece: Piece) -> bool:
    """False for a `return` at the end of a function that is never called: without it the function is no C."""
    return piece.depth > 1 or not text.text.startswith("return", piece.start)


def _with_marks(text: str, pieces: list[Piece]) -> bytes:
    marks = [Edit(piece.start, piece.start, f"aberration_seen[{n}] = 1; ") for n, piece in enumerate(pieces)]
    return encoded(_TABLE.format(count=len(pieces)) + apply(text, marks))


def _outermost(pieces: list[Piece]) -> list[Piece]:
    kept: list[Piece] = []
    for piece in pieces:
        if not kept or piece.start >= kept[-1].end:
            kept.append(piece)
    return kept
