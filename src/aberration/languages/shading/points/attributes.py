"""The attributes that a vertex shader asks for, with their locations and values of ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from aberration.core.attributes import MOST_LOCATIONS
from aberration.core.attributes import Attribute as VertexAttribute
from aberration.core.errors import BadInput
from aberration.core.setters import ScalarType

from ..builtins.row import Stage
from ..checker import Typing
from ..resources import number_of
from ..stage_inputs import located_inputs
from ..tree import Attribute, Declare, Variable
from ..types import FLOAT, Array, Matrix, Scalar, Type, Vector, size_of, vector
from .names import PLACE_NAME


class AskedAttribute(msgspec.Struct, frozen=True, eq=False):
    """An attribute as the text has it; `location` is None where the text says none."""

    name: str
    type: Type
    location: int | None = None

    @property
    def columns(self) -> int:
        """Return how many locations it takes."""
        return self.type.columns if isinstance(self.type, Matrix) else 1


PLACE: Final = AskedAttribute(PLACE_NAME, vector(FLOAT, 2))


def asked_attributes(typing: Typing, stage: Stage = "vertex") -> tuple[AskedAttribute, ...]:
    """Return what a checked vertex shader asks for, or what a geometry shader does of each of its
    vertices, in the order of its text; raise `BadInput` for a part of a location.
    """
    if typing.module.language == "wgsl":
        return tuple(
            AskedAttribute(one.name, typing_type, _location(one.attributes, typing))
            for one, typing_type in located_inputs(typing, "vertex")
        )
    return tuple(
        AskedAttribute(one.name, _type_of(one, typing, stage), _location(one.attributes, typing))
        for one in input_variables(typing)
    )


def _type_of(node: Variable, typing: Typing, stage: Stage) -> Type:
    type = typing.declared[id(node)].type
    return type.element if stage == "geometry" and isinstance(type, Array) else type


def input_variables(typing: Typing) -> Iterator[Variable]:
    """Give the variables of a vertex or geometry shader in GLSL or ESSL that are its inputs."""
    for declaration in typing.module.decls:
        if isinstance(declaration, Declare):
            yield from (one for one in declaration.variables if one.storage == "in")


def _location(attributes: tuple[Attribute, ...], typing: Typing) -> int | None:
    words = {one.name: one for one in attributes}
    if "component" in words:
        raise BadInput("an attribute in a part of a location (component) is not supported")
    return number_of(words.get("location"), typing)


def with_locations(asked: Iterable[AskedAttribute]) -> tuple[VertexAttribute, ...]:
    """Return attributes with values of ours: the numbers are their places among them, from 1, and
    those without a location of their own get the first that are free, in order.

    Raise `BadInput` for a type of which none is made, and where there are too many.
    """
    found = list(asked)
    taken = {at for one in found for at in _slots(one)}
    made: list[VertexAttribute] = []
    for one in found:
        location = _first_free(taken, one.columns) if one.location is None else one.location
        taken.update(range(location, location + one.columns))
        number = 1 + sum(not other.place for other in made)
        made.append(_attribute(one, location, number))
    _refuse_clashes(made, max(taken, default=0))
    return tuple(made)


def _slots(one: AskedAttribute) -> range:
    return range(0) if one.location is None else range(one.location, one.location + one.columns)


def _first_free(taken: set[int], columns: int) -> int:
    location = 0
    while not taken.isdisjoint(range(location, location + columns)):
        location += 1
    return location


def _attribute(one: AskedAttribute, location: int, number: int) -> VertexAttribute:
    type = one.type
    if one.name == PLACE_NAME:
        if type is not PLACE.type:
            raise BadInput(f"{PLACE_NAME}: expected two floats, but {type.glsl} came")
        return VertexAttribute(one.name, location, "float", 2, place=True)
    column = type.column if isinstance(type, Matrix) else type
    if not isinstance(column, Scalar | Vector):
        raise BadInput(f"the attribute {one.name} is of type {type.glsl}, and none is made of it")
    component = column.component if isinstance(column, Vector) else column
    numbers: ScalarType
    if component.kind == "float" or component.kind == "int" or component.kind == "uint":
        numbers = component.kind
    else:
        raise BadInput(f"the attribute {one.name} is of type {type.glsl}, and none is made of it")
    return VertexAttribute(one.name, location, numbers, size_of(column), one.columns, number)


def _refuse_clashes(made: list[VertexAttribute], last: int) -> None:
    if last >= MOST_LOCATIONS:
        message = f"its attributes take locations up to {last}, and {MOST_LOCATIONS} are there"
        raise BadInput(f"{message}, one of them for the place of the vertex")
    names = [one.name for one in made]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"two of its attributes are called {twice}: rename one")
