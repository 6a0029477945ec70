"""Reconditioning by need: only what does harm on these inputs is rewritten, so that compilers see
the operations as they were written.

The interpreter runs the program as it is. Where it meets something undefined, the rules that answer
it rewrite that place, and it runs again, until nothing undefined is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import count
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image

from ..builtins.row import Stage
from ..checker import check
from ..interpret.options import Options
from ..interpret.run import execute
from ..interpret.trap import Endless, Trap
from ..read import Shader
from .context import Known, Place, Rewrite, Settings
from .recondition import EVERYTHING, recondition
from .registry import RULES
from .rule import Answered

Rewritten = tuple[str, Place]
_TRAPS: Final = {one.name: one.traps for one in RULES}


class Defined(msgspec.Struct, frozen=True):
    """A program that does nothing undefined on its inputs: its text, what was rewritten in it, and
    what it gives.
    """

    text: str
    rewrites: tuple[Rewrite, ...]
    result: Image | Buffers


class Unrepaired(msgspec.Struct, frozen=True):
    """What the rules could not write away; `text` is the program as far as they came."""

    text: str
    rewrites: tuple[Rewrite, ...]
    met: Trap | Endless


def recondition_as_needed(
    shader: Shader,
    stage: Stage,
    inputs: Inputs,
    options: Options,
    settings: Settings = EVERYTHING,
    kept: Callable[[Rewrite], bool] = lambda _: False,
    everywhere: frozenset[Answered] = frozenset(),
    rounds: float = math.inf,
) -> Defined | Unrepaired:
    """Return the program with as few rewrites as the interpreter asks for, and those that are to be
    `kept` though nobody needs them.

    Each round runs the program once more: what may meet one of `everywhere` is rewritten from the
    start, and after so many `rounds` all that may meet the same as what was met.

    What runs is the tree. Who gives the text away reads and runs that once more, as a proof.

    Raise `MalformedShader` for a program that is not legal, and `Refused` for one that is not
    interpreted.
    """
    known = Known(check(shader.module, stage, shader.source))
    possible = recondition(shader, stage, settings, known).rewrites
    places = frozenset(
        (one.rule, one.place) for one in possible if _TRAPS[one.rule] & everywhere or kept(one)
    )
    for number in count():
        made = recondition(shader, stage, replace(settings, places=places), known)
        met = execute(replace(shader, module=made.module), stage, inputs, options)
        if isinstance(met, Image | Buffers):
            return Defined(made.text(shader), made.rewrites, met)
        more = _answers(met, possible, places, all_of_a_kind=number >= rounds)
        if not more:
            return Unrepaired(made.text(shader), made.rewrites, met)
        places |= more
    raise AssertionError("each round adds a place")


def _answers(
    met: Trap | Endless,
    possible: tuple[Rewrite, ...],
    places: frozenset[Rewritten],
    *,
    all_of_a_kind: bool,
) -> frozenset[Rewritten]:
    """Return the nearest rewrites that answer what was met and were not made yet: at the place, or
    around it, or else all that the rules know; `all_of_a_kind`: all of them in any case.
    """
    kind = "endless" if isinstance(met, Endless) else met.kind
    left = [
        (one.rule, one.place)
        for one in possible
        if kind in _TRAPS[one.rule] and (one.rule, one.place) not in places
    ]
    if all_of_a_kind or isinstance(met, Endless):
        return frozenset(left)
    at = [one for one in left if one[1] == (met.start, met.end)]
    around = [one for one in left if one[1][0] <= met.start and met.end <= one[1][1]]
    inside = [one for one in left if met.start <= one[1][0] and one[1][1] <= met.end]
    return frozenset(at or inside or around or left)
