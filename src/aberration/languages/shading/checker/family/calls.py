"""Calls: of built-in functions, of the program's functions, and of constructors."""

from __future__ import annotations

from typing import Final

from ...builtins.signature import Overload
from ...source import quote
from ...tree import ArrayOf, Call, Expression, Field, Index, Name, Node, TypeName
from ...types import (
    INT,
    UINT,
    Array,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    element_of,
    is_opaque,
    parts,
)
from ..conversions import best, converts, fitting
from ..fault import fail, refuse
from ..symbols import FunctionSet, FunctionSymbol, TypeSymbol, VariableSymbol
from .constants import constant
from .places import check_place, target_type
from .state import FamilyChecker, spelling
from .type_syntax import named_type, type_of

_OFFSETS: Final = frozenset(
    (
        "textureOffset",
        "textureLodOffset",
        "textureGradOffset",
        "textureProjOffset",
        "textureProjLodOffset",
        "textureProjGradOffset",
        "texelFetchOffset",
    )
)
"""Functions whose offset is a constant expression."""
_ATOMICS: Final = ("buffer", "shared")


def call_type(checker: FamilyChecker, node: Call) -> Type:
    callee = node.callee
    if not isinstance(callee, Name):
        if isinstance(callee, Field):
            return _length_call(checker, node, callee)
        if not isinstance(callee, ArrayOf | TypeName):
            fail(node, "a function or type to call", "an expression")
        return _construct(checker, node, type_of(checker, callee))
    if callee.name in checker.rules.type_words:
        return _construct(checker, node, named_type(checker, callee, callee.name))
    symbol = checker.scopes.find(callee.name)
    if isinstance(symbol, TypeSymbol):
        return _construct(checker, node, symbol.type)
    if isinstance(symbol, VariableSymbol):
        fail(node, "a function or type to call", f"the variable {quote(callee.name)}")
    given = tuple([checker.expression(argument) for argument in node.args])
    chosen = _choose(checker, node, callee.name, symbol, given)
    checker.typing.callees[id(node)] = chosen
    _check_arguments(checker, node, chosen)
    return chosen.result


def _length_call(checker: FamilyChecker, node: Call, callee: Field) -> Type:
    type = target_type(checker, callee.base)
    if callee.name != "length" or node.args:
        fail(node, "`.length()`", quote(callee.name))
    if isinstance(type, Array):
        return INT
    if isinstance(type, Vector | Matrix) and checker.features.scalar_swizzles:
        return INT
    fail(callee, "an array before `.length()`", spelling(type))
    return None


# ---- functions


def _choose(
    checker: FamilyChecker, node: Call, name: str, own: FunctionSet | None, given: tuple[Type, ...]
) -> FunctionSymbol | Overload:
    exact = own.exact(given) if own is not None else None
    found = exact or checker.builtins.exact(name, given)
    if found is not None:
        return found
    if own is None and not checker.builtins.has(name):
        fail(node, "a function", f"{quote(name)}, which is not declared here")
    candidates: list[FunctionSymbol | Overload] = [
        *(own.functions if own is not None else ()),
        *checker.builtins.overloads(name),
    ]
    fit = fitting(candidates, given, checker.conversions)
    chosen = fit[0] if len(fit) == 1 else best(fit, given)
    if chosen is not None:
        return chosen
    types = ", ".join(type.glsl for type in given)
    if fit:
        refuse(node, f"several functions fit {name}({types}) equally well")
    shown = [f"{one.name}({', '.join(type.glsl for type in one.types)})" for one in candidates[:4]]
    more = " and others" if len(candidates) > len(shown) else ""
    refuse(node, f"no function fits {name}({types})", f"There is {'; '.join(shown)}{more}.")
    return None


def _check_arguments(checker: FamilyChecker, node: Call, chosen: FunctionSymbol | Overload) -> None:
    for argument, direction in zip(node.args, chosen.directions, strict=True):
        if direction in ("out", "inout"):
            check_place(checker, argument)
    if isinstance(chosen, FunctionSymbol):
        if checker.function is not None:
            checker.typing.note_call(checker.function.signature, chosen.signature, node)
        return
    if chosen.name in _OFFSETS:
        _check_offset(checker, node, chosen)
    if chosen.builtin.theme == "atomic" and chosen.directions[:1] == ("inout",):
        symbol = _root_of(checker, node.args[0])
        if symbol is None or symbol.role not in _ATOMICS:
            fail(node.args[0], "a place in a storage block or a shared variable", "another one")
    if chosen.name.startswith("interpolateAt"):
        symbol = _root_of(checker, node.args[0])
        if symbol is None or symbol.role != "in":
            fail(node.args[0], "an input of the shader", "another expression")


