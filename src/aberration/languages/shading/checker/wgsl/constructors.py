"""WGSL's constructors: zero values, conversions, and values made of parts."""

from __future__ import annotations

from typing import Final

from ...builtins.values import LARGEST_OF_FLOATS
from ...source import quoted
from ...tree import Call, Node
from ...types import (
    ABSTRACT_FLOAT,
    ABSTRACT_INT,
    Array,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    element_of,
    matrix,
    size_of,
    vector,
    with_element,
)
from .. import arithmetic
from ..arithmetic import UndefinedResult
from ..symbols import UNKNOWN, Constant
from .conversion_rank import NEVER, common, rank
from .places import PlacesPart
from .type_syntax import MATRICES, VECTORS, is_plain

_COLUMNS: Final = (Scalar, Vector)


class ConstructorsPart(PlacesPart):
    """Constructors."""

    def construct(self, node: Call, type: Type) -> Type:
        """Check `type(...)` for a type that is known whole."""
        given = [self.value(argument) for argument in node.args]
        self.typing.callees[id(node)] = type
        if not is_plain(type):
            self.fail(node, "a type that has constructors", self.a(type))
        if not given:
            self.constants[id(node)] = arithmetic.zero(type)
            return type
        if isinstance(type, Array):
            self._parts(node, given, (type.element,) * (type.size or 0), type)
        elif isinstance(type, Struct):
            self._parts(node, given, tuple(member.type for member in type.members), type)
        elif isinstance(type, Scalar):
            self._scalar(node, type, given)
        elif isinstance(type, Vector):
            self._vector(node, type, given)
        else:
            assert isinstance(type, Matrix)
            self._matrix(node, type, given)
        return type

    def inferred(self, node: Call, name: str) -> Type:
        """Check `vec3(...)`, `mat2x2(...)` and `array(...)`, whose element the arguments tell."""
        given = [self.value(argument) for argument in node.args]
        if name == "array":
            return self._inferred_array(node, given)
        elements = [element_of(type) for type in given]
        known = [element for element in elements if element is not None]
        if len(known) != len(given):
            self.fail(node, f"numbers, vectors or matrices for {name}", "another type")
        element = common(known) if known else ABSTRACT_INT
        if not isinstance(element, Scalar):
            self.fail(
                node, f"values of one type for {name}", ", ".join(type.wgsl for type in given)
            )
        if name in VECTORS:
            return self.construct(node, vector(element, VECTORS[name]))
        if not known:
            self.fail(node, f"arguments for {name}", "none")
        if element is ABSTRACT_INT:
            element = ABSTRACT_FLOAT
        if not element.is_float:
            self.fail(node, f"floats for {name}", self.a(element))
        return self.construct(node, matrix(element, *MATRICES[name]))

    def _inferred_array(self, node: Call, given: list[Type]) -> Type:
        element = common(given) if given else None
        if element is None:
            self.fail(
                node,
                "values of one type for array",
                ", ".join(type.wgsl for type in given) or "none",
            )
        return self.construct(node, element.array(len(given)))

    # ---- by kind

    def _parts(self, node: Call, given: list[Type], wanted: tuple[Type, ...], type: Type) -> None:
        if len(given) != len(wanted):
            self.fail(node, f"{len(wanted)} values for {self.a(type)}", str(len(given)))
        values = []
        for argument, came, member in zip(node.args, given, wanted, strict=True):
            what = "" if came is member else f"as a part of {quoted(type.wgsl)}"
            values.append(self.converted(argument, came, member, what))
        self._note_parts(node, values)

    def _note_parts(self, node: Node, values: list[Constant | None]) -> None:
        """Note the value of a call all of whose parts are constants."""
        if None in values:
            return
        whole = UNKNOWN if UNKNOWN in values else tuple(values)
        self.constants[id(node)] = whole

    def _scalar(self, node: Call, type: Scalar, given: list[Type]) -> None:
        if len(given) != 1 or not isinstance(given[0], Scalar):
            self.fail(
                node, f"one scalar for {self.a(type)}", ", ".join(came.wgsl for came in given)
            )
        value = self.constants.get(id(node.args[0]))
        if value is not None:
            self.constants[id(node)] = self._explicit(node, value, given[0], type)

    def _explicit(self, node: Node, value: Constant, given: Scalar, wanted: Scalar) -> Constant:
        """Return a constant scalar converted as a constructor does: from concrete floats to
        integers by clamping.
        """
        if value is UNKNOWN or given is wanted:
            return value
        if given.is_abstract and wanted.is_numeric:
            if given.is_float and wanted.is_integer:
                value = float(int(value))
            return self.constant_as(node, value, given, wanted)
        if given.is_float and wanted.is_integer:
            low, _ = arithmetic.range_of(wanted)
            return min(max(int(value), low), LARGEST_OF_FLOATS[wanted.kind])
        try:
            return self.finite(node, arithmetic.converted(value, given, wanted), wanted)
        except UndefinedResult as error:
            self.refuse(node, f"a constant expression may not hold {error}")

    def _each_explicit(
        self, node: Node, value: Constant, given: Scalar, wanted: Scalar
    ) -> Constant:
        if isinstance(value, tuple):
            return tuple(self._each_explicit(node, part, given, wanted) for part in value)
        return self._explicit(node, value, given, wanted)

    def _vector(self, node: Call, type: Vector, given: list[Type]) -> None:
        first = given[0]
        if len(given) == 1 and isinstance(first, Vector):
            if first.size != type.size:
                self.fail(node, f"{type.size} components for {self.a(type)}", str(first.size))
            self._copy(node, type.component, first.component)
            return
        if len(given) == 1:
            value = self.converted(node.args[0], first, type.component, f"for {quoted(type.wgsl)}")
            self._note_parts(node, [value] * type.size)
            return
        count = sum([size_of(came) for came in given])
        if count != type.size or not all(isinstance(came, _COLUMNS) for came in given):
            self.fail(
                node,
                f"{type.size} components for {self.a(type)}",
                ", ".join(came.wgsl for came in given),
            )
        self._flattened(node, given, type.component, [])

    def _flattened(
        self, node: Call, given: list[Type], element: Scalar, values: list[Constant | None]
    ) -> None:
        for argument, came in zip(node.args, given, strict=True):
            value = self.converted(argument, came, with_element(came, element), "as components")
            values += list(value) if isinstance(value, tuple) else [value]
        self._note_parts(node, values)

    def _copy(self, node: Call, wanted: Scalar, given: Scalar) -> None:
        value = self.constants.get(id(node.args[0]))
        if value is not None:
            known = value is UNKNOWN
            self.constants[id(node)] = (
                value if known else self._each_explicit(node, value, given, wanted)
            )

    def _matrix(self, node: Call, type: Matrix, given: list[Type]) -> None:
        first = given[0]
        if len(given) == 1 and isinstance(first, Matrix):
            if with_element(first, type.component) is not type:
                self.fail(node, f"a matrix of the shape of {self.a(type)}", self.a(first))
            self._copy(node, type.component, first.component)
            return
        if (
            all(isinstance(came, Scalar) for came in given)
            and len(given) == type.columns * type.rows
        ):
            values: list[Constant | None] = []
            self._flattened(node, given, type.component, values)
            self._by_columns(node, values, type)
            return
        if len(given) != type.columns:
            self.fail(
                node,
                f"{type.columns} columns for {self.a(type)}",
                ", ".join(came.wgsl for came in given),
            )
        self._columns(node, given, type)

    def _by_columns(self, node: Call, values: list[Constant | None], type: Matrix) -> None:
        if id(node) in self.constants and self.constants[id(node)] is not UNKNOWN:
            rows = type.rows
            self.constants[id(node)] = tuple(
                tuple(values[c * rows : (c + 1) * rows]) for c in range(type.columns)
            )

    def _columns(self, node: Call, given: list[Type], type: Matrix) -> None:
        values = []
        for argument, came in zip(node.args, given, strict=True):
            if rank(came, type.column) == NEVER:
                self.fail(argument, f"{self.a(type.column)} as a column", self.a(came))
            values.append(self.fitting(argument, came, type.column))
        self._note_parts(node, values)
