"""The text of WGSL trees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from aberration.languages.shading.printer.printer import NOTHING, NOTHING_KEPT, Printer
from aberration.languages.shading.rules import UNARY, Rules
from aberration.languages.shading.tree import (
    AddressOf,
    Alias,
    Attribute,
    Binary,
    Block,
    Clause,
    ConstAssert,
    Declare,
    Deref,
    Directive,
    Expression,
    For,
    Function,
    Literal,
    Loop,
    Member,
    Module,
    Node,
    Param,
    StructDecl,
    Switch,
    TypeName,
    TypeSyntax,
    Unary,
    Variable,
    While,
)

_RELATIONAL: Final = "relational"
_SHIFT: Final = frozenset(("shift",))
_COMPARES: Final = frozenset((_RELATIONAL, "or", "and"))
"""Groups that may hold a `<` and, behind a comma, a `>`, which together would read as a
template list.
"""
_SUFFIXES: Final = {"int": "i", "uint": "u", "float": "f", "half": "h"}


class WgslPrinter(Printer):
    """Prints whole shaders."""

    def __init__(self, rules: Rules, kept: Mapping[int, str] = NOTHING_KEPT) -> None:
        super().__init__(rules, kept)
        self.table |= {
            AddressOf: self._address_of,
            Deref: self._deref,
            Switch: self._switch,
            Clause: self._clause,
            For: self._for,
            While: self._while,
            Loop: self._loop,
            Declare: self._declare,
            ConstAssert: self._const_assert,
            Function: self._function,
            StructDecl: self._struct,
            Alias: self._alias,
        }

    def group(self, node: Node) -> str:
        """Return which operator an expression is made of; empty for what needs no brackets."""
        if isinstance(node, Binary):
            return self.rules.operators[node.op].group
        return UNARY if isinstance(node, Unary | AddressOf | Deref) else ""

    def groups_in_arguments(self) -> frozenset[str]:
        """Return the groups that need no brackets between commas."""
        return self.infix_groups - _COMPARES

    def binary(self, node: Binary) -> str:
        """Return the text of an infix operator and its operands; `a < b >> c` would begin with
        a template list.
        """
        operator = self.rules.operators[node.op]
        if operator.group != _RELATIONAL:
            return super().binary(node)
        left = self.operand(node.left, operator.bare_left - _SHIFT)
        return f"{left} {node.op} {self.operand(node.right, operator.bare_right - _SHIFT)}"

    def literal(self, node: Literal) -> str:
        """Return the text of a literal."""
        if isinstance(node.value, bool):
            return "true" if node.value else "false"
        return f"{node.value!r}{_SUFFIXES.get(node.kind, '')}"

    def type_syntax(self, node: TypeSyntax) -> str:
        """Return the text of a type."""
        if not isinstance(node, TypeName):
            return self.text(node)
        if not node.args:
            return node.name
        return f"{node.name}<{', '.join(map(self._template_arg, node.args))}>"

    def _template_arg(self, node: TypeSyntax | Expression) -> str:
        return (
            self.type_syntax(node) if isinstance(node, TypeSyntax) else self.operand(node, NOTHING)
        )

    def attributes(self, nodes: Sequence[Attribute]) -> str:
        """Return the text of attributes, each followed by a blank."""
        return "".join(
            f"@{node.name}{self.arguments(node.args) if node.args else ''} " for node in nodes
        )

    def module(self, node: Module) -> str:
        """Return the text of a whole shader."""
        directives = "".join(f"{self._directive(directive)};\n" for directive in node.directives)
        return directives + "".join(f"{self.full(decl)}\n" for decl in node.decls)

    def _directive(self, node: Directive) -> str:
        args = ", ".join(node.args)
        return f"diagnostic({args})" if node.kind == "diagnostic" else f"{node.kind} {args}"

    def _address_of(self, node: AddressOf) -> str:
        return f"&{self.operand(node.operand, NOTHING)}"

    def _deref(self, node: Deref) -> str:
        return f"*{self.operand(node.operand, NOTHING)}"

    def _switch(self, node: Switch) -> str:
        self.depth += 1
        clauses = [self.line() + self.text(clause) for clause in node.clauses]
        self.depth -= 1
        head = f"{self.attributes(node.attributes)}switch {self.condition(node.selector)} "
        return f"{head}{self.attributes(node.body_attributes)}{{{''.join(clauses)}{self.line()}}}"

    def _clause(self, node: Clause) -> str:
        if node.has_default and not node.labels:
            return f"default {self.block(node.body)}"
        labels = [self.argument(label) for label in node.labels] + (
            ["default"] if node.has_default else []
        )
        return f"case {', '.join(labels)}: {self.block(node.body)}"

    def _for(self, node: For) -> str:
        condition = "" if node.condition is None else f" {self.text(node.condition)}"
        step = "" if node.step is None else f" {self.bare(node.step)}"
        head = f"{self.attributes(node.attributes)}for ({self.bare(node.init)};{condition};{step})"
        return f"{head} {self.block(node.body)}"

    def _while(self, node: While) -> str:
        return (
            f"{self.attributes(node.attributes)}while {self.condition(node.condition)} "
            f"{self.block(node.body)}"
        )

    def _loop(self, node: Loop) -> str:
        more = []
        if node.continuing is not None:
            self.depth += 1
            more.append(f"continuing {self._continuing(node.continuing, node.break_if)}")
            self.depth -= 1
        body = self.attributes(node.body.attributes) + self.statements(node.body.statements, more)
        return f"{self.attributes(node.attributes)}loop {body}"

    def _continuing(self, node: Block, break_if: Expression | None) -> str:
        more = [] if break_if is None else [f"break if {self.text(break_if)};"]
        return self.attributes(node.attributes) + self.statements(node.statements, more)

    def _declare(self, node: Declare) -> str:
        return "; ".join(map(self._variable, node.variables))

    def _variable(self, node: Variable) -> str:
        space = "" if node.storage in ("", "function", "handle") else f"<{node.storage}>"
        if node.access:
            space = f"<{node.storage}, {node.access}>"
        type_ = "" if node.type is None else f": {self.type_syntax(node.type)}"
        init = "" if node.init is None else f" = {self.text(node.init)}"
        return f"{self.attributes(node.attributes)}{node.kind}{space} {node.name}{type_}{init}"

    def _const_assert(self, node: ConstAssert) -> str:
        return f"const_assert {self.text(node.condition)}"

    def _alias(self, node: Alias) -> str:
        return f"alias {node.name} = {self.type_syntax(node.type)}"

    def _struct(self, node: StructDecl) -> str:
        self.depth += 1
        members = [f"{self.line()}{self._member(member)}," for member in node.members]
        self.depth -= 1
        return (
            f"{self.attributes(node.attributes)}struct {node.name} "
            f"{{{''.join(members)}{self.line()}}}"
        )

    def _member(self, node: Member | Param) -> str:
        return f"{self.attributes(node.attributes)}{node.name}: {self.type_syntax(node.type)}"

    def _function(self, node: Function) -> str:
        params = ", ".join(map(self._member, node.params))
        result = ""
        if node.result is not None:
            result = f" -> {self.attributes(node.result_attributes)}{self.type_syntax(node.result)}"
        body = "{ }" if node.body is None else self.block(node.body)
        return f"{self.attributes(node.attributes)}fn {node.name}({params}){result} {body}"
