"""WGSL's constructors: zero values, conversions, and values made of parts."""

from __future__ import annotations

from typing import Final

from ...builtins.values import LARGEST_OF_FLOATS
from ...source import quote
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
from ..fault import fail, refuse
from ..symbols import UNKNOWN, Constant
from .conversion_rank import NEVER, common, rank
from .operators import finite_constant
from .state import WgslChecker, listing, spelling
from .type_syntax import MATRICES, VECTORS, is_plain
from .values import constant_as, converted_constant, fitting_constant, value_type

_COLUMNS: Final = (Scalar, Vector)


def construct(checker: WgslChecker, node: Call, type: Type) -> Type:
    """Check `type(...)` for a type that is known whole."""
    given = [value_type(checker, argument) for argument in node.args]
    checker.typing.callees[id(node)] = type
    if not is_plain(type):
        fail(node, "a type that has constructors", spelling(type))
    if not given:
        checker.constants[id(node)] = arithmetic.zero(type)
        return type
    if isinstance(type, Array):
        _check_parts(checker, node, given, (type.element,) * (type.size or 0), type)
    elif isinstance(type, Struct):
        _check_parts(checker, node, given, tuple(member.type for member in type.members), type)
    elif isinstance(type, Scalar):
        _construct_scalar(checker, node, type, given)
    elif isinstance(type, Vector):
        _construct_vector(checker, node, type, given)
    else:
        assert isinstance(type, Matrix)
        _construct_matrix(checker, node, type, given)
    return type


def construct_inferred(checker: WgslChecker, node: Call, name: str) -> Type:
    """Check `vec3(...)`, `mat2x2(...)` and `array(...)`, whose element the arguments give."""
    given = [value_type(checker, argument) for argument in node.args]
    if name == "array":
        element = common(given) if given else None
        if element is None:
            fail(node, "values of one type for array", listing(given) or "none")
        return construct(checker, node, element.array(len(given)))
    elements = [element_of(type) for type in given]
    known = [element for element in elements if element is not None]
    if len(known) != len(given):
        fail(node, f"numbers, vectors or matrices for {name}", "another type")
    element = common(known) if known else ABSTRACT_INT
    if not isinstance(element, Scalar):
        fail(node, f"values of one type for {name}", listing(given))
    if name in VECTORS:
        return construct(checker, node, vector(element, VECTORS[name]))
    if not known:
        fail(node, f"arguments for {name}", "none")
    if element is ABSTRACT_INT:
        element = ABSTRACT_FLOAT
    if not element.is_float:
        fail(node, f"floats for {name}", spelling(element))
    return construct(checker, node, matrix(element, *MATRICES[name]))


# ---- by kind


def _check_parts(
    checker: WgslChecker, node: Call, given: list[Type], wanted: tuple[Type, ...], type: Type
) -> None:
    if len(given) != len(wanted):
        fail(node, f"{len(wanted)} values for {spelling(type)}", str(len(given)))
    values = []
    for argument, came, member in zip(node.args, given, wanted, strict=True):
        what = "" if came is member else f"as a part of {quote(type.wgsl)}"
        values.append(converted_constant(checker, argument, came, member, what))
    _note_parts(checker, node, values)


def _note_parts(checker: WgslChecker, node: Node, values: list[Constant | None]) -> None:
    """Note the value of a call all of whose parts are constants."""
    if None in values:
        return
    whole = UNKNOWN if UNKNOWN in values else tuple(values)
    checker.constants[id(node)] = whole


def _construct_scalar(checker: WgslChecker, node: Call, type: Scalar, given: list[Type]) -> None:
    if len(given) != 1 or not isinstance(given[0], Scalar):
        fail(node, f"one scalar for {spelling(type)}", listing(given))
    value = checker.constants.get(id(node.args[0]))
    if value is not None:
        checker.constants[id(node)] = _explicit_conversion(node, value, given[0], type)


def _explicit_conversion(node: Node, value: Constant, given: Scalar, wanted: Scalar) -> Constant:
    """Return a constant converted as a constructor does, each component: from concrete floats
    to integers by clamping.
    """
    if isinstance(value, tuple):
        return tuple(_explicit_conversion(node, part, given, wanted) for part in value)
    if value is UNKNOWN or given is wanted:
        return value
    if given.is_abstract and wanted.is_numeric:
        if given.is_float and wanted.is_integer:
            value = float(int(value))
        return constant_as(node, value, given, wanted)
    if given.is_float and wanted.is_integer:
        low, _ = arithmetic.range_of(wanted)
        return min(max(int(value), low), LARGEST_OF_FLOATS[wanted.kind])
    try:
        return finite_constant(node, arithmetic.convert_scalar(value, given, wanted), wanted)
    except UndefinedResult as error:
        refuse(node, f"a constant expression may not hold {error}")


def _construct_vector(checker: WgslChecker, node: Call, type: Vector, given: list[Type]) -> None:
    first = given[0]
    if len(given) == 1 and isinstance(first, Vector):
        if first.size != type.size:
            fail(node, f"{type.size} components for {spelling(type)}", str(first.size))
        _note_copy(checker, node, type.component, first.component)
        return
    if len(given) == 1:
        value = converted_constant(
            checker, node.args[0], first, type.component, f"for {quote(type.wgsl)}"
        )
        _note_parts(checker, node, [value] * type.size)
        return
    count = sum([size_of(came) for came in given])
    if count != type.size or not all(isinstance(came, _COLUMNS) for came in given):
        fail(node, f"{type.size} components for {spelling(type)}", listing(given))
    _check_components(checker, node, given, type.component)


def _check_components(
    checker: WgslChecker, node: Call, given: list[Type], element: Scalar
) -> list[Constant | None]:
    values: list[Constant | None] = []
    for argument, came in zip(node.args, given, strict=True):
        value = converted_constant(
            checker, argument, came, with_element(came, element), "as components"
        )
        values += list(value) if isinstance(value, tuple) else [value]
    _note_parts(checker, node, values)
    return values


def _note_copy(checker: WgslChecker, node: Call, wanted: Scalar, given: Scalar) -> None:
    value = checker.constants.get(id(node.args[0]))
    if value is not None:
        checker.constants[id(node)] = _explicit_conversion(node, value, given, wanted)


def _construct_matrix(checker: WgslChecker, node: Call, type: Matrix, given: list[Type]) -> None:
    first = given[0]
    if len(given) == 1 and isinstance(first, Matrix):
        if with_element(first, type.component) is not type:
            fail(node, f"a matrix of the shape of {spelling(type)}", spelling(first))
        _note_copy(checker, node, type.component, first.component)
        return
    if all(isinstance(came, Scalar) for came in given) and len(given) == type.columns * type.rows:
        values = _check_components(checker, node, given, type.component)
        if id(node) in checker.constants and checker.constants[id(node)] is not UNKNOWN:
            rows = type.rows
            checker.constants[id(node)] = tuple(
                tuple(values[c * rows : (c + 1) * rows]) for c in range(type.columns)
            )
        return
    if len(given) != type.columns:
        fail(node, f"{type.columns} columns for {spelling(type)}", listing(given))
    values = []
    for argument, came in zip(node.args, given, strict=True):
        if rank(came, type.column) == NEVER:
            fail(argument, f"{spelling(type.column)} as a column", spelling(came))
        values.append(fitting_constant(checker, argument, came, type.column))
    _note_parts(checker, node, values)
