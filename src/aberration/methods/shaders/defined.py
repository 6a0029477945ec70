"""Shaders without undefined behaviour: what a program does that is undefined is rewritten where its
inputs meet it, or wherever it may.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final, Literal

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.shading.read import read
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
    program: Program, wrappers: Wrappers, settings: Settings = REWRITING, number: int = 0
) -> str:
    """Return the text of a program that does nothing undefined, at all or on its inputs; raise
    `BadInput` where the rules cannot write it away. With `all` wrappers it is printed anew; with
    `some` it has those that its inputs need, and half of the others, drawn by `number`.
    """
    assert program.language in ("glsl", "essl", "wgsl")
    assert program.stage != "program"
    shader = read(program.source, program.language, program.name)
    if wrappers == "all":
        # Generated text has nothing that is worth keeping: comments, or a layout of its own.
        return write(recondition(shader, program.stage, settings).module)
    made = recondition_as_needed(
        shader,
        program.stage,
        program.inputs,
        OPTIONS,
        settings,
        kept=_half(program.source, number) if wrappers == "some" else _none,
        everywhere=_AT_ONCE,
        rounds=_ROUNDS,
    )
    if isinstance(made, Unrepaired):
        raise BadInput(f"it is no test, for what it does is not defined: {made.met}")
    return made.text


def _none(_rewrite: Rewrite) -> bool:
    return False


def _half(source: bytes, number: int) -> Callable[[Rewrite], bool]:
    """Return a choice of half of the rewrites: by their text, and not by their place, so that it
    stays while a reducer makes the program smaller.
    """
    text = source.decode()

    def is_kept(one: Rewrite) -> bool:
        words = f"{number} {one.rule} {text[slice(*one.place)]}"
        # The highest bit: lower ones of a checksum depend on few of the letters.
        return zlib.crc32(words.encode()) >> 31 == 1

    return is_kept