def _check_offset(checker: FamilyChecker, node: Call, chosen: Overload) -> None:
    for argument, type in zip(node.args[2:], chosen.types[2:], strict=True):
        element = element_of(type)
        is_level = chosen.name == "texelFetchOffset" and argument is node.args[2]
        if (
            element is INT
            and (not is_level or len(node.args) == 3)
            and constant(checker, argument) is None
        ):
            fail(argument, "a constant expression as the offset", "one that is not constant")


def _root_of(checker: FamilyChecker, node: Expression) -> VariableSymbol | None:
    while not isinstance(node, Name):
        if not isinstance(node, Field | Index):
            return None
        node = node.base
    return checker.symbols.get(id(node))


def lies_in_buffer(checker: FamilyChecker, node: Expression) -> bool:
    """Whether a place is in a storage block, whose last array may have any size."""
    symbol = _root_of(checker, node)
    return symbol is not None and symbol.role == "buffer"


# ---- constructors


def _construct(checker: FamilyChecker, node: Call, type: Type) -> Type:
    given = [checker.expression(argument) for argument in node.args]
    if type.scalar is not None:
        _construct_numbers(checker, node, type, given)
    elif isinstance(type, Array):
        type = _construct_array(checker, node, type, given)
    elif isinstance(type, Struct):
        _construct_struct(checker, node, type, given)
    else:
        fail(node, "a type that has constructors", spelling(type))
    checker.typing.callees[id(node)] = type
    return type


def _construct_array(checker: FamilyChecker, node: Node, type: Array, given: list[Type]) -> Array:
    if not checker.features.arrays_are_values or is_opaque(type):
        fail(node, "a type that has constructors", spelling(type))
    if not given or (type.size is not None and type.size != len(given)):
        fail(node, f"{type.size or 'some'} elements for {spelling(type)}", str(len(given)))
    element = type.element
    if isinstance(element, Array) and element.size is None:
        first = given[0]
        element = (
            first if isinstance(first, Array) and first.element is element.element else element
        )
    for came in given:
        if not converts(came, element, checker.conversions):
            fail(node, f"elements of type {spelling(element)}", spelling(came))
    return element.array(len(given))


def _construct_struct(checker: FamilyChecker, node: Node, type: Struct, given: list[Type]) -> None:
    if len(given) != len(type.members):
        fail(node, f"{len(type.members)} members for {spelling(type)}", str(len(given)))
    if is_opaque(type):
        fail(node, "a type that has constructors", f"{spelling(type)}, which holds an opaque type")
    for came, member in zip(given, type.members, strict=True):
        if not converts(came, member.type, checker.conversions):
            fail(
                node,
                f"{spelling(member.type)} for the member {quote(member.name)}",
                spelling(came),
            )


def _construct_numbers(checker: FamilyChecker, node: Node, type: Type, given: list[Type]) -> None:
    """Check a constructor of a scalar, vector or matrix."""
    if not given:
        fail(node, f"arguments for {spelling(type)}", "none")
    for came in given:
        if came.scalar is None:
            fail(node, f"numbers, vectors or matrices for {spelling(type)}", spelling(came))
    if isinstance(type, Scalar):
        if len(given) != 1:
            fail(node, f"one argument for {spelling(type)}", str(len(given)))
        return
    if len(given) == 1 and isinstance(given[0], Scalar):
        return
    if isinstance(type, Matrix) and any(isinstance(came, Matrix) for came in given):
        _construct_from_matrix(checker, node, type, given)
        return
    _check_count(node, type, given)


def _construct_from_matrix(
    checker: FamilyChecker, node: Node, type: Matrix, given: list[Type]
) -> None:
    if len(given) != 1:
        fail(
            node,
            f"one matrix, or scalars and vectors, for {spelling(type)}",
            "a matrix among others",
        )
    if not checker.features.matrices_of_matrices:
        fail(node, f"scalars and vectors for {spelling(type)}", "a matrix")


def _check_count(node: Node, type: Type, given: list[Type]) -> None:
    """The last argument may give more than is needed, and no argument may come after all is
    given.
    """
    needed, counted = parts(type), 0
    for came in given:
        if counted >= needed:
            fail(
                node, f"{needed} components for {spelling(type)}", "more arguments than these take"
            )
        counted += parts(came)
    if counted < needed:
        fail(node, f"{needed} components for {spelling(type)}", str(counted))
    if isinstance(type, Matrix) and counted > needed:
        fail(node, f"{needed} components for {spelling(type)}", str(counted))


# ---- parts of values


def check_integer(checker: FamilyChecker, node: Expression, what: str) -> None:
    type = checker.expression(node)
    if type is not INT and type is not UINT:
        fail(node, f"an integer as {what}", spelling(type))
