"""What a compiler says no with: the one line of its message that says most, and what two such
messages have in common.

Compilers say it differently: the first of several errors (glslang behind the name of the file, gcc
behind that of the function), the innermost of a chain of causes (naga), with excerpts of the source
drawn around it.
"""

from __future__ import annotations

import re
from typing import Final

from aberration.core.signature import normalise, without_chatter

_EXCERPT: Final = re.compile(r"[│┌╭╰└]|^\s*(?:\d+ )?\||^\s*[\^~]+\s*$|^\s*=")
_DULL: Final = re.compile(
    r"^\s*[\w./-]+\.\w+:?$|: In function |^In file included|"
    r"^\s*(?:\d+ (?:\w+ )?(?:errors?|warnings?)\b|ERROR: \d+ )"
)
_CAUSES: Final = "Caused by:"
_ERROR: Final = re.compile(r"\berror\b", re.IGNORECASE)
_NAME: Final = re.compile(r"([`'\"])([A-Za-z_]\w*)([`'\"])")
_STATEMENT: Final = re.compile(
    r"(?<!\w)([`'\"])(?=[^`'\"]*[A-Za-z_])"
    r"[^`'\"]*(?:[\w\])]\s*[-+*/%&|^]?=[^=]|\+\+|--|;)[^`'\"]*([`'\"])"
)
"""A quoted statement of the program: an assignment, an increment, or what has a semicolon."""
_TYPE_OR_BUILTIN: Final = re.compile(
    r"gl_\w+|void|bool|u?int|float|double|half|char|short|long|unsigned|[iuf](?:8|16|32|64)"
    r"|[biud]?vec[234][hfiu]?|d?mat[234](?:x[234])?[hf]?|[iu]?(?:sampler|texture|image)\w*"
)


def significant_line(message: str) -> str:
    """Return the line that says what is wrong, as it is; nothing for an empty message."""
    lines = [
        line.strip() for line in without_chatter(message).splitlines() if not _EXCERPT.search(line)
    ]
    lines = [line for line in lines if line]
    # naga and Rust print the chain from the outermost to the innermost cause: the last one is what
    # is wrong.
    if _CAUSES in lines:
        return lines[-1]
    distinctive = [line for line in lines if not _DULL.search(line)] or lines
    return next(
        # Warnings may come before the error.
        (line for line in distinctive if _ERROR.search(line)),
        distinctive[0] if distinctive else "",
    )


def message_signature(message: str) -> str:
    """Return the signature of a refusal: its significant line, without numbers, paths, and names
    and statements of the program.

    Names of types and of the language's own variables stay: they make one mistake differ from
    another.
    """
    line = _STATEMENT.sub(r"\1\2", significant_line(message))
    return normalise(_NAME.sub(_without_name, line))


def _without_name(match: re.Match[str]) -> str:
    before, name, after = match.groups()
    return match[0] if _TYPE_OR_BUILTIN.fullmatch(name) else before + after
