"""What a test was made of, in names that are counted: which kinds of steps, which stage, and which
features of a seed a campaign has tested.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from aberration.core.errors import MalformedModule
from aberration.core.oracle import Same, roles_of
from aberration.core.program import SHADING, Program
from aberration.core.recipe import TestCase, step_types
from aberration.languages.spirv.binary import opcodes_in
from aberration.languages.spirv.grammar import NAME

_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_STATEMENTS: Final = frozenset(
    _WORD.findall("break continue continuing discard do for if loop return struct switch while")
)
"""Words of the shading languages that are statements, or begin a declaration of note."""
_C_WORDS: Final = frozenset(
    _WORD.findall(
        "break case char const continue default do double enum extern float for goto if inline int "
        "long register restrict return short signed sizeof static struct switch typedef union "
        "unsigned void volatile while _Alignas _Alignof _Atomic _Bool _Complex _Generic _Noreturn "
        "_Static_assert _Thread_local"
    )
)
"""The keywords of C (C11, 6.4.1)."""


def kinds_of(case: TestCase) -> tuple[str, ...]:
    """Return the types of the steps of a test, each once, sorted."""
    return tuple(sorted({*step_types(case.recipe)} - {""}))


def stage_of(case: TestCase) -> str:
    """Return language and stage of the program under test, such as `glsl fragment`."""
    oracle = case.oracle
    role = oracle.variant if isinstance(oracle, Same) else roles_of(oracle)[0]
    program = case.programs[role]
    return f"{program.language} {program.stage}"


def features_of(program: Program) -> tuple[str, ...]:
    """Return what a program is made of, sorted: of a module the names of its instructions, of a
    shader its statements and the built-in functions that it names, of a C program its keywords.
    Nothing of what is no program at all.
    """
    if program.language == "spirv":
        return tuple(sorted(_instructions(program.source)))
    known = _shading_words() if program.language in SHADING else _C_WORDS
    text = _COMMENT.sub(" ", program.source.decode("utf-8", "replace"))
    return tuple(sorted(known.intersection(_WORD.findall(text))))


def _instructions(source: bytes) -> set[str]:
    try:
        found = set(opcodes_in(source))
    except MalformedModule:
        return set()
    return {name for op in found if op < len(NAME) and (name := NAME[op])}


@cache
def _shading_words() -> frozenset[str]:
    # The table is loaded where there are shaders: campaigns of C programs do without it.
    from aberration.languages.shading.builtins.table import ROWS

    return (
        _STATEMENTS | {row.name for row in ROWS} | {form.name for row in ROWS for form in row.forms}
    )
