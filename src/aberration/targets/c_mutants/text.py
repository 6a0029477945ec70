"""C source as text: what is code in it and what is not, and where brackets end; enough to plant
mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_NO_CODE: Final = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL
)
_PAIRS: Final = {"(": ")", "{": "}", "[": "]"}
_ELSE: Final = re.compile(r"\s*else\b\s*")
_BARE: Final = re.compile(
    r"\{\s*(?:(?:const|volatile|static|unsigned|signed|struct|union|int|char|short|long|float|double|u?int\d+_t)\b"
    r"[^;]*;\s*)*\}"
)
_EMPTY: Final = re.compile(r"[;{]\s*;")


def blanked_text(text: str) -> str:
    """Return the text with comments and literals of characters made blank; every offset stays."""
    return _NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def end_of_bracket(code: str, start: int) -> int:
    """Return the offset behind the bracket that closes the one at `start`; -1 if none does."""
    opening = code[start]
    closing, depth = _PAIRS[opening], 0
    for match in re.compile(rf"[\{opening}\{closing}]").finditer(code, start):
        depth += 1 if match[0] == opening else -1
        if depth == 0:
            return match.end()
    return -1


def headed_blocks(code: str, keyword: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield statements such as `while (..) {..}`: offsets of keyword, condition, block and end;
    outer ones first.
    """
    for match in re.finditer(rf"\b{keyword}\s*\(", code):
        condition = match.end() - 1
        behind = end_of_bracket(code, condition)
        block = _skip_blanks(code, behind) if behind >= 0 else -1
        end = end_of_bracket(code, block) if 0 <= block < len(code) and code[block] == "{" else -1
        if end >= 0:
            yield match.start(), condition, block, end


def arms(code: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the offset of the condition of every `if (..) {..}`, and those of its block and of
    that behind `else`.
    """
    for _, condition, block, end in headed_blocks(code, "if"):
        other = _ELSE.match(code, end)
        if other is None:
            yield condition, (block,)
        elif code[other.end() : other.end() + 1] == "{":
            yield condition, (block, other.end())


def is_hollow(code: str, block: int) -> bool:
    """True for a block that holds nothing but declarations, or an empty statement anywhere."""
    end = end_of_bracket(code, block)
    return (
        _BARE.fullmatch(code, block, end) is not None or _EMPTY.search(code, block, end) is not None
    )


def apply_edits(text: str, edits: list[tuple[int, int, str]]) -> str:
    """Return the text with pieces replaced: (start, end, new text), which do not overlap."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _skip_blanks(code: str, at: int) -> int:
    while at < len(code) and code[at].isspace():
        at += 1
    return at


def end_of_statement(code: str, start: int) -> int:
    """Return the offset behind the statement at `start`, an expression or what `if`, `for` or
    `while` heads in braces (without its `else`); -1 for all others.
    """
    headed = re.compile(r"(?:if|for|while)\s*\(").match(code, start)
    if headed is None:
        end = re.compile(r"[^;{}]*;").match(code, start)
        return end.end() if end else -1
    behind = end_of_bracket(code, headed.end() - 1)
    block = _skip_blanks(code, behind) if behind >= 0 else len(code)
    if code[block : block + 1] != "{":
        return -1
    end_of_block = end_of_bracket(code, block)
    return -1 if re.compile(r"\s*else\b").match(code, end_of_block) else end_of_block
