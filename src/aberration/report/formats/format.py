"""What every format of a test case is given, and what several of them need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from aberration.core.comparison import pixels
from aberration.core.errors import BadInput
from aberration.core.oracle import Expected, Same, roles_of
from aberration.core.outcome import Buffers, Image, Outcome
from aberration.core.program import Program
from aberration.core.recipe import TestCase

Outcomes = Mapping[str, Outcome]
"""What the target did with the programs of a case, by role."""
Files = dict[str, str]
"""Texts by the names of the files that they are for."""

_PROBES: Final = 64


class Format(msgspec.Struct, frozen=True):
    """A format: its name, the languages of its programs, and what writes a case; `BadInput`
    says what it lacks.

    `command` is how a shell runs a file of it with `suffix`, which stands for `{}`; empty for what
    is opened, or read.
    """

    name: str
    languages: tuple[str, ...]
    write: Callable[[TestCase, Outcomes], Files]
    suffix: str = ""
    command: str = ""


class Probe(msgspec.Struct, frozen=True):
    """A pixel and its colour: `y` counts from the row where `gl_FragCoord.y` is least; channels
    are 0 to 255.
    """

    x: int
    y: int
    colour: tuple[int, int, int, int]


def refuse_wgsl(case: TestCase, tool: str) -> None:
    """Raise `BadInput` for a case in WGSL, where a tool takes GLSL only."""
    if any(program.language == "wgsl" for program in programs_of(case).values()):
        raise BadInput(f"{tool} takes no WGSL")


def programs_of(case: TestCase) -> dict[str, Program]:
    """Return the programs that the oracle speaks of, by role, in its order."""
    return {role: case.programs[role] for role in roles_of(case.oracle)}


def pair_of(case: TestCase) -> tuple[str, str] | None:
    """Return the roles of reference and variant where one must give what the other gives."""
    return (case.oracle.reference, case.oracle.variant) if isinstance(case.oracle, Same) else None


def known_result(case: TestCase, role: str, outcomes: Outcomes) -> Image | Buffers | None:
    """Return what the program of a role has to give: what the case says, or what the reference
    gave.
    """
    if isinstance(case.oracle, Expected):
        wanted: Outcome | None = case.oracle.outcome
    elif isinstance(case.oracle, Same):
        wanted = outcomes.get(case.oracle.reference)
    else:
        wanted = None
    return wanted if isinstance(wanted, Image | Buffers) else None


def probes(wanted: Image, came: Outcome | None) -> tuple[Probe, ...]:
    """Return pixels to look at: such as differ from what came, and a grid, both spread over the
    whole image.
    """
    if wanted.format != "rgba8":
        raise BadInput("only images of 8 bits a channel can be probed, and this one has floats")
    step = max(wanted.width * wanted.height // (_PROBES // 2), 1)
    places = set(range(step // 2, wanted.width * wanted.height, step))
    if isinstance(came, Image) and (came.width, came.height, came.format) == (
        wanted.width,
        wanted.height,
        "rgba8",
    ):
        apart = (pixels(came) != pixels(wanted)).any(axis=2).ravel().nonzero()[0].tolist()
        places |= set(apart[:: max(len(apart) // (_PROBES // 2), 1)])
    found = []
    for place in sorted(places):
        red, green, blue, alpha = wanted.data[4 * place : 4 * place + 4]
        y, x = divmod(place, wanted.width)
        found.append(Probe(x, y, (red, green, blue, alpha)))
    return tuple(found)


def shader_text(program: Program, tool: str, end: str = "") -> str:
    """Return the text of a shader, with a line's end at its end.

    Raise `BadInput` where a line begins with the word that ends a shader in the format.
    """
    try:
        text = program.source.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{tool} takes text in UTF-8, and this is none: {error}") from None
    for number, line in enumerate(text.split("\n"), 1):
        if end and line.startswith(end):
            raise BadInput(
                f"line {number} of the shader begins with {end!r}, where {tool} ends the shader"
            )
    return text if text.endswith("\n") else f"{text}\n"
