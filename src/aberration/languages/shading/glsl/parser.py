"""The module level of GLSL and ESSL: functions, interface blocks, global declarations."""

from __future__ import annotations

from aberration.languages.shading.glsl.qualifiers import Qualifiers
from aberration.languages.shading.glsl.statements import GlslStatements
from aberration.languages.shading.lexer import END, IDENTIFIER
from aberration.languages.shading.tree import (
    Declaration,
    Direction,
    Expression,
    Function,
    Interface,
    Param,
    StructSyntax,
    TypeName,
    TypeSyntax,
)


class GlslParser(GlslStatements):
    """Reads whole shaders, after the preprocessor."""

    def module(self) -> tuple[Declaration, ...]:
        """Read all declarations up to the end of the text."""
        found: list[Declaration] = []
        while self.kinds[self.at] != END:
            if not self.accept(";"):
                found.append(self._declaration())
        return tuple(found)

    def _declaration(self) -> Declaration:
        if self.kinds[self.at] == "precision":
            return self.precision_statement()
        first = self.at
        qualifiers = self.qualifiers()
        if self.kinds[self.at] == IDENTIFIER and self.ahead(1) == "{":
            return self._interface(qualifiers, first)
        if self.at > first and self.is_requalified():
            return self.requalification(qualifiers, first)
        type_ = self.type_syntax()
        if self.kinds[self.at] == ";" and isinstance(type_, StructSyntax):
            self.at += 1
            return self.struct_declaration(type_, qualifiers, first)
        if self.kinds[self.at] == IDENTIFIER and self.ahead(1) == "(":
            return self._function(qualifiers, type_, first)
        return self.declarators(qualifiers, type_, first, "private", semicolon=True)

    def _interface(self, qualifiers: Qualifiers, first: int) -> Interface:
        if not qualifiers.storage:
            raise self.failure("uniform, buffer, in or out before the name of a block")
        name = self.identifier("the name of a block")
        members = self.members()
        instance = ""
        array: tuple[Expression | None, ...] = ()
        if self.kinds[self.at] == IDENTIFIER:
            instance = self.identifier("the name of the instance")
            array = tuple(self.sizes())
        self.expect(";")
        return Interface(
            name,
            members,
            qualifiers.storage,
            instance,
            array,
            qualifiers.words(),
            tuple(qualifiers.attributes),
            span=self.span(first),
        )

    def _function(self, qualifiers: Qualifiers, result: TypeSyntax, first: int) -> Function:
        if qualifiers.storage or qualifiers.constant or qualifiers.inout or qualifiers.attributes:
            raise self.failure("the name of a variable", "A function has no storage and no layout.")
        name = self.identifier("the name of a function")
        params = self._params()
        body = None if self.accept(";") else self.block()
        is_void = isinstance(result, TypeName) and result.name == "void"
        return Function(
            name,
            params,
            None if is_void else result,
            body,
            qualifiers.precision,
            qualifiers.words(),
            span=self.span(first),
        )

    def _params(self) -> tuple[Param, ...]:
        self.expect("(")
        found: list[Param] = []
        if self.texts[self.at] == "void" and self.ahead(1) == ")":
            self.at += 1
        while self.kinds[self.at] != ")":
            if found:
                self.expect(",")
            found.append(self._param())
        self.at += 1
        return tuple(found)

    def _param(self) -> Param:
        first = self.at
        qualifiers = self.qualifiers()
        direction = self._direction(qualifiers)
        base = self.type_syntax()
        name = (
            self.identifier("the name of a parameter") if self.kinds[self.at] == IDENTIFIER else ""
        )
        type_ = self.dimensions(base, first)
        return Param(
            name, type_, direction, qualifiers.precision, qualifiers.words(), span=self.span(first)
        )

    def _direction(self, qualifiers: Qualifiers) -> Direction:
        outward = qualifiers.inout or qualifiers.storage == "out"
        if (
            qualifiers.storage not in ("", "in", "out")
            or qualifiers.attributes
            or (outward and qualifiers.constant)
        ):
            raise self.failure("in, out, inout or const in before a parameter")
        if qualifiers.inout:
            return "inout"
        if qualifiers.storage == "out":
            return "out"
        return "const_in" if qualifiers.constant else "in"
