"""How values lie in WGSL's uniform address space: structures and elements in rows of 16 bytes."""

from __future__ import annotations

from typing import Final

from ...layout import extent
from ...tree import (
    Declaration,
    Declare,
    Literal,
    Member,
    StructDecl,
    TypeName,
    TypeSyntax,
    Variable,
)
from ...types import Array, Struct, Type
from ...types import TypeMember as LaidMember
from ..emitter import Emitter
from ..inputs import innermost
from ..values import Key
from .declarations import attribute, resource_attributes, shareable

_ROW: Final = 16
"""WGSL's uniform address space aligns arrays and structures to this many bytes."""


class Rows:
    """The types of one module's uniforms. `aligned` are the members that uniforms have in rows,
    `held` the names of structures as uniforms have them, `wrappers` the structures around elements.
    """

    def __init__(self, emitter: Emitter) -> None:
        self.emitter: Final = emitter
        self.aligned: Final[set[tuple[Struct, str]]] = set()
        self.held: Final[dict[Struct, str]] = {}
        self.wrappers: Final[dict[Type, Struct]] = {}

    def place(self, key: Key | None, type: Type) -> None:
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
            self.emitter.padded.add(key)

    def _place_members(self, type: Struct) -> None:
        """A structure in a uniform is another one than where values are: its members lie in
        rows.
        """
        if type in self.held:
            return
        for k, member in enumerate(type.members):
            after = k > 0 and isinstance(type.members[k - 1].type, Struct)
            # The first member aligns the structure; what follows a structure has to begin in a new
            # row.
            if k == 0 or after or isinstance(member.type, Array | Struct):
                self.aligned.add((type, member.name))
            self.place((type, member.name), member.type)
        self.held[type] = self.emitter.names.of_module(f"{type.name or 'Block'}_in_rows")

    def layout_type(self, key: Key | None, type: Type) -> Type:
        """Return a type as it lies in the uniform address space."""
        if key in self.emitter.padded:
            return innermost(type, self._wrapper)
        return innermost(type, self._held_struct)

    def _held_struct(self, type: Type) -> Type:
        if not isinstance(type, Struct):
            return shareable(type)
        members = [
            LaidMember(
                member.name,
                self.layout_type((type, member.name), member.type),
                align=_ROW if (type, member.name) in self.aligned else None,
            )
            for member in type.members
        ]
        return Struct(self.held[type], tuple(members))

    def _wrapper(self, type: Type) -> Struct:
        found = self.wrappers.get(type)
        if found is None:
            found = self.wrappers[type] = Struct(
                "", (LaidMember("value", shareable(type), align=_ROW),)
            )
            self.emitter.structs[found] = self.emitter.names.of_module(
                f"Padded_{self.emitter.mark(type)}"
            )
            self.emitter.fields[found, "value"] = "value"
        return found

    def syntax(self, key: Key | None, type: Type) -> TypeSyntax:
        """Return how a declaration in a uniform writes its type."""
        if isinstance(type, Array):
            size = Literal("abstract_int", type.size or 0)
            return TypeName("array", (self.syntax(key, type.element), size))
        if isinstance(type, Struct):
            return TypeName(self.held[type])
        return self.emitter.type_syntax(
            self._wrapper(type) if key in self.emitter.padded else shareable(type)
        )

    def held_decls(self) -> list[Declaration]:
        """Return the structures of uniforms."""
        decls: list[Declaration] = []
        for type, name in self.held.items():
            members = []
            for member in type.members:
                key = type, member.name
                row = (attribute("align", _ROW),) if key in self.aligned else ()
                syntax = self.syntax(key, member.type)
                members.append(Member(self.emitter.fields[key], syntax, attributes=row))
            decls.append(StructDecl(name, tuple(members)))
        return decls

    def wrapper_decls(self) -> list[Declaration]:
        row = (attribute("align", _ROW),)
        return [
            StructDecl(
                self.emitter.structs[made],
                (Member("value", self.emitter.type_syntax(shareable(type)), attributes=row),),
            )
            for type, made in self.wrappers.items()
        ]

    def uniform_decl(self, name: str, key: Key | None, type: Type, binding: int) -> Declaration:
        places = resource_attributes(binding)
        syntax = self.syntax(key, type)
        return Declare((Variable("var", name, syntax, storage="uniform", attributes=places),))
