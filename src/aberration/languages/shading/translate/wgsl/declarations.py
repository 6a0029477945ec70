"""What stands at module scope, as WGSL writes it: structures, variables, functions, outputs."""

from __future__ import annotations

from collections.abc import Sequence

from ...tree import (
    Access,
    Attribute,
    Block,
    Declaration,
    Declare,
    Expression,
    Field,
    Function,
    Literal,
    Member,
    Name,
    Param,
    Return,
    Statement,
    StructDecl,
    TypeName,
    TypeSyntax,
    Variable,
)
from ...types import (
    BOOL,
    UINT,
    VOID,
    Scalar,
    Struct,
    Type,
    Vector,
    atomic,
    element_of,
    vector,
    with_element,
)
from ..declarations import Output, Parameter
from ..emitter import Emitter
from ..inputs import innermost
from ..values import LETTERS, Key


def attribute(name: str, *values: int) -> Attribute:
    return Attribute(name, tuple(Literal("abstract_int", value) for value in values))


def declared_type(emitter: Emitter, key: Key | None, type: Type) -> TypeSyntax:
    """Return how a declaration elsewhere writes its type."""
    if key in emitter.atomic:
        return emitter.type_syntax(
            innermost(type, lambda one: atomic(one) if isinstance(one, Scalar) else one)
        )
    return emitter.type_syntax(type)


def struct_decl(emitter: Emitter, type: Struct) -> Declaration:
    members = [
        Member(
            emitter.fields[type, member.name],
            declared_type(emitter, (type, member.name), member.type),
        )
        for member in type.members
    ]
    return StructDecl(
        emitter.structs[type], tuple(members) or (Member("nothing", TypeName("u32")),)
    )


def global_variable(
    emitter: Emitter,
    name: str,
    key: Key | None,
    type: Type,
    space: str,
    init: Expression | None = None,
) -> Declaration:
    syntax = declared_type(emitter, key, type)
    return Declare(
        (Variable("var", name, syntax, init, "workgroup" if space == "workgroup" else "private"),)
    )


def resource_attributes(binding: int) -> tuple[Attribute, ...]:
    return attribute("group", 0), attribute("binding", binding)


def storage_decl(
    emitter: Emitter, name: str, key: Key | None, type: Type, binding: int, access: Access
) -> Declaration:
    places = resource_attributes(binding)
    syntax = declared_type(emitter, key, type)
    return Declare(
        (Variable("var", name, syntax, storage="storage", access=access, attributes=places),)
    )


def function_decl(
    emitter: Emitter,
    name: str,
    params: Sequence[Parameter],
    result: Type,
    body: Sequence[Statement],
) -> Function:
    made = [
        Param(
            p.name,
            emitter.type_syntax(
                p.type.pointer("function", "read_write") if p.direction != "in" else p.type
            ),
        )
        for p in params
    ]
    ending = list(body)
    if result is not VOID and not (ending and isinstance(ending[-1], Return)):
        ending.append(Return(emitter.zero(result)))
    return Function(
        name,
        tuple(made),
        None if result is VOID else emitter.type_syntax(result),
        Block(tuple(ending)),
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
    parts = [picked_part(emitter, output, k) for k in range(count)]
    one = emitter.constant(1.0 if element.is_float else 1, element)
    rest = [emitter.zero(element)] * (3 - count) + [one]
    return full, emitter.made(full, [*parts, *rest])


def picked_part(emitter: Emitter, output: Output, k: int) -> Expression:
    return (
        Field(Name(output.name), LETTERS[k])
        if isinstance(output.type, Vector)
        else Name(output.name)
    )


def shareable(type: Type) -> Type:
    """Return a type as the host may share it in WGSL: truth values are numbers there."""
    return with_element(type, UINT) if element_of(type) is BOOL else type
