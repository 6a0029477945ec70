"""A Hypothesis strategy for whole well-formed shaders of each language; see `shading_trees`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from helpers.shading_trees import DEPTH, Statements
from hypothesis import strategies as st

from aberration.languages.shading.rules import Rules
from aberration.languages.shading.tree import (
    Access,
    Alias,
    ArrayOf,
    Attribute,
    ConstAssert,
    Declaration,
    Declare,
    Direction,
    Directive,
    Function,
    Interface,
    Literal,
    Member,
    Module,
    Param,
    Precision,
    PrecisionLevel,
    Requalify,
    Storage,
    StructDecl,
    StructSyntax,
    TypeName,
    Variable,
    VariableKind,
)


class WgslModules(Statements):
    """Draws declarations of WGSL."""

    def directive(self) -> Directive:
        known = (
            Directive("enable", ("f16",)),
            Directive("requires", ("a", "b")),
            Directive("diagnostic", ("off", "a.b")),
        )
        return self.pick(known)

    def declaration(self) -> Declaration:
        return self.pick((self.variable, self.function, self.struct, self.alias, self.asserted))()

    def variable(self) -> Declaration:
        kinds: tuple[VariableKind, ...] = ("var", "const", "override")
        kind = self.pick(kinds)
        if kind != "var":
            init = self.expression(2)
            return Declare(
                (Variable(kind, self.name(), self.type(2), init, attributes=self.attributes()),)
            )
        spaces: tuple[Storage, ...] = ("private", "workgroup", "uniform", "storage", "handle")
        modes: tuple[Access, ...] = ("read", "read_write")
        storage = self.pick(spaces)
        access = self.pick(modes) if storage == "storage" else ""
        value = self.expression(DEPTH) if self.chance() else None
        variable = Variable(
            "var", self.name(), self.type(2), value, storage, access, attributes=self.attributes()
        )
        return Declare((variable,))

    def member(self) -> Member:
        return Member(self.name(), self.type(2), attributes=self.attributes())

    def function(self) -> Declaration:
        params = self.many(lambda: Param(self.name(), self.type(2), attributes=self.attributes()))
        has_result = self.chance()
        return Function(
            self.name(),
            params,
            self.type(2) if has_result else None,
            self.block(DEPTH),
            attributes=self.attributes(),
            result_attributes=self.attributes() if has_result else (),
        )

    def struct(self) -> Declaration:
        return StructDecl(self.name(), self.many(self.member, least=1), self.attributes())

    def alias(self) -> Declaration:
        return Alias(self.name(), self.type(2))

    def asserted(self) -> Declaration:
        return ConstAssert(self.expression(2))


class GlslModules(Statements):
    """Draws declarations of GLSL and ESSL."""

    def directive(self) -> Directive:
        known = (
            Directive("extension", ("GL_EXT_some", "enable")),
            Directive("pragma", ("optimize(on)",)),
        )
        return self.pick(known)

    def declaration(self) -> Declaration:
        kinds: list[Callable[[], Declaration]] = [
            self.variable,
            self.function,
            self.struct,
        ]
        if not self.rules.reason("Precision"):
            kinds.append(self.precision)
        if not self.rules.reason("Requalify"):
            kinds.append(self.requalification)
        if not self.rules.reason("Interface"):
            kinds.append(self.interface)
        return self.pick(kinds)()

    def level(self) -> PrecisionLevel:
        return self.pick(("", "lowp", "mediump", "highp")) if "lowp" in self.rules.keywords else ""

    def layout(self) -> tuple[Attribute, ...]:
        if "layout" not in self.rules.keywords:
            return ()
        known = (
            Attribute("std140"),
            Attribute("binding", (Literal("int", 2),)),
            Attribute("group", (Literal("int", 1),)),
        )
        return self.many(lambda: self.pick(known))

    def storage(self) -> Storage:
        spaces: tuple[Storage, ...] = ("private", "uniform", "in", "out", "varying", "workgroup")
        known = [
            space for space in spaces if space != "varying" or "varying" in self.rules.keywords
        ]
        return self.pick(self.legal(known, lambda space: Variable("var", "a", storage=space)))

    def variable(self) -> Declaration:
        storage, words, level = self.storage(), self.words(), self.level()
        base = (
            StructSyntax(self.name(), self.many(self.member, 1))
            if self.chance()
            else TypeName(self.builtin_type())
        )
        attributes = self.layout() if storage != "private" else ()
        variables = tuple(
            Variable(
                "var",
                self.name(),
                ArrayOf(base, self.expression(1)) if self.chance() else base,
                self.expression(DEPTH) if self.chance() else None,
                storage,
                "",
                level,
                words,
                attributes,
            )
            for _ in range(self.random.randint(1, 2))
        )
        return Declare(variables)

    def member(self) -> Member:
        return Member(self.name(), self.type(2), "", self.level(), self.words(), self.layout())

    def function(self) -> Declaration:
        params = self.many(self.param)
        result = self.type(2) if self.chance() else None
        body = self.block(DEPTH) if self.chance() else None
        return Function(self.name(), params, result, body, self.level())

    def param(self) -> Param:
        directions: tuple[Direction, ...] = ("in", "out", "inout", "const_in")
        return Param(
            self.name() if self.chance() else "", self.type(2), self.pick(directions), self.level()
        )

    def struct(self) -> Declaration:
        return StructDecl(self.name(), self.many(self.member, least=1))

    def precision(self) -> Declaration:
        return Precision(
            self.pick(("lowp", "mediump", "highp")), TypeName(self.pick(("int", "float")))
        )

    def requalification(self) -> Declaration:
        layout = self.layout()
        if layout:
            return Requalify((), self.pick(("uniform", "in")), (), layout)
        return Requalify(self.many(self.name, 1), qualifiers=("invariant",))

    def interface(self) -> Declaration:
        spaces: tuple[Storage, ...] = ("uniform", "storage", "in", "out")
        storage = self.pick(self.legal(spaces, lambda space: Interface("B", (), space)))
        named = self.chance() and not self.rules.refusal(Interface("B", (), storage, "it"))
        array = (None, self.expression(1)) if named and self.chance() else ()
        members = self.many(self.member, least=1)
        return Interface(
            self.name(), members, storage, "it" if named else "", array, self.words(), self.layout()
        )


def made(seed: int, rules: Rules, declarations: int) -> Module:
    """Return the shader of a seed, with some declarations, the last of which is a function."""
    random = Random(seed)
    maker = GlslModules(random, rules) if rules.falls_through else WgslModules(random, rules)
    profiled = rules.language == "glsl" and rules.version >= 150
    profile = maker.pick(("", "core")) if profiled else ""
    directives = maker.many(maker.directive)
    decls = (*maker.many(maker.declaration, declarations, declarations), maker.function())
    return Module(rules.language, rules.version, directives, decls, profile)


def modules(rules: Rules) -> st.SearchStrategy[Module]:
    """Return the strategy of whole shaders of a language and version.

    Hypothesis draws a seed, not each choice: its budget of choices would leave most trees without a
    single statement.
    """
    return st.builds(made, st.integers(0, 2**64), st.just(rules), st.integers(0, 4))
