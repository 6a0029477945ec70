"""From a signature in type variables to types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, Literal

import msgspec

from .. import opaque
from ..types import (
    ABSTRACT_FLOAT,
    ABSTRACT_INT,
    BOOL,
    DOUBLE,
    FLOAT,
    HALF,
    INT,
    UINT,
    VOID,
    Matrix,
    Scalar,
    Struct,
    Type,
    TypeMember,
    atomic,
    element_of,
    matrices,
    matrix,
    scalar_or_vector,
    size_of,
    vector,
    vectors,
    with_element,
)
from .row import Builtin, Form

Direction = Literal["in", "out", "inout"]
ELEMENTS: Final[Mapping[str, Scalar]] = {
    "F": FLOAT,
    "D": DOUBLE,
    "H": HALF,
    "I": INT,
    "U": UINT,
    "B": BOOL,
    "A": ABSTRACT_FLOAT,
    "N": ABSTRACT_INT,
}
_OTHER_ELEMENT: Final[Mapping[str, Scalar]] = {
    "b": BOOL,
    "i": INT,
    "u": UINT,
    "f": FLOAT,
    "n": ABSTRACT_INT,
}
_SIZES: Final[Mapping[str, tuple[int, ...]]] = {
    "": (1, 2, 3, 4),
    "s": (1,),
    "v": (2, 3, 4),
    "3": (3,),
}
_SIDES: Final = (2, 3, 4)
_NAMED: Final[Mapping[str, Type]] = {
    **{type.glsl: type for type in (VOID, BOOL, INT, UINT, FLOAT, DOUBLE, opaque.COUNTER)},
    **{
        type.glsl: type
        for type in vectors()
        if type.component not in (ABSTRACT_INT, ABSTRACT_FLOAT)
    },
    **{type.glsl: type for type in matrices() if type.component in (FLOAT, DOUBLE)},
    **opaque.SAMPLERS,
    **opaque.IMAGES,
    **opaque.SAMPLER_STATES,
    **{name.replace(" ", ""): type for name, type in opaque.TEXTURES.items()},
    opaque.EXTERNAL.wgsl: opaque.EXTERNAL,
    "ivec2[4]": vector(INT, 2).array(4),
}


class BuiltinParameter(msgspec.Struct, frozen=True, eq=False, gc=False):
    type: Type
    direction: Direction = "in"


class Overload(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A built-in function with types in place of type variables; `name` is its spelling in the
    language.

    `types` and `directions` are those of the parameters, apart: they are asked for most.
    """

    name: str
    builtin: Builtin
    result: Type
    parameters: tuple[BuiltinParameter, ...]
    types: tuple[Type, ...]
    directions: tuple[str, ...]


@cache
def result_struct(name: str, type: Type) -> Struct:
    """Return the structure that WGSL's `modf`, `frexp` and `atomicCompareExchangeWeak` give for a
    type of argument.

    `type` is one of the few types that the table speaks of, so that what is kept here is bounded.
    """
    suffix = type.wgsl.replace("<", "_").replace(">", "").replace("-", "_")
    if name == "exchange_result":
        members = (TypeMember("old_value", type), TypeMember("exchanged", BOOL))
        return Struct(f"__atomic_compare_exchange_result_{suffix}", members)
    if name == "modf_result":
        return Struct(
            f"__modf_result_{suffix}", (TypeMember("fract", type), TypeMember("whole", type))
        )
    element = element_of(type)
    exponent = ABSTRACT_INT if element is ABSTRACT_FLOAT else INT
    return Struct(
        f"__frexp_result_{suffix}",
        (TypeMember("fract", type), TypeMember("exp", with_element(type, exponent))),
    )


def variables(over: str) -> Iterator[Type | None]:
    """Give the types that `T` stands for; one None where there is no type variable."""
    if not over:
        yield None
        return
    letters, _, kind = over.partition("/")
    for letter in letters:
        element = ELEMENTS[letter]
        if kind in ("m", "q"):
            yield from _matrices(element, square=kind == "q")
        else:
            yield from (scalar_or_vector(element, size) for size in _SIZES[kind])


def _matrices(element: Scalar, *, square: bool) -> Iterator[Type]:
    for columns in _SIDES:
        for rows in (columns,) if square else _SIDES:
            yield matrix(element, columns, rows)


def _pointers(type: Type | None) -> tuple[Type, ...]:
    assert isinstance(type, Scalar)
    store = atomic(type)
    return store.pointer("storage", "read_write"), store.pointer("workgroup", "read_write")


def type_of(word: str, variable: Type | None) -> Type:
    """Return the type that a word of a signature stands for."""
    found = _NAMED.get(word)
    if found is not None:
        return found
    assert variable is not None, word
    if word == "T":
        return variable
    if word in ("column", "row", "transposed"):
        assert isinstance(variable, Matrix)
        if word == "column":
            return variable.column
        if word == "row":
            return vector(variable.component, variable.columns)
        return matrix(variable.component, variable.rows, variable.columns)
    if word.endswith("_result"):
        return result_struct(word, variable)
    if word == "e":
        element = element_of(variable)
        assert element is not None
        return element
    return scalar_or_vector(_OTHER_ELEMENT[word], size_of(variable))


def _parameter(word: str, variable: Type | None) -> BuiltinParameter:
    direction, colon, bare = word.partition(":")
    if not colon:
        return BuiltinParameter(type_of(word, variable))
    return BuiltinParameter(type_of(bare, variable), "out" if direction == "out" else "inout")


def is_result_struct(type: Type | None) -> bool:
    """Whether a type is one of these, for which programs have no name: theirs never begin with two
    underscores (WGSL, "Identifiers").
    """
    return isinstance(type, Struct) and type.name.startswith("__")


def overloads(builtin: Builtin, form: Form) -> Iterator[Overload]:
    """Give the overloads that a form stands for."""
    result, _, rest = form.signature.partition(":")
    words = rest.split()
    name = form.name or builtin.name
    for variable in variables(form.over):
        first = _pointers(variable) if words and words[0] == "atomic" else ()
        others = tuple(_parameter(word, variable) for word in words[1 if first else 0 :])
        made = type_of(result, variable)
        if not first:
            yield _overload(name, builtin, made, others)
        for pointer in first:
            yield _overload(name, builtin, made, (BuiltinParameter(pointer), *others))


def _overload(
    name: str, builtin: Builtin, result: Type, parameters: tuple[BuiltinParameter, ...]
) -> Overload:
    types = tuple(parameter.type for parameter in parameters)
    return Overload(
        name,
        builtin,
        result,
        parameters,
        types,
        tuple(parameter.direction for parameter in parameters),
    )
