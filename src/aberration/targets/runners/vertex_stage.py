"""What the vertex or geometry stage of a module asks for and gives, and why no device may see it:
the attributes of its vertices, the colour that it hands on, the size of its points.

The colour is taken by a fragment shader of ours, four floats at location 0; a point is one pixel
large because the vertex shader says so, which Vulkan demands of points (Vulkan 1.3, 28.9 "Points").
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.attributes import MOST_LOCATIONS, Attribute, attribute_at
from aberration.core.inputs import Inputs
from aberration.core.setters import ScalarType
from aberration.targets.runners.interface import NO_COLOUR, Interface, instructions, name_in
from aberration.targets.runners.vertices import unfit_inputs

_NAME, _ENTRY_POINT, _INT, _FLOAT, _VECTOR, _MATRIX, _ARRAY, _STRUCT, _POINTER = (
    5,
    15,
    21,
    22,
    23,
    24,
    28,
    30,
    32,
)
_EXECUTION_MODE: Final = 16
_TAKES_POINTS, _GIVES_POINTS = 19, 27
"""Modes of execution: the primitives of a geometry shader."""
_TYPES: Final = (_NAME, _INT, _FLOAT, _VECTOR, _MATRIX, _ARRAY, _STRUCT)
_CONSTANT, _SPEC_CONSTANT, _CALL, _VARIABLE, _STORE, _COPY = 43, 50, 57, 59, 62, 63
_COPY_OBJECT = 83
_CHAINS: Final = (65, 66)
_DECORATE, _MEMBER_DECORATE = 71, 72
_BLOCK, _BUILT_IN, _LOCATION, _COMPONENT = 2, 11, 30, 31
_INPUT, _OUTPUT = 1, 3
TAKEN: Final = _INPUT
HANDED_ON: Final = _OUTPUT
"""Classes of storage of what lies between two stages."""
_POINT_SIZE: Final = 1
_NUMBERS: Final[Mapping[tuple[int, tuple[int, ...]], ScalarType]] = MappingProxyType(
    {(_FLOAT, (32,)): "float", (_INT, (32, 1)): "int", (_INT, (32, 0)): "uint"}
)


class Column(msgspec.Struct, frozen=True):
    """What lies at one location: a scalar, or a vector of `components`."""

    location: int
    numbers: ScalarType
    components: int

    @property
    def words(self) -> str:
        """Return it as people say it."""
        return f"{self.components} of {self.numbers}"


_COLOUR: Final = Column(0, "float", 4)


class FedColumn(msgspec.Struct, frozen=True):
    """A column, and the attribute of the inputs that it is column `number` of."""

    column: Column
    attribute: Attribute
    number: int


class VertexModule:
    """Types, decorations and variables of a valid module, and what is written to its points."""

    def __init__(self, source: bytes) -> None:
        self._types: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._names: dict[int, str] = {}
        self._pointees: dict[int, int] = {}
        self._constants: dict[int, int] = {}
        self._marks: dict[tuple[int, int], int] = {}
        self._members: dict[tuple[int, int], int] = {}
        self._variables: list[tuple[int, int, int]] = []
        self._pointers: dict[int, tuple[int, int]] = {}
        """Type and root of what a pointer leads to; a chain to a member is a root."""
        self._sizes: set[int] = set()
        self.is_sized = False
        self.modes: set[int] = set()
        self.entry_points = 0
        for opcode, words in instructions(source):
            self._read(opcode, words)

    @property
    def is_geometry(self) -> bool:
        """Whether it is for the geometry stage: nothing else gives points."""
        return _GIVES_POINTS in self.modes

    def variables(self, storage: int) -> list[tuple[int, int]]:
        """Return variables with their types, without built-ins and blocks of them."""
        blocks = {type_id for type_id, _ in self._members}
        return [
            (variable, self._pointees[pointer])
            for variable, pointer, kind in self._variables
            if kind == storage
            and (variable, _BUILT_IN) not in self._marks
            and self._element(self._pointees[pointer]) not in blocks
        ]

    def _element(self, type_id: int) -> int:
        """Return what a type is an array of, itself where it is none."""
        opcode, operands = self._types.get(type_id, (0, ()))
        return self._element(operands[0]) if opcode == _ARRAY else type_id

    def locations(self, storage: int) -> dict[str, int]:
        """Return the locations of variables by name, of blocks by that of the block."""
        return {
            self._names.get(
                type_id if (type_id, _BLOCK) in self._marks else variable, ""
            ): self._marks.get((variable, _LOCATION), 0)
            for variable, type_id in self.variables(storage)
        }

    def columns(self, storage: int) -> list[Column] | str:
        """Return what lies at the locations of variables, or why that is not known."""
        found: list[Column] = []
        for variable, type_id in self.variables(storage):
            if (variable, _LOCATION) not in self._marks or (variable, _COMPONENT) in self._marks:
                return "what does not begin a location is"
            location = self._marks[variable, _LOCATION]
            parts = self._parts(type_id)
            if not parts:
                return f"location {location} is no number of 32 bits, vector or matrix of them,"
            found += [Column(at, *part) for at, part in enumerate(parts, location)]
        return found

    def _parts(self, type_id: int) -> list[tuple[ScalarType, int]]:
        """Return the numbers and their count for each location of a type; nothing if that is not
        known.
        """
        opcode, operands = self._types.get(type_id, (0, ()))
        numbers = _NUMBERS.get((opcode, operands))
        if numbers is not None:
            return [(numbers, 1)]
        inner = self._parts(operands[0]) if opcode in (_VECTOR, _MATRIX, _ARRAY) else []
        if opcode == _VECTOR and inner:
            return [(inner[0][0], operands[1])]
        if opcode == _ARRAY:
            return inner * self._constants.get(operands[1], 0)
        return inner * operands[1] if opcode == _MATRIX else []

    def _read(self, opcode: int, words: memoryview) -> None:
        if opcode == _DECORATE:
            self._marks[words[0], words[1]] = words[2] if len(words) > 2 else 1
        elif opcode == _MEMBER_DECORATE and words[2] == _BUILT_IN:
            self._members[words[0], words[1]] = words[3]
        elif opcode == _ENTRY_POINT:
            self.entry_points += 1
        elif opcode == _EXECUTION_MODE:
            self.modes.add(words[1])
        elif opcode == _NAME:
            self._names[words[0]] = name_in(words[1:])
        elif opcode in _TYPES:
            self._types[words[0]] = (opcode, tuple(words[1:]))
        elif opcode == _POINTER:
            self._pointees[words[0]] = words[2]
        elif opcode in (_CONSTANT, _SPEC_CONSTANT):
            self._constants[words[1]] = words[2]
        elif opcode == _VARIABLE:
            self._read_variable(words[1], words[0], words[2])
        else:
            self._read_code(opcode, words)

    def _read_variable(self, variable: int, pointer: int, storage: int) -> None:
        self._variables.append((variable, pointer, storage))
        if storage == _OUTPUT:
            self._pointers[variable] = (self._pointees[pointer], variable)

    def _read_code(self, opcode: int, words: memoryview) -> None:
        """Note pointers into outputs, and what is written through one to the size of points."""
        if opcode in (*_CHAINS, _COPY_OBJECT) and words[2] in self._pointers:
            self._read_pointer(words[1], words[2], words[3:].tolist())
            return
        written: list[int] = []
        if opcode in (_STORE, _COPY):
            written = [words[0]]
        elif opcode == _CALL:
            written = words[3:].tolist()
        self.is_sized = self.is_sized or any(map(self._leads_to_size, written))

    def _read_pointer(self, made: int, base: int, indices: list[int]) -> None:
        struct, variable = self._pointers[base]
        if not indices:
            self._pointers[made] = struct, variable
        elif self._members.get((struct, self._constants.get(indices[0], 0))) == _POINT_SIZE:
            self._sizes.add(made)
            self._pointers[made] = 0, made

    def _leads_to_size(self, pointer: int) -> bool:
        """Say whether what is written through a pointer is, or has in it, the size of points."""
        struct, root = self._pointers.get(pointer, (0, 0))
        members = [kind for (type_id, _), kind in self._members.items() if type_id == struct]
        return root in self._sizes or _POINT_SIZE in (*members, self._marks.get((root, _BUILT_IN)))


def fed_columns(stage: VertexModule, inputs: Inputs) -> tuple[FedColumn, ...] | str:
    """Return the attributes that a module reads, each with what the inputs have for it, or why a
    device cannot have them.
    """
    columns = stage.columns(_INPUT)
    if isinstance(columns, str):
        return f"{columns} an attribute, and none is supplied"
    found = []
    for column in columns:
        fed = _supply_of(column, inputs)
        if isinstance(fed, str):
            return fed
        found.append(fed)
    return tuple(found)


def _supply_of(column: Column, inputs: Inputs) -> FedColumn | str:
    location = column.location
    attribute = attribute_at(inputs.attributes, location)
    if attribute is None or location >= MOST_LOCATIONS:
        return f"location {location} is an attribute, and none is supplied"
    if attribute.numbers != column.numbers or attribute.components < column.components:
        return (
            f"location {location} is an attribute of {column.words}, and "
            f"{attribute.components} of {attribute.numbers} are supplied"
        )
    return FedColumn(column, attribute, location - attribute.location)


def with_moved_attributes(source: bytes, inputs: Inputs) -> Inputs | str:
    """Return the inputs with every attribute at the location that a front end gave to the variable
    of its name, or why that cannot be done; what the module does not read is left out. The points
    that a geometry shader takes keep their place.
    """
    given = {one.name: one for one in inputs.attributes}
    stage = VertexModule(source)
    locations = stage.locations(_INPUT)
    unknown = next((name for name in locations if name not in given), None)
    if unknown is not None:
        return f"{unknown or 'what has no name'} is an attribute, and none is supplied"
    moved = [
        msgspec.structs.replace(given[name], location=location)
        for name, location in locations.items()
    ]
    if stage.is_geometry and not any(one.place for one in moved):
        moved += [_moved_aside(one, moved) for one in inputs.attributes if one.place]
    return msgspec.structs.replace(inputs, attributes=tuple(moved))


def _moved_aside(place: Attribute, others: list[Attribute]) -> Attribute:
    """Return the place at the first location that is free, or at its own where none is."""
    taken = {one.location + column for one in others for column in range(one.columns)}
    free = (location for location in range(MOST_LOCATIONS) if location not in taken)
    return msgspec.structs.replace(place, location=next(free, place.location))


def vertex_refusal(stage: VertexModule, inputs: Inputs, interface: Interface) -> str:
    """Return why a program for the vertex stage cannot be drawn, or nothing."""
    unfit = _unfit_module(stage, inputs, interface)
    return unfit or _refusal_of_colour(stage, interface) or _refusal_of_size(stage)


def geometry_refusal(stage: VertexModule, inputs: Inputs, interface: Interface) -> str:
    """Return why a program for the geometry stage cannot be drawn, or nothing: its points are one
    pixel large as long as no device is asked to heed what a shader says of that
    (`shaderTessellationAndGeometryPointSize`).
    """
    unfit = _unfit_module(stage, inputs, interface)
    if unfit:
        return unfit
    if not stage.modes >= {_TAKES_POINTS, _GIVES_POINTS}:
        return "a geometry shader that takes or gives something else than points"
    return _refusal_of_colour(stage, interface)


def _refusal_of_colour(stage: VertexModule, interface: Interface) -> str:
    given = stage.columns(_OUTPUT)
    if isinstance(given, str) or not any(one.location == 0 for one in given):
        return NO_COLOUR
    if given != [_COLOUR]:
        return f"the only output of the {interface.stage} stage is not four floats at location 0"
    return ""


def module_refusal(stage: VertexModule, inputs: Inputs, interface: Interface) -> str:
    """Return why the vertex stage of a pair cannot be drawn with, or nothing."""
    return _unfit_module(stage, inputs, interface) or _refusal_of_size(stage)


def _unfit_module(stage: VertexModule, inputs: Inputs, interface: Interface) -> str:
    unfit = unfit_inputs(inputs)
    if unfit:
        return unfit
    if "storage" in interface.blocks.values():
        return f"a storage block in the {interface.stage} stage, which not every device has"
    if stage.entry_points > 1:
        what = f"which variables are of the {interface.stage} stage"
        return f"several entry points, and {what} is not looked at"
    return ""


def _refusal_of_size(stage: VertexModule) -> str:
    return "" if stage.is_sized else "no size of points is written"
