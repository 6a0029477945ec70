"""Attributes of vertices, made of a number so that a case stays text; and what the vertex stage of
a program under test gives.

A program for the vertex stage is run once for each pixel: vertex `row * width + column` is a point
that covers this pixel alone, and what the vertex stage hands on under `RESULT` is its colour.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.setters import CODES, ScalarType
from aberration.core.textures import MODULUS

RESULT: Final = "aberration_result"
"""The output of a vertex stage that becomes the colour: flat, four floats, location 0."""
PLACE: Final = "PLACE"
"""The word for the attribute that says where a vertex lies."""
MOST_LOCATIONS: Final = 16
"""Locations of attributes that every driver has (WebGL 2 and WebGPU: 16)."""
_FACTORS: Final = (37, 59, 101, 71)
"""What vertex, component, column and number count in a value: all less than `MODULUS`, a prime."""
SHARE: Final = 64
MIDDLE: Final = MODULUS // 2
"""Of floats: so many steps make 1, and this number is 0."""
_SETTER: Final = re.compile(r"glVertexAttrib(?:(?P<floats>[1-4])f|I(?P<whole>[1-4])(?P<kind>i|ui))")
_KINDS: Final[Mapping[str, ScalarType]] = MappingProxyType({"i": "int", "ui": "uint"})
_LETTERS: Final[Mapping[ScalarType, str]] = MappingProxyType(
    {"float": "{}f", "int": "I{}i", "uint": "I{}ui"}
)
_WORDS: Final = ("func", "attribute", "columns", "location")


class Attribute(msgspec.Struct, frozen=True):
    """An attribute of vertices: `columns` vectors of `components` scalars, each in a location of
    its own from `location` on, each in a buffer of its own.

    `number` says what its values are; that of the `place` are the middle of the vertex's pixel,
    from -1 to 1, the first row at -1.
    """

    name: str
    location: int
    numbers: ScalarType = "float"
    components: int = 4
    columns: int = 1
    number: int = 0
    place: bool = False

    @property
    def setter(self) -> str:
        """Return OpenGL's function that would set a column of it."""
        return f"glVertexAttrib{_LETTERS[self.numbers].format(self.components)}"


def attribute_value(
    attribute: Attribute, vertex: int, size: tuple[int, int], column: int, component: int
) -> float:
    """Return a scalar of a vertex in an image of this size, as the exact value of 32 bits: of
    integers 0 to 256, of floats -2 to 2 in steps of 1/64.
    """
    if attribute.place:
        return _place_of(vertex, size)[component]
    factor, first = attribute_terms(attribute, column, component)
    found = (factor * vertex + first) % MODULUS
    return (found - MIDDLE) / SHARE if attribute.numbers == "float" else found


def attribute_terms(attribute: Attribute, column: int, component: int) -> tuple[int, int]:
    """Return the factor and the summand that make the number of a scalar of a vertex, modulo
    `MODULUS`.
    """
    factor, *factors = _FACTORS
    terms = (component, column, attribute.number)
    return factor, sum(one * by for one, by in zip(terms, factors, strict=True))


def value_text(attribute: Attribute, column: int, component: int, vertex: str) -> str:
    """Return `attribute_value` of what is no place as an expression of Python and of C, for a text
    that is the number of a vertex.
    """
    factor, first = attribute_terms(attribute, column, component)
    number = f"({factor} * ({vertex}) + {first}) % {MODULUS}"
    return f"({number} - {MIDDLE}) / {SHARE}.0" if attribute.numbers == "float" else number


def attribute_bytes(attribute: Attribute, size: tuple[int, int], column: int = 0) -> bytes:
    """Return a column of all vertices of an image of this size, one after the other without
    gaps.
    """
    width, height = size
    values = [
        attribute_value(attribute, vertex, size, column, component)
        for vertex in range(width * height)
        for component in range(attribute.components)
    ]
    return struct.pack(f"<{len(values)}{CODES[attribute.numbers]}", *values)


def _place_of(vertex: int, size: tuple[int, int]) -> tuple[float, float]:
    row, column = divmod(vertex, size[0])
    exact = ((2 * column + 1) / size[0] - 1, (2 * row + 1) / size[1] - 1)
    x, y = struct.unpack("<2f", struct.pack("<2f", *exact))
    return x, y


# ---- locations


class LocationClash(msgspec.Struct, frozen=True):
    """An attribute at a location that an earlier one, `other`, has, or that not every driver has:
    then `other` is empty.
    """

    attribute: Attribute
    location: int
    other: str = ""


def location_clash(attributes: Iterable[Attribute]) -> LocationClash | None:
    """Return the first attribute that cannot lie where it is said to be, or None."""
    taken: dict[int, str] = {}
    for one in attributes:
        for location in range(one.location, one.location + one.columns):
            if location >= MOST_LOCATIONS:
                return LocationClash(one, location)
            other = taken.setdefault(location, one.name)
            if other != one.name:
                return LocationClash(one, location, other)
    return None


def attribute_at(attributes: Iterable[Attribute], location: int) -> Attribute | None:
    """Return the attribute with a column at a location; None where there is none, or several."""
    found = [one for one in attributes if 0 <= location - one.location < one.columns]
    return found[0] if len(found) == 1 else None


# ---- in the file beside a shader


def is_attribute(entry: object) -> bool:
    """Whether an entry is an attribute of vertices."""
    return isinstance(entry, dict) and "attribute" in entry


def read_attribute(name: str, entry: Mapping[str, object], where: str) -> Attribute:
    """Return an attribute of a file; raise `BadInput` for what it may not say."""
    for word in entry:
        if word not in _WORDS:
            raise BadInput(
                f"attribute {name!r}: expected {', '.join(_WORDS)}, but {word!r} came", where=where
            )
    found = _SETTER.fullmatch(str(entry.get("func", "")))
    if found is None:
        came = entry.get("func")
        message = f"expected 'func' such as glVertexAttrib3f or glVertexAttribI2i, but {came!r}"
        raise BadInput(f"attribute {name!r}: {message} came", where=where)
    numbers = _KINDS[found["kind"]] if found["kind"] else "float"
    components = int(found["floats"] or found["whole"])
    location = _below(name, entry, "location", MOST_LOCATIONS, where)
    if entry["attribute"] == PLACE:
        if (numbers, components) != ("float", 2) or "columns" in entry:
            message = f"expected glVertexAttrib2f for {PLACE!r}, but {entry['func']!r} came"
            raise BadInput(f"attribute {name!r}: {message}", where=where)
        return Attribute(name, location, "float", 2, place=True)
    columns = _below(name, entry, "columns", 5, where, default=1)
    number = _below(name, entry, "attribute", MODULUS, where)
    return Attribute(name, location, numbers, components, max(columns, 1), number)


def attribute_entry(one: Attribute) -> dict[str, object]:
    """Return what a file says of an attribute, so that `read_attribute` gives it back."""
    columns = {} if one.columns == 1 else {"columns": one.columns}
    value = PLACE if one.place else one.number
    return {"func": one.setter, "attribute": value, **columns, "location": one.location}


def _below(
    name: str, entry: Mapping[str, object], key: str, limit: int, where: str, default: int = 0
) -> int:
    given = entry.get(key, default)
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < limit:
        return given
    message = f"expected a number below {limit} for {key!r}, but {given!r} came"
    raise BadInput(f"attribute {name!r}: {message}", where=where)
