"""What stands at module scope, as WGSL writes it: structures, variables, functions, outputs."""

from __future__ import annotations

from ...tree import (
    Access,
    Attribute,
    Declaration,
    Declare,
    Expression,
    Field,
    Literal,
    Name,
    Variable,
)
from ...types import BOOL, UINT, Type, Vector, element_of, vector, with_element
from ..declarations import Output
from ..emitter import Emitter
from ..values import LETTERS, Key


def attribute(name: str, *values: int) -> Attribute:
    return Attribute(name, tuple(Literal("abstract_int", value) for value in values))


def resource_attributes(binding: int) -> tuple[Attribute, ...]:
    return attribute("group", 0), attribute("binding", binding)


def storage_decl(
    emitter: Emitter, name: str, key: Key | None, type: Type, binding: int, access: Access
) -> Declaration:
    places = resource_attributes(binding)
    syntax = emitter.stored_type(key, type)
    return Declare(
        (Variable("var", name, syntax, storage="storage", access=access, attributes=places),)
    )


# ---- the entry point


def colour(emitter: Emitter, output: Output) -> tuple[Type, Expression]:
    """Return an output as four components, those that it lacks as harnesses take them."""
    element = element_of(output.type)
    assert element is not None
    full = vector(element, 4)
    count = output.type.size if isinstance(output.type, Vector) else 1
    if count == 4:
        return full, Name(output.name)
    parts: list[Expression] = [Name(output.name)]
    if isinstance(output.type, Vector):
        parts = [Field(Name(output.name), letter) for letter in LETTERS[:count]]
    one = emitter.constant(1.0 if element.is_float else 1, element)
    rest = [emitter.zero(element)] * (3 - count) + [one]
    return full, emitter.constructor(full, [*parts, *rest])


def shareable(type: Type) -> Type:
    """Return a type as the host may share it in WGSL: truth values are numbers there."""
    return with_element(type, UINT) if element_of(type) is BOOL else type
