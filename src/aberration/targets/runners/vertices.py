"""Programs for the vertex stage: which runners take them, which attributes can be bound, and what
is bound of them.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.attributes import MOST_LOCATIONS, attribute_bytes, location_clash
from aberration.core.inputs import Inputs
from aberration.core.outcome import Rejected
from aberration.core.program import Program, shading_version
from aberration.core.setters import ScalarType
from aberration.targets.runner import Runner

NO_RESULT: Final = "no aberration_result is handed on, or in a way that we cannot see"
"""What a fragment stage reads and no vertex stage writes is undefined."""
WRITABLE: Final = "a storage block that the vertex stage may write, as often as it likes"
"""How often the vertex stage is run for a vertex is the driver's choice."""


class BoundColumn(msgspec.Struct, frozen=True):
    """What lies in one location for all vertices, one after the other without gaps."""

    location: int
    numbers: ScalarType
    components: int
    data: bytes


def unknown_vertices(runner: Runner, program: Program) -> Rejected | None:
    """Return the refusal of a program for the vertex stage by a runner that takes none: those that
    do say so by their attribute `vertices`, by `pairs` where they take one with a fragment shader
    of its own, and by `geometry` where they take one for the geometry stage. No such program is
    drawn in tiles or in other ways.
    """
    if not program.vertices:
        return None
    reason = unfit_inputs(program.inputs) or _unfit_pair(program) or _unfit_geometry(program)
    if program.is_pair and not getattr(runner, "pairs", False):
        reason = "pairs of a vertex and a fragment shader are not taken here"
    elif program.stage == "geometry" and not getattr(runner, "geometry", False):
        reason = "programs for the geometry stage are not taken here"
    elif not getattr(runner, "vertices", False):
        reason = "programs for the vertex stage are not taken here"
    return Rejected(reason, unasked=True) if reason else None


def _unfit_pair(program: Program) -> str:
    """Return why no driver may see a pair, or nothing: some link texts of two versions, and others
    do not.
    """
    if program.language not in ("glsl", "essl") or not program.is_pair:
        return ""
    first, second = (shading_version(source, stage) for stage, source in program.stages())
    return "" if first == second else "the two stages of a pair are of different versions"


def _unfit_geometry(program: Program) -> str:
    """Return why no driver may see a program for the geometry stage, or nothing."""
    if program.stage != "geometry" or any(one.place for one in program.inputs.attributes):
        return ""
    return "no attribute says where the points lie that a geometry shader takes"


def columns_of(inputs: Inputs) -> tuple[BoundColumn, ...]:
    """Return what is bound for the attributes, by location."""
    size = inputs.width, inputs.height
    found = (
        BoundColumn(
            one.location + column, one.numbers, one.components, attribute_bytes(one, size, column)
        )
        for one in inputs.attributes
        for column in range(one.columns)
    )
    return tuple(sorted(found, key=lambda one: one.location))


def unfit_inputs(inputs: Inputs) -> str:
    """Return why no device draws a program for the vertex stage with these inputs, or nothing."""
    if inputs.tiles:
        return "tiles, and a program for the vertex stage draws the whole image"
    if inputs.ways:
        return f"{inputs.ways[0]}, and there is one way to drive a program for the vertex stage"
    clash = location_clash(inputs.attributes)
    if clash is None:
        return ""
    name = clash.attribute.name
    if not clash.other:
        return f"the attribute {name!r} takes a location of {MOST_LOCATIONS} or more"
    return f"the attributes {clash.other!r} and {name!r} share location {clash.location}"
