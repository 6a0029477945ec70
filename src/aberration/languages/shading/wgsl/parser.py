"""The module level of WGSL."""

from __future__ import annotations

from aberration.languages.shading.lexer import END, IDENTIFIER
from aberration.languages.shading.tree import (
    Alias,
    Attribute,
    Declaration,
    Directive,
    DirectiveKind,
    Function,
    Member,
    Param,
    StructDecl,
    TypeSyntax,
)
from aberration.languages.shading.wgsl.declarations import KINDS
from aberration.languages.shading.wgsl.statements import WgslStatements
from aberration.languages.shading.wgsl.words import SEVERITIES


class WgslParser(WgslStatements):
    """Reads whole shaders."""

    def directives(self) -> tuple[Directive, ...]:
        """Read the directives at the beginning of the text."""
        found: list[Directive] = []
        while self.kinds[self.at] in ("enable", "requires", "diagnostic"):
            found.append(self._directive())
            while self.accept(";"):
                pass
        return tuple(found)

    def _directive(self) -> Directive:
        first = self.at
        self.at += 1
        kind: DirectiveKind = "diagnostic"
        if self.kinds[first] != "diagnostic":
            kind = "enable" if self.kinds[first] == "enable" else "requires"
            names = [self.identifier("the name of an extension")]
            while self.accept(",") and self.kinds[self.at] != ";":
                names.append(self.identifier("the name of an extension"))
            args = tuple(names)
        else:
            args = self._diagnostic()
        self.expect(";")
        return Directive(kind, args, span=self.span(first))

    def _diagnostic(self) -> tuple[str, ...]:
        self.expect("(")
        if self.texts[self.at] not in SEVERITIES:
            raise self.failure("error, warning, info or off")
        severity = self.identifier("a severity")
        self.expect(",")
        rule = self.identifier("the name of a diagnostic rule")
        if self.accept("."):
            rule += f".{self.identifier('the name of a diagnostic rule')}"
        self.accept(",")
        self.expect(")")
        return severity, rule

    def module(self) -> tuple[Declaration, ...]:
        """Read all declarations up to the end of the text."""
        found: list[Declaration] = []
        while self.kinds[self.at] != END:
            if not self.accept(";"):
                found.append(self._declaration())
        return tuple(found)

    def _declaration(self) -> Declaration:
        first = self.at
        attributes = self.attributes()
        kind = self.kinds[self.at]
        if kind == "fn":
            return self._function(attributes, first)
        if kind in KINDS and kind != "let":
            return self.variable(attributes, first, "handle", semicolon=True)
        if kind == "struct":
            return self._struct(attributes, first)
        if attributes:
            raise self.failure("fn, var, override or struct after attributes")
        if kind == "alias":
            return self._alias()
        if kind == "const_assert":
            return self.const_assert()
        raise self.failure("a declaration: fn, var, const, override, struct, alias or const_assert")

    def _alias(self) -> Alias:
        first = self.at
        self.at += 1
        name = self.identifier("the name of an alias")
        self.expect("=")
        type_ = self.type_syntax()
        self.expect(";")
        return Alias(name, type_, span=self.span(first))

    def _struct(self, attributes: tuple[Attribute, ...], first: int) -> StructDecl:
        self.at += 1
        name = self.identifier("the name of a struct")
        self.expect("{")
        members: list[Member] = []
        while not members or self.kinds[self.at] != "}":
            members.append(self._member())
            if not self.accept(","):
                break
        self.expect("}")
        return StructDecl(name, tuple(members), attributes, span=self.span(first))

    def _member(self) -> Member:
        first = self.at
        attributes = self.attributes()
        name = self.identifier("the name of a member")
        self.expect(":")
        type_ = self.type_syntax()
        return Member(name, type_, attributes=attributes, span=self.span(first))

    def _function(self, attributes: tuple[Attribute, ...], first: int) -> Function:
        self.at += 1
        name = self.identifier("the name of a function")
        params = self._params()
        result_attributes: tuple[Attribute, ...] = ()
        result: TypeSyntax | None = None
        if self.accept("->"):
            result_attributes = self.attributes()
            result = self.type_syntax()
        body = self.block()
        return Function(
            name,
            params,
            result,
            body,
            attributes=attributes,
            result_attributes=result_attributes,
            span=self.span(first),
        )

    def _params(self) -> tuple[Param, ...]:
        self.expect("(")
        found: list[Param] = []
        while self.kinds[self.at] in (IDENTIFIER, "@"):
            first = self.at
            attributes = self.attributes()
            name = self.identifier("the name of a parameter")
            self.expect(":")
            type_ = self.type_syntax()
            found.append(Param(name, type_, attributes=attributes, span=self.span(first)))
            if not self.accept(","):
                break
        self.expect(")")
        return tuple(found)
