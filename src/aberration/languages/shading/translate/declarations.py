"""What stands at module scope, as each target writes it: structures, variables, blocks,
functions, entry points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ..checker.family.features import features
from ..checker.wgsl.conversion_rank import concrete
from ..layout import Standard, extent, leaves, offsets
from ..tree import (
    Access,
    Attribute,
    Block,
    Declaration,
    Declare,
    Direction,
    Expression,
    Field,
    Function,
    Interface,
    Literal,
    Member,
    Name,
    Param,
    Precision,
    Requalify,
    Return,
    Statement,
    Storage,
    StructDecl,
    TypeName,
    TypeSyntax,
    Variable,
)
from ..types import (
    BOOL,
    FLOAT,
    UINT,
    VOID,
    Array,
    Atomic,
    Scalar,
    Struct,
    Type,
    Vector,
    atomic,
    element_of,
    vector,
    with_element,
)
from ..types import Member as LaidMember
from .flow import FamilyWriter, WgslEmitter
from .inputs import innermost
from .reader import Key
from .values import LETTERS

_ROW: Final = 16
_UVEC3: Final = vector(UINT, 3)
BUILTIN_VALUES: Final[dict[str, tuple[str, Type]]] = {
    "gl_FragCoord": ("position", vector(FLOAT, 4)),
    "gl_GlobalInvocationID": ("global_invocation_id", _UVEC3),
    "gl_LocalInvocationID": ("local_invocation_id", _UVEC3),
    "gl_WorkGroupID": ("workgroup_id", _UVEC3),
    "gl_NumWorkGroups": ("num_workgroups", _UVEC3),
    "gl_LocalInvocationIndex": ("local_invocation_index", UINT),
}
"""GLSL's variables of a stage as WGSL's values. Also y goes the same way: the first row of an image
is where y is least.
"""
_DIRECTIONS: Final[Mapping[str, Direction]] = {
    "in": "in",
    "const_in": "const_in",
    "out": "out",
    "inout": "inout",
}
BINDING_SINCE: Final = (420, 310)


class Parameter(NamedTuple):
    name: str
    type: Type
    direction: str = "in"


class Output(NamedTuple):
    location: int
    name: str
    type: Type


def attribute(name: str, *values: int) -> Attribute:
    return Attribute(name, tuple(Literal("abstract_int", value) for value in values))


class WgslDeclarations(WgslEmitter):
    """WGSL's module scope. `atomic` are the reader's; `padded` are the arrays in uniforms whose
    elements are wrapped, `aligned` the members that uniforms have in rows, `held` the names of
    structures as uniforms have them.
    """

    def prepare(self, atomic_keys: set[Key]) -> None:
        self.atomic = atomic_keys
        self.padded: set[Key] = set()
        self.aligned: set[tuple[Struct, str]] = set()
        self.held: dict[Struct, str] = {}
        self.wrappers: dict[Type, Struct] = {}

    # ---- layouts

    def place_uniform(self, key: Key | None, type: Type) -> None:
        """Note what the uniform address space asks of a type: rows of 16 bytes for structures
        and elements.
        """
        element = type
        while isinstance(element, Array):
            element = element.element
        if isinstance(element, Struct):
            self._place_members(element)
        elif (
            isinstance(type, Array)
            and key is not None
            and extent(element.array(1), "wgsl").stride % _ROW
        ):
            self.padded.add(key)

    def _place_members(self, type: Struct) -> None:
        """A structure in a uniform is another one than where values are: its members lie in
        rows.
        """
        if type in self.held:
            return
        for k, member in enumerate(type.members):
            after = k > 0 and isinstance(type.members[k - 1].type, Struct)
            if k == 0 or after or isinstance(member.type, Array | Struct):
                self.aligned.add((type, member.name))
            self.place_uniform((type, member.name), member.type)
        self.held[type] = self.names.of_module(f"{type.name or 'Block'}_in_rows")

    def in_uniform(self, key: Key | None, type: Type) -> Type:
        """Return a type as it lies in the uniform address space."""
        if key in self.padded:
            return innermost(type, self._wrapped)
        return innermost(type, self._held_struct)

    def _held_struct(self, type: Type) -> Type:
        if not isinstance(type, Struct):
            return shareable(type)
        members = [
            LaidMember(
                member.name,
                self.in_uniform((type, member.name), member.type),
                align=_ROW if (type, member.name) in self.aligned else None,
            )
            for member in type.members
        ]
        return Struct(self.held[type], tuple(members))

    def _wrapped(self, type: Type) -> Struct:
        found = self.wrappers.get(type)
        if found is None:
            found = self.wrappers[type] = Struct(
                "", (LaidMember("value", shareable(type), align=_ROW),)
            )
            self.structs[found] = self.names.of_module(f"Padded_{self.mark(type)}")
            self.fields[found, "value"] = "value"
        return found

    def uniform_syntax(self, key: Key | None, type: Type) -> TypeSyntax:
        """Return how a declaration in a uniform writes its type."""
        if isinstance(type, Array):
            size = Literal("abstract_int", type.size or 0)
            return TypeName("array", (self.uniform_syntax(key, type.element), size))
        if isinstance(type, Struct):
            return TypeName(self.held[type])
        return self.type_syntax(self._wrapped(type) if key in self.padded else shareable(type))

    def declared_type(self, key: Key | None, type: Type) -> TypeSyntax:
        """Return how a declaration elsewhere writes its type."""
        if key in self.atomic:
            return self.type_syntax(
                innermost(type, lambda one: atomic(one) if isinstance(one, Scalar) else one)
            )
        return self.type_syntax(type)

    # ---- declarations

    def struct_decl(self, type: Struct) -> Declaration:
        members = [
            Member(
                self.fields[type, member.name], self.declared_type((type, member.name), member.type)
            )
            for member in type.members
        ]
        return StructDecl(
            self.structs[type], tuple(members) or (Member("nothing", TypeName("u32")),)
        )

    def held_decls(self) -> list[Declaration]:
        """Return the structures of uniforms."""
        return [self._held_decl(type) for type in self.held]

    def _held_decl(self, type: Struct) -> Declaration:
        members = []
        for member in type.members:
            row = (attribute("align", _ROW),) if (type, member.name) in self.aligned else ()
            syntax = self.uniform_syntax((type, member.name), member.type)
            members.append(Member(self.fields[type, member.name], syntax, attributes=row))
        return StructDecl(self.held[type], tuple(members))

    def wrapper_decls(self) -> list[Declaration]:
        row = (attribute("align", _ROW),)
        return [
            StructDecl(
                self.structs[made],
                (Member("value", self.type_syntax(shareable(type)), attributes=row),),
            )
            for type, made in self.wrappers.items()
        ]

    def global_variable(
        self, name: str, key: Key | None, type: Type, space: str, init: Expression | None = None
    ) -> Declaration:
        syntax = self.declared_type(key, type)
        return Declare(
            (
                Variable(
                    "var", name, syntax, init, "workgroup" if space == "workgroup" else "private"
                ),
            )
        )

    def resource_decl(
        self, name: str, key: Key | None, type: Type, binding: int, access: str
    ) -> Declaration:
        """`access` is empty for a uniform."""
        places = (attribute("group", 0), attribute("binding", binding))
        if not access:
            syntax = self.uniform_syntax(key, type)
            return Declare((Variable("var", name, syntax, storage="uniform", attributes=places),))
        syntax = self.declared_type(key, type)
        kind: Access = "read" if access == "read" else "read_write"
        return Declare(
            (Variable("var", name, syntax, storage="storage", access=kind, attributes=places),)
        )

    def function_decl(
        self, name: str, params: Sequence[Parameter], result: Type, body: Sequence[Statement]
    ) -> Function:
        made = [
            Param(
                p.name,
                self.type_syntax(
                    p.type.pointer("function", "read_write") if p.direction != "in" else p.type
                ),
            )
            for p in params
        ]
        ending = list(body)
        if result is not VOID and not (ending and isinstance(ending[-1], Return)):
            ending.append(Return(self.zero(result)))
        return Function(
            name,
            tuple(made),
            None if result is VOID else self.type_syntax(result),
            Block(tuple(ending)),
        )

    # ---- the entry point

    def colour(self, output: Output) -> tuple[Type, Expression]:
        """Return an output as four components, those that it lacks as harnesses take them."""
        element = element_of(output.type)
        assert element is not None
        full = vector(element, 4)
        count = output.type.size if isinstance(output.type, Vector) else 1
        if count == 4:
            return full, Name(output.name)
        parts = [self.picked_part(output, k) for k in range(count)]
        one = self.constant(1.0 if element.is_float else 1, element)
        rest = [self.zero(element)] * (3 - count) + [one]
        return full, self.made(full, [*parts, *rest])

    def picked_part(self, output: Output, k: int) -> Expression:
        return (
            Field(Name(output.name), LETTERS[k])
            if isinstance(output.type, Vector)
            else Name(output.name)
        )


def shareable(type: Type) -> Type:
    """Return a type as the host may share it in WGSL: truth values are numbers there."""
    return with_element(type, UINT) if element_of(type) is BOOL else type


class FamilyDeclarations(FamilyWriter):
    """The module scope of GLSL and ESSL."""

    @property
    def states_bindings(self) -> bool:
        return features(self.rules.language, self.rules.version, self.stage).has(BINDING_SINCE)

    def struct_decl(self, type: Struct) -> Declaration:
        members = [
            Member(
                self.fields[type, member.name],
                self.type_syntax(plain_atomics(concrete(member.type))),
            )
            for member in type.members
        ]
        return StructDecl(
            self.structs[type], tuple(members) or (Member("nothing", TypeName("int")),)
        )

    def global_variable(
        self, name: str, key: Key | None, type: Type, space: str, init: Expression | None = None
    ) -> Declaration:
        storage: Storage = "workgroup" if space == "workgroup" else "private"
        return Declare(
            (Variable("var", name, self.type_syntax(plain_atomics(type)), init, storage),)
        )

    def output_decl(self, output: Output) -> Declaration:
        place = (Attribute("location", (Literal("int", output.location),)),)
        return Declare(
            (
                Variable(
                    "var",
                    output.name,
                    self.type_syntax(output.type),
                    storage="out",
                    attributes=place,
                ),
            )
        )

    def block_decl(
        self,
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
        if self.states_bindings:
            words.append(Attribute("binding", (Literal("int", binding),)))
        made = [Member(one, self.type_syntax(plain_atomics(type))) for one, type in members]
        kind: Storage = "storage" if buffer else "uniform"
        return Interface(name, tuple(made), kind, instance, (), qualifiers, tuple(words))

    def function_decl(
        self, name: str, params: Sequence[Parameter], result: Type, body: Sequence[Statement]
    ) -> Function:
        made = [Param(p.name, self.type_syntax(p.type), _DIRECTIONS[p.direction]) for p in params]
        return Function(
            name,
            tuple(made),
            None if result is VOID else self.type_syntax(result),
            Block(tuple(body)),
        )

    def head(self, local_size: tuple[int, int, int]) -> list[Declaration]:
        """Return what stands first: precisions where numbers have them, the size of a workgroup."""
        found: list[Declaration] = []
        if features(self.rules.language, self.rules.version, self.stage).precisions is not None:
            found += [Precision("highp", TypeName("float")), Precision("highp", TypeName("int"))]
        if self.stage == "compute":
            words = zip(("local_size_x", "local_size_y", "local_size_z"), local_size, strict=True)
            sizes = tuple(Attribute(word, (Literal("int", size),)) for word, size in words)
            found.append(Requalify((), "in", (), sizes))
        return found


def plain_atomics(type: Type) -> Type:
    """Return a type with plain integers for atomics; structures are as their declarations say."""
    return innermost(type, lambda one: one.component if isinstance(one, Atomic) else one)


def same_bytes(one: Type, standard: Standard, other: Type, wanted: Standard) -> bool:
    """Whether two layouts put each scalar in the same place, those of an array without a length
    included.
    """
    return _rows(one, standard) == _rows(other, wanted)


def _rows(type: Type, standard: Standard) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = [(at, leaf.kind) for _, at, leaf in leaves(type, standard)]
    last = type.members[-1].type if isinstance(type, Struct) and type.members else type
    if isinstance(last, Array) and last.size is None:
        start = offsets(type, standard)[-1] if isinstance(type, Struct) else 0
        found.append((start + extent(last, standard).stride, "next"))
    return found
