"""What stands at module scope, as GLSL and ESSL write it: structures, variables, blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...checker.family.features import features
from ...checker.wgsl.conversion_rank import concrete
from ...tree import (
    Attribute,
    Block,
    Declaration,
    Declare,
    Direction,
    Expression,
    Function,
    Interface,
    Literal,
    Member,
    Param,
    Precision,
    Requalify,
    Statement,
    Storage,
    StructDecl,
    TypeName,
    Variable,
)
from ...types import (
    VOID,
    Atomic,
    Struct,
    Type,
)
from ..declarations import Output, Parameter
from ..emitter import Emitter
from ..inputs import innermost
from ..values import Key

_DIRECTIONS: Final[Mapping[str, Direction]] = {
    "in": "in",
    "const_in": "const_in",
    "out": "out",
    "inout": "inout",
}
BINDING_SINCE: Final = (420, 310)


def states_bindings(emitter: Emitter) -> bool:
    return features(emitter.rules.language, emitter.rules.version, emitter.stage).has(BINDING_SINCE)


def struct_decl(emitter: Emitter, type: Struct) -> Declaration:
    members = [
        Member(
            emitter.fields[type, member.name],
            emitter.type_syntax(plain_atomics(concrete(member.type))),
        )
        for member in type.members
    ]
    return StructDecl(
        emitter.structs[type], tuple(members) or (Member("nothing", TypeName("int")),)
    )


def global_variable(
    emitter: Emitter,
    name: str,
    key: Key | None,
    type: Type,
    space: str,
    init: Expression | None = None,
) -> Declaration:
    storage: Storage = "workgroup" if space == "workgroup" else "private"
    return Declare(
        (Variable("var", name, emitter.type_syntax(plain_atomics(type)), init, storage),)
    )


def output_decl(emitter: Emitter, output: Output) -> Declaration:
    place = (Attribute("location", (Literal("int", output.location),)),)
    return Declare(
        (
            Variable(
                "var",
                output.name,
                emitter.type_syntax(output.type),
                storage="out",
                attributes=place,
            ),
        )
    )


def block_decl(
    emitter: Emitter,
    name: str,
    members: Sequence[tuple[str, Type]],
    binding: int,
    standard: str,
    *,
    buffer: bool,
    instance: str = "",
    qualifiers: tuple[str, ...] = (),
) -> Declaration:
    words = [Attribute(standard)]
    if states_bindings(emitter):
        words.append(Attribute("binding", (Literal("int", binding),)))
    made = [Member(one, emitter.type_syntax(plain_atomics(type))) for one, type in members]
    kind: Storage = "storage" if buffer else "uniform"
    return Interface(name, tuple(made), kind, instance, (), qualifiers, tuple(words))


def function_decl(
    emitter: Emitter,
    name: str,
    params: Sequence[Parameter],
    result: Type,
    body: Sequence[Statement],
) -> Function:
    made = [Param(p.name, emitter.type_syntax(p.type), _DIRECTIONS[p.direction]) for p in params]
    return Function(
        name,
        tuple(made),
        None if result is VOID else emitter.type_syntax(result),
        Block(tuple(body)),
    )


def head(emitter: Emitter, local_size: tuple[int, int, int]) -> list[Declaration]:
    """Return what stands first: precisions where numbers have them, the size of a workgroup."""
    found: list[Declaration] = []
    if (
        features(emitter.rules.language, emitter.rules.version, emitter.stage).precisions
        is not None
    ):
        found += [Precision("highp", TypeName("float")), Precision("highp", TypeName("int"))]
    if emitter.stage == "compute":
        words = zip(("local_size_x", "local_size_y", "local_size_z"), local_size, strict=True)
        sizes = tuple(Attribute(word, (Literal("int", size),)) for word, size in words)
        found.append(Requalify((), "in", (), sizes))
    return found


def plain_atomics(type: Type) -> Type:
    """Return a type with plain integers for atomics; structures are as their declarations say."""
    return innermost(type, lambda one: one.component if isinstance(one, Atomic) else one)
