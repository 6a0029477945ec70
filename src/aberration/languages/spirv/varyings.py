"""What a vertex stage hands on to a fragment stage, in modules: which output is which input
(Vulkan 1.3, 15.1.3 "Interface Matching", 15.1.5 "Location and Component Assignment").

All fragments of a point have the data of its vertex, whatever an input's interpolation (Vulkan 1.3,
27.10 "Points"). So an input is the output of the pixel's own vertex, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorations

MOST_ROWS: Final = 15
"""Locations that every driver hands on: 64 components (Vulkan 1.3, 43.1 "Limit Requirements",
`maxVertexOutputComponents`), of which the position is four.
"""
_INTERPOLATION: Final = frozenset(
    (Decoration.FLAT, Decoration.NO_PERSPECTIVE, Decoration.CENTROID, Decoration.SAMPLE)
)
_KNOWN: Final = _INTERPOLATION | {
    Decoration.RELAXED_PRECISION,
    Decoration.LOCATION,
    Decoration.COMPONENT,
}
_PLACES: Final = _INTERPOLATION | {Decoration.LOCATION, Decoration.COMPONENT}
_ROW: Final = 4
_WORD: Final = 32
Shape = tuple[object, ...]


class Unmatched(Exception):
    """Why two stages may not be linked, or why that is not known."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message: Final = message


class Varying(msgspec.Struct, frozen=True):
    """A variable between two stages, or a member of a block between them (-1: it is none). `shape`
    is its type in numbers, which are the same in each module; `marks` are its decorations of
    interpolation.
    """

    variable: int
    member: int
    type_id: int
    place: tuple[int, int]
    shape: Shape
    marks: frozenset[int]

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """The components of all locations that it takes. All but scalars and vectors of their own
        take whole locations: validators do not let others have what they leave free.
        """
        location, component = self.place
        is_alone = self.member >= 0 or self.shape[0] not in ("number", "vector")
        return tuple(
            (location + row, component + k)
            for row, count in enumerate(_rows(self.shape))
            for k in range(_ROW if is_alone else count)
        )


class Match(msgspec.Struct, frozen=True):
    """The output that an input is."""

    output: Varying
    input: Varying


def matches(vertex: Module, fragment: Module) -> tuple[Match, ...]:
    """Return what the vertex stage of a pair hands on, and the fragment stage takes; raise
    `Unmatched` where they may not be linked, or that is not known.
    """
    given = {one.place: one for one in varyings(vertex, StorageClass.OUTPUT)}
    found = []
    for taken in varyings(fragment, StorageClass.INPUT):
        output = given.get(taken.place)
        location, component = taken.place
        where = f"location {location}" + (f", component {component}" if component else "")
        if output is None:
            raise Unmatched(f"{where}, which is not handed on")
        if output.shape != taken.shape or (output.member < 0) != (taken.member < 0):
            raise Unmatched(f"{where}, which is not handed on as it is taken")
        if output.marks != taken.marks:
            raise Unmatched(f"{where}, which is interpolated otherwise as an output")
        found.append(Match(output, taken))
    return tuple(found)


def varyings(module: Module, storage: int) -> tuple[Varying, ...]:
    """Return what a stage hands on (Output) or takes (Input), built-ins left out; raise `Unmatched`
    for what is not known of that.
    """
    found: list[Varying] = []
    for variable in module.globals:
        if variable.op == o.OpVariable and variable.ops[0] == storage:
            found += _of_variable(module, variable)
    check_places(found)
    return tuple(found)


def check_places(found: Sequence[Varying]) -> None:
    """Raise `Unmatched` where variables of one stage share a place, or a location with others of
    another kind, or reach out of what every device hands on.
    """
    taken: set[tuple[int, int]] = set()
    kinds: dict[int, object] = {}
    for one in found:
        for location, component in one.cells:
            kind = one.marks, _scalar(one.shape)
            if (location, component) in taken or kinds.setdefault(location, kind) != kind:
                raise Unmatched(f"location {location}, which several variables share")
            if component >= _ROW:
                raise Unmatched(f"location {location}, out of which a variable reaches")
            taken.add((location, component))
    if max(kinds, default=0) >= MOST_ROWS:
        raise Unmatched(f"more than {MOST_ROWS} locations between two stages")


# ---- what a module declares


