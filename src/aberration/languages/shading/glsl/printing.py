"""Pieces of GLSL's and ESSL's text: types, qualifiers, literals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.shading.glsl.expressions import ASSIGNMENT, COMMA, CONDITIONAL
from aberration.languages.shading.printer.printer import NOTHING, Printer
from aberration.languages.shading.rules import SECOND_GENERATION, UNARY
from aberration.languages.shading.tree import (
    AddressOf,
    ArrayOf,
    AssignExpr,
    Attribute,
    Binary,
    Comma,
    Conditional,
    Deref,
    IncrementExpr,
    InitList,
    Literal,
    Member,
    Node,
    Storage,
    StructSyntax,
    TypeName,
    TypeSyntax,
    Unary,
)

_PREFIXES: Final = (Unary, AddressOf, Deref)
_BEFORE_LAYOUT: Final = ("invariant", "precise", "smooth", "flat", "noperspective")
_STORAGE_WORDS: Final[dict[Storage, str]] = {
    "": "", "function": "", "private": "", "workgroup": "shared", "uniform": "uniform",
    "storage": "buffer", "in": "in", "out": "out", "varying": "varying",
}  # fmt: skip
_LAYOUT_WORDS: Final = {"group": "set"}
_SUFFIXES: Final = {"uint": "u", "double": "lf"}


class GlslPieces(Printer):
    """Prints expressions, types and what stands before them."""

    def group(self, node: Node) -> str:
        """Return which operator an expression is made of; empty for what needs no brackets."""
        if isinstance(node, Binary):
            return self.rules.operators[node.op].group
        if isinstance(node, _PREFIXES) or (isinstance(node, IncrementExpr) and node.prefix):
            return UNARY
        if isinstance(node, Conditional):
            return CONDITIONAL
        if isinstance(node, AssignExpr):
            return ASSIGNMENT
        return COMMA if isinstance(node, Comma) else ""

    def groups_in_arguments(self) -> frozenset[str]:
        """Return the groups that need no brackets between commas."""
        return self.infix_groups | {CONDITIONAL, ASSIGNMENT}

    def literal(self, node: Literal) -> str:
        """Return the text of a literal."""
        if isinstance(node.value, bool):
            return "true" if node.value else "false"
        return f"{node.value!r}{_SUFFIXES.get(node.kind, '')}"

    def conditional(self, node: Conditional) -> str:
        """Return the text of `?:`."""
        either = self.infix_groups | {CONDITIONAL}
        condition = self.operand(node.condition, self.infix_groups)
        return (
            f"{condition} ? {self.operand(node.then, either)} : "
            f"{self.operand(node.otherwise, either)}"
        )

    def assign_expression(self, node: AssignExpr) -> str:
        """Return the text of an assignment inside an expression."""
        return f"{self.operand(node.target, NOTHING)} {node.op} {self.argument(node.value)}"

    def increment_expression(self, node: IncrementExpr) -> str:
        """Return the text of an increment inside an expression."""
        target = self.operand(node.target, NOTHING)
        return f"{node.op}{target}" if node.prefix else f"{target}{node.op}"

    def comma(self, node: Comma) -> str:
        """Return the text of the comma operator."""
        left = self.operand(node.left, self.infix_groups | {CONDITIONAL, ASSIGNMENT, COMMA})
        return f"{left}, {self.argument(node.right)}"

    def init_list(self, node: InitList) -> str:
        """Return the text of an initialiser list."""
        return f"{{ {', '.join(map(self.argument, node.items))} }}" if node.items else "{ }"

    def type_syntax(self, node: TypeSyntax) -> str:
        """Return the text of a type that no name follows."""
        base, dimensions = self.split(node)
        return base + dimensions

    def split(self, node: TypeSyntax) -> tuple[str, str]:
        """Return the text of a type before a declared name and after it."""
        dimensions = ""
        while isinstance(node, ArrayOf):
            dimensions += "[]" if node.size is None else f"[{self.text(node.size)}]"
            node = node.element
        if isinstance(node, StructSyntax):
            name = f" {node.name}" if node.name else ""
            return f"struct{name} {self.members(node.members)}", dimensions
        return (node.name if isinstance(node, TypeName) else self.text(node)), dimensions

    def typed_name(self, type_: TypeSyntax, name: str) -> str:
        """Return the text of a type with the name that is declared of it."""
        base, dimensions = self.split(type_)
        return f"{base} {name}{dimensions}" if name else base + dimensions

    def members(self, members: Sequence[Member]) -> str:
        """Return the text of the members of a struct or block, with braces."""
        self.depth += 1
        lines = [f"{self.line()}{self.member(member)};" for member in members]
        self.depth -= 1
        return f"{{{''.join(lines)}{self.line()}}}"

    def member(self, node: Member) -> str:
        """Return the text of a member, without a semicolon."""
        before = self.qualifier_text(node.storage, node.qualifiers, node.attributes, node.precision)
        return before + self.typed_name(node.type, node.name)

    def qualifier_text(
        self,
        storage: Storage,
        words: Sequence[str],
        attributes: Sequence[Attribute],
        precision: str = "",
    ) -> str:
        """Return the text of qualifiers, each followed by a blank, in the order that the oldest
        version asks for.
        """
        storage_word = _STORAGE_WORDS[storage]
        if storage == "in" and self.rules.version < SECOND_GENERATION[self.rules.language]:
            storage_word = "attribute"
        first = [word for word in words if word in _BEFORE_LAYOUT]
        rest = [word for word in words if word not in _BEFORE_LAYOUT]
        found = [*first, self.layout(attributes), *rest, storage_word, precision]
        return "".join(f"{word} " for word in found if word)

    def layout(self, attributes: Sequence[Attribute]) -> str:
        """Return the text of `layout(...)`; nothing for none."""
        return f"layout({', '.join(map(self._layout_entry, attributes))})" if attributes else ""

    def _layout_entry(self, node: Attribute) -> str:
        name = _LAYOUT_WORDS.get(node.name, node.name)
        return f"{name} = {self.argument(node.args[0])}" if node.args else name
