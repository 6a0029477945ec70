"""The values in the JSON beside a shader: as OpenGL's setters take them (`glUniform2f`, ...), and
in storage buffers.

Sources: OpenGL 4.6 core specification, 7.6.1 "Loading Uniform Variables"; the shader jobs of
GraphicsFuzz.
"""

import re
import struct
from typing import Final, Literal

import msgspec

from aberration.core.errors import BadInput

ScalarType = Literal["int", "uint", "float"]
CODES: Final[dict[ScalarType, str]] = {"int": "i", "uint": "I", "float": "f"}
"""How `struct` packs a scalar."""
_ROW: Final = 16
_LETTERS: Final[dict[str, ScalarType]] = {"f": "float", "i": "int", "ui": "uint"}
_PREFIXED: Final[dict[str, ScalarType]] = {"i": "int", "u": "uint", "": "float"}
_SETTER: Final = re.compile(
    r"glUniform(?:(?P<size>[1-4])(?P<letter>f|i|ui)(?P<array>v?)|Matrix(?P<columns>[2-4])(?:x(?P<rows>[2-4]))?fv)"
)
_TYPE: Final = re.compile(
    r"(?P<kind>[iu]?)vec(?P<size>[234])|mat(?P<columns>[234])(?:x(?P<rows>[234]))?"
)


class Value(msgspec.Struct, frozen=True):
    """`count` elements (0: no array) of `columns` columns of `rows` scalars each, 32 bits a scalar.

    `data` has no gaps: element after element, column after column.
    """

    kind: ScalarType
    rows: int
    columns: int
    count: int
    data: bytes

    @property
    def title(self) -> str:
        """Return the type as GLSL spells it, such as `vec2` or `mat2x3[4]`."""
        return glsl_type_name(self.kind, self.rows, self.columns, self.count)

    @property
    def numbers(self) -> int:
        """Return how many scalars there are."""
        return len(self.data) // 4

    def in_rows(self) -> bytes:
        """Return the bytes as std140 has them: each element of an array and each column begins
        a row of 16 bytes.
        """
        if not self.count and self.columns == 1:
            return self.data
        width = 4 * self.rows
        return b"".join(
            self.data[at : at + width].ljust(_ROW, b"\0") for at in range(0, len(self.data), width)
        )

    def behind(self, at: int) -> tuple[bytes, tuple[tuple[ScalarType, int], ...]]:
        """Return the bytes as std430 has them behind `at` others, with the gaps, and what the words
        are.

        Scalars follow without gaps; vectors begin at multiples of their size, three components as
        four.
        """
        if self.rows == 1 and self.columns == 1:
            return self.data, ((self.kind, self.numbers),)
        width, step = 4 * self.rows, 4 * (2 if self.rows == 2 else 4)
        columns = [
            self.data[start : start + width].ljust(step, b"\0")
            for start in range(0, len(self.data), width)
        ]
        gap = -at % step
        words = sum(map(len, columns)) // 4
        return bytes(gap) + b"".join(columns), ((("uint", gap // 4),) if gap else ()) + (
            (self.kind, words),
        )


def glsl_type_name(kind: ScalarType, rows: int, columns: int = 1, count: int = 0) -> str:
    """Return how GLSL spells a type."""
    prefix = next(prefix for prefix, of in _PREFIXED.items() if of == kind)
    base = kind if rows == 1 else f"{prefix}vec{rows}"
    if columns > 1:
        base = f"mat{columns}" if columns == rows else f"mat{columns}x{rows}"
    return f"{base}[{count}]" if count else base


def value_of_setter(
    name: str, setter: str, arguments: list[object], count: object, where: str
) -> Value:
    """Return what a setter gives to a uniform; raise `BadInput` that names the uniform."""
    found = _SETTER.fullmatch(setter)
    if found is None:
        raise BadInput(
            f"uniform {name!r}: expected a setter such as glUniform2f, but {setter!r} came",
            where=where,
        )
    columns = int(found["columns"] or 1)
    rows = int(found["size"] or found["rows"] or columns)
    kind = _LETTERS[found["letter"] or "f"]
    several = found["array"] != ""
    width = rows * columns
    if not arguments or len(arguments) % width or not (several or len(arguments) == width):
        wanted = f"a multiple of {width} values" if several else _numbers(width)
        raise BadInput(
            f"uniform {name!r}: expected {wanted} for {setter}, but {len(arguments)} came",
            where=where,
        )
    elements = len(arguments) // width
    if count is not None and count != elements:
        message = (
            f"expected {_numbers(width)} for each of {count!r} elements ('count'), but "
            f"{len(arguments)} came"
        )
        raise BadInput(f"uniform {name!r}: {message}", where=where)
    one_matrix = columns > 1 and elements == 1 and count is None
    data = pack_words(kind, arguments, name, where)
    return Value(kind, rows, columns, 0 if one_matrix or not several else elements, data)


def value_of_type(name: str, type_name: str, numbers: list[object], where: str) -> Value | None:
    """Return values of a type named as in GLSL (`ivec3`); None for a type that is not known.

    There are as many elements as the numbers are enough for; raise `BadInput` for a part of one.
    """
    if type_name == "bool":
        type_name = "uint"
        numbers = [int(one) if isinstance(one, bool) else one for one in numbers]
    kind = next((kind for kind in CODES if kind == type_name), None)
    rows, columns = 1, 1
    if kind is None:
        found = _TYPE.fullmatch(type_name)
        if found is None:
            return None
        columns = int(found["columns"] or 1)
        rows = int(found["size"] or found["rows"] or columns)
        kind = _PREFIXED[found["kind"] or ""]
    width = rows * columns
    if len(numbers) % width:
        message = f"expected {width} numbers for each {type_name}, but {len(numbers)} came"
        raise BadInput(f"{name}: {message}", where=where)
    return Value(kind, rows, columns, len(numbers) // width, pack_words(kind, numbers, name, where))


def pack_words(kind: ScalarType, values: list[object], name: str, where: str) -> bytes:
    """Return numbers as 32-bit words; raise `BadInput` for one that is none of the kind."""
    try:
        return struct.pack(
            f"<{len(values)}{CODES[kind]}", *(_number(value, kind) for value in values)
        )
    except (struct.error, OverflowError, ValueError, TypeError) as error:
        raise BadInput(f"{name!r}: a value does not fit its type ({error})", where=where) from None


def _number(value: object, kind: ScalarType) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"expected a number, but {value!r} came")
    if kind == "float":
        return float(value)
    if value != int(value):
        raise ValueError(f"expected a whole number for {kind}, but {value!r} came")
    return int(value)


def _numbers(count: int) -> str:
    return "1 number" if count == 1 else f"{count} numbers"