def _of_variable(module: Module, variable: Instruction) -> Iterator[Varying]:
    type_id = types.pointee(module, variable.type_id)
    marks = {mark.ops[1]: mark.ops[2:] for mark in decorations(module, variable.result_id)}
    if Decoration.BUILT_IN in marks or types.has_builtin_member(module, type_id):
        return
    if marks.keys() - _KNOWN:
        raise Unmatched(f"a decoration of %{variable.result_id} between two stages")
    if types.is_block_struct(module, type_id):
        yield from _of_block(module, variable, type_id, marks)
        return
    if Decoration.LOCATION not in marks:
        raise Unmatched(f"%{variable.result_id} between two stages, without a location")
    yield _varying(module, (variable.result_id, -1), type_id, marks, marks[Decoration.LOCATION][0])


def _of_block(
    module: Module, variable: Instruction, type_id: int, marks: dict[int, list[int]]
) -> Iterator[Varying]:
    """Give the members of a block: one without a location lies behind the one before it."""
    location = marks.get(Decoration.LOCATION, [-1])[0]
    for member, part in enumerate(types.part_types(module, type_id)):
        stated = _marks_of_member(module, type_id, member)
        own = {**marks, **stated}
        if own.keys() - _KNOWN:
            raise Unmatched(f"a decoration of a member of %{variable.result_id}")
        location = stated.get(Decoration.LOCATION, [location])[0]
        if location < 0:
            raise Unmatched(f"a member of %{variable.result_id}, without a location")
        made = _varying(module, (variable.result_id, member), part, own, location)
        location += len(_rows(made.shape))
        yield made


def _varying(
    module: Module,
    which: tuple[int, int],
    type_id: int,
    marks: dict[int, list[int]],
    location: int,
) -> Varying:
    shape = shape_of(module, type_id)
    component = marks.get(Decoration.COMPONENT, [0])[0]
    interpolation = _INTERPOLATION & marks.keys()
    if component and shape[0] not in ("number", "vector"):
        raise Unmatched(f"%{which[0]}, whose component is not that of a vector")
    if _has_integers(shape) and Decoration.FLAT not in interpolation:
        raise Unmatched(f"%{which[0]} of integers between two stages, which is not flat")
    return Varying(*which, type_id, (location, component), shape, interpolation)


def _marks_of_member(module: Module, type_id: int, member: int) -> dict[int, list[int]]:
    return {
        user.ops[2]: user.ops[3:]
        for user in module.users(type_id)
        if user.op == o.OpMemberDecorate and user.ops[:2] == [type_id, member]
    }


# ---- types


def shape_of(module: Module, type_id: int) -> Shape:
    """Return a type in numbers; raise `Unmatched` for what is not handed on between stages."""
    found = module.definition(type_id)
    op = 0 if found is None else found.op
    if found is not None and op in (o.OpTypeInt, o.OpTypeFloat) and found.ops[0] == _WORD:
        return ("number", "float" if op == o.OpTypeFloat else ("uint", "int")[found.ops[1]])
    if found is not None and op in (o.OpTypeVector, o.OpTypeMatrix):
        kind = "vector" if op == o.OpTypeVector else "matrix"
        return (kind, found.ops[1], shape_of(module, found.ops[0]))
    if found is not None and op == o.OpTypeArray:
        length = types.constant_int(module, found.ops[1])
        if 0 < length <= MOST_ROWS:
            return ("array", length, shape_of(module, found.ops[0]))
    if found is not None and op == o.OpTypeStruct and not types.is_block_struct(module, type_id):
        if any(
            _marks_of_member(module, type_id, k).keys() & _PLACES for k in range(len(found.ops))
        ):
            raise Unmatched(f"the structure %{type_id}, whose members have places of their own")
        return ("structure", *(shape_of(module, part) for part in found.ops))
    raise Unmatched(f"the type %{type_id} between two stages")


def interpolation_among(*marks: int) -> frozenset[int]:
    """Return the decorations of interpolation among some."""
    return _INTERPOLATION.intersection(marks)


def _rows(shape: Shape) -> list[int]:
    """Return how many components each location of a type has."""
    kind, *parts = shape
    if kind == "number":
        return [1]
    if kind == "structure":
        return [row for part in parts if isinstance(part, tuple) for row in _rows(part)]
    count, inner = parts
    assert isinstance(count, int)
    assert isinstance(inner, tuple)
    return [count] if kind == "vector" else _rows(inner) * count


def _scalar(shape: Shape) -> object:
    """Return the kind of the first number of a type."""
    kind, *parts = shape
    if kind == "number":
        return parts[0]
    inner = parts[0] if kind == "structure" else parts[1]
    assert isinstance(inner, tuple)
    return _scalar(inner)


def _has_integers(shape: Shape) -> bool:
    kind, *parts = shape
    if kind == "number":
        return parts[0] != "float"
    return any(_has_integers(part) for part in parts if isinstance(part, tuple))
