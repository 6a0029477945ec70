"""How the program of one stage becomes the seed program of the next: as it is, or as SPIR-V."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from aberration.core.method import LanguageSupport
from aberration.core.program import Program

Compile = Callable[[Program], Program]
"""Returns GLSL or ESSL as SPIR-V; raises `BadInput` for what the front end refuses."""
_COMPILED: Final = ("glsl", "essl")


class Form(msgspec.Struct, frozen=True):
    """The second stage makes programs in `language`; the first starts in the language of
    `start`. With `compiled` the second one gets SPIR-V, although it would take the first one's
    programs as they are.
    """

    language: str
    start: LanguageSupport
    compiled: bool = False


def forms_of(
    first: Sequence[LanguageSupport], second: Sequence[LanguageSupport]
) -> tuple[Form, ...]:
    """Return the pairs of languages in which the second method starts from what the first makes.

    Nothing is compiled for a method that takes it as it is, in whatever language, unless it asks
    for that.
    """
    made = [(end, start) for end in second for start in first]
    return tuple(
        Form(end.language, start, compiled=_is_asked_for(start.language, end, second))
        for end, start in made
        if _is_seed(start.language, end)
        or _is_asked_for(start.language, end, second)
        or (_is_compiled(start.language, end) and not _is_any_seed(start.language, second))
    )


def carry(
    program: Program,
    second: Sequence[LanguageSupport],
    compile_program: Compile,
    *,
    compiled: bool = False,
) -> Program:
    """Return a program as the seed of the second stage, `compiled` where that is asked for; raise
    `BadInput` where it cannot be one.
    """
    if _is_any_seed(program.language, second) and not compiled:
        return program
    return compile_program(program)


def _is_seed(language: str, end: LanguageSupport) -> bool:
    return language in end.seeds


def _is_any_seed(language: str, ends: Sequence[LanguageSupport]) -> bool:
    return any(_is_seed(language, end) for end in ends)


def _is_asked_for(language: str, end: LanguageSupport, ends: Sequence[LanguageSupport]) -> bool:
    """Whether a shader is compiled for a method that would take it as it is."""
    return end.takes_compiled and _is_compiled(language, end) and _is_any_seed(language, ends)


def _is_compiled(language: str, end: LanguageSupport) -> bool:
    return language in _COMPILED and "spirv" in end.seeds
