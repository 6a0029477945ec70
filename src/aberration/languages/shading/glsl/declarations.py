"""Declarations of GLSL and ESSL that may be local: types, variables, structs, `precision`,
`invariant x;`.
"""

from __future__ import annotations

from aberration.languages.shading.glsl.qualifiers import GlslQualifiers, Qualifiers
from aberration.languages.shading.lexer import IDENTIFIER, TYPE
from aberration.languages.shading.tree import (
    Declaration,
    Declare,
    Member,
    Precision,
    PrecisionLevel,
    Requalify,
    Storage,
    StructDecl,
    StructSyntax,
    TypeName,
    TypeSyntax,
    Variable,
    VariableKind,
)


class GlslDeclarations(GlslQualifiers):
    """Reads declarations of variables and what is declared like them."""

    def type_syntax(self) -> TypeSyntax:
        """Read a type: a name or a struct, with array dimensions."""
        first = self.at
        if self.kinds[self.at] == "struct":
            self.at += 1
            name = self.identifier("the name of the struct") if self.kinds[self.at] != "{" else ""
            members = self.members()
            return self.dimensions(StructSyntax(name, members, span=self.span(first)), first)
        if self.kinds[self.at] not in (IDENTIFIER, TYPE):
            raise self.failure("a type")
        self.at += 1
        named = TypeName(self.texts[first], span=self.span(first))
        return self.dimensions(named, first) if self.kinds[self.at] == "[" else named

    def members(self) -> tuple[Member, ...]:
        """Read the members of a struct or block with their braces; there is at least one."""
        self.expect("{")
        self.enter()
        found: list[Member] = []
        while not found or self.kinds[self.at] != "}":
            self._member_line(found)
        self.at += 1
        self.level -= 1
        return tuple(found)

    def _member_line(self, found: list[Member]) -> None:
        first = self.at
        qualifiers = self.qualifiers()
        if qualifiers.constant or qualifiers.inout:
            raise self.failure("a qualifier of members")
        base = self.type_syntax()
        while True:
            start = first if self.kinds[self.at - 1] != "," else self.at
            name = self.identifier("the name of a member")
            type_ = self.dimensions(base, first)
            found.append(
                Member(
                    name,
                    type_,
                    qualifiers.storage,
                    qualifiers.precision,
                    qualifiers.words(),
                    tuple(qualifiers.attributes),
                    span=self.span(start),
                )
            )
            if not self.accept(","):
                break
        self.expect(";")

    def precision_statement(self) -> Precision:
        """Read `precision highp float;`."""
        first = self.at
        self.expect("precision")
        word = self.kinds[self.at]
        level: PrecisionLevel
        if word == "lowp":
            level = "lowp"
        elif word == "mediump":
            level = "mediump"
        elif word == "highp":
            level = "highp"
        else:
            raise self.failure("lowp, mediump or highp")
        self.at += 1
        type_ = self.type_syntax()
        self.expect(";")
        return Precision(level, type_, span=self.span(first))

    def requalification(self, qualifiers: Qualifiers, first: int) -> Requalify:
        """Read the names, if any, that qualifiers without a type are for, and the semicolon."""
        if qualifiers.constant or qualifiers.inout or qualifiers.precision:
            raise self.failure("a type after these qualifiers")
        names: list[str] = []
        while self.kinds[self.at] == IDENTIFIER:
            names.append(self.identifier("a name"))
            if not self.accept(","):
                break
        if bool(names) == bool(qualifiers.storage or qualifiers.attributes):
            raise self.failure(
                "a type, or a name after `invariant` or `precise`, or a layout for `in` "
                "or `uniform`"
            )
        self.expect(";")
        return Requalify(
            tuple(names),
            qualifiers.storage,
            qualifiers.words(),
            tuple(qualifiers.attributes),
            span=self.span(first),
        )

    def is_requalified(self) -> bool:
        """Return whether names without a type come next, after qualifiers."""
        return self.kinds[self.at] == ";" or (
            self.kinds[self.at] == IDENTIFIER and self.ahead(1) in (",", ";")
        )

    def local_declaration(self) -> Declaration:
        """Read a declaration of variables or a struct, or a requalification, with its semicolon."""
        first = self.at
        qualifiers = self.qualifiers()
        if self.at > first and self.is_requalified():
            return self.requalification(qualifiers, first)
        base = self.type_syntax()
        if self.kinds[self.at] == ";" and isinstance(base, StructSyntax):
            self.at += 1
            return self.struct_declaration(base, qualifiers, first)
        return self.declarators(qualifiers, base, first, "function", semicolon=True)

    def struct_declaration(
        self, struct: StructSyntax, qualifiers: Qualifiers, first: int
    ) -> StructDecl:
        """Return a struct by itself, which has a name and no qualifiers."""
        if not struct.name or qualifiers.storage or qualifiers.constant or qualifiers.precision:
            self.at -= 1
            raise self.failure("the name of a variable of this struct")
        return StructDecl(struct.name, struct.members, span=self.span(first))

    def declarators(
        self,
        qualifiers: Qualifiers,
        base: TypeSyntax,
        first: int,
        scope: Storage,
        *,
        semicolon: bool,
    ) -> Declare:
        """Read the names that are declared of a type, and the semicolon where there is to be
        one.
        """
        if qualifiers.inout:
            raise self.error(
                "expected a qualifier of variables, came 'inout', which is for parameters"
            )
        variables = [self._declarator(qualifiers, base, first, first, scope)]
        while self.accept(","):
            variables.append(self._declarator(qualifiers, base, first, self.at, scope))
        return Declare(tuple(variables), span=self.end_span(first, semicolon))

    def _declarator(
        self, qualifiers: Qualifiers, base: TypeSyntax, first: int, start: int, scope: Storage
    ) -> Variable:
        name = self.identifier("the name of a variable")
        type_ = self.dimensions(base, first) if self.kinds[self.at] == "[" else base
        init = self.initialiser() if self.accept("=") else None
        kind: VariableKind = "const" if qualifiers.constant else "var"
        storage = qualifiers.storage or ("" if qualifiers.constant else scope)
        return Variable(
            kind,
            name,
            type_,
            init,
            storage,
            "",
            qualifiers.precision,
            qualifiers.words(),
            tuple(qualifiers.attributes),
            span=self.span(start),
        )
