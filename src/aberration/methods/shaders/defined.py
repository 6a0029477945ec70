"""Shaders without undefined behaviour: what a program does that is undefined is rewritten where its
inputs meet it, or wherever it may.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final, Literal

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.shading.read import read_program
from aberration.languages.shading.recondition.as_needed import Unrepaired, recondition_as_needed
from aberration.languages.shading.recondition.context import Rewrite, Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.recondition.rule import Answered
from aberration.languages.shading.write import write

from .executed import OPTIONS

Wrappers = Literal["needed", "some", "all"]
_ROUNDS: Final = 3
"""Runs that look for undefined operations one by one, before all of a kind are rewritten."""
_AT_ONCE: Final = frozenset[Answered](("order", "uninitialised", "rounding"))
"""What nearly every program meets; its rewriting leaves operations as raw as they are."""
REWRITING: Final = Settings(turns=400)
"""Turns of loops that the rewritten program makes at most: far below what drivers allow."""


def defined_text(
    program: Program,
    wrappers: Wrappers,
    settings: Settings = REWRITING,
    number: int = 0,
    named: frozenset[str] = frozenset(),
) -> str:
    """Return the text of a program that does nothing undefined, at all or on its inputs; raise
    `BadInput` where the rules cannot write it away. With `all` wrappers it is printed anew; with
    `some` it has those that its inputs need, and half of the others, drawn by `number`. Those that
    are `named` stay in any case.
    """
    assert program.stage != "program"
    shader = read_program(program)
    if wrappers == "all":
        # Generated text has nothing that is worth keeping: comments, or a layout of its own.
        return write(recondition(shader, program.stage, settings).module)
    made = recondition_as_needed(
        shader,
        program.stage,
        program.inputs,
        OPTIONS,
        settings,
        kept=_half(program.source, number)
        if wrappers == "some"
        else _by_name(program.source, named),
        everywhere=_AT_ONCE,
        rounds=_ROUNDS,
    )
    if isinstance(made, Unrepaired):
        raise BadInput(f"it is no test, for what it does is not defined: {made.met}")
    return made.text


def names_of_rewrites(program: Program, settings: Settings = REWRITING) -> frozenset[str]:
    """Return what all rewrites of a program are called that the rules know."""
    assert program.stage != "program"
    shader = read_program(program)
    text = program.source.decode()
    rewrites = recondition(shader, program.stage, settings).rewrites
    return frozenset(_name_of(one, text) for one in rewrites)


def _name_of(one: Rewrite, text: str) -> str:
    """Return what a rewrite is called: by its text, and not by its place, so that it stays while a
    reducer makes the program smaller.
    """
    return f"{one.rule} {text[slice(*one.place)]}"


def _by_name(source: bytes, names: frozenset[str]) -> Callable[[Rewrite], bool]:
    text = source.decode()
    return lambda one: _name_of(one, text) in names


def _half(source: bytes, number: int) -> Callable[[Rewrite], bool]:
    """Return a choice of half of the rewrites, by their names."""
    text = source.decode()

    def is_kept(one: Rewrite) -> bool:
        words = f"{number} {_name_of(one, text)}"
        # The highest bit: lower ones of a checksum depend on few of the letters.
        return zlib.crc32(words.encode()) >> 31 == 1

    return is_kept
