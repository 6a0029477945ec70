"""Expressions of numbers: constants, operators, comparisons, choices."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from .kinds import FLOAT, INT, Kind, Number, Unsupported, is_list
from .lines import Lines, Term, is_none, plain_integer

_HALF: Final = 2147483648
_MASK: Final = 4294967295
_RING: Final[dict[type[ast.operator], str]] = {ast.Add: "ADD", ast.Sub: "SUB", ast.Mult: "MUL"}
_SIGNS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.FloorDiv: "/",
    ast.Mod: "%",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


class ScalarsPart(Lines):
    """Numbers."""

    def term(self, node: ast.expr) -> Term:
        """Return the value of an expression; lines before it are what it needs."""
        maker = _MAKERS.get(type(node))
        if maker is None:
            raise Unsupported(f"the expression {type(node).__name__} of the generated text")
        return maker(self, node)

    def number(self, node: ast.expr) -> Term:
        """Return a number that is not None."""
        term = self.sure(self.term(node))
        if not isinstance(term.kind, Number):
            raise Unsupported("a number where there is none")
        return term

    def subscript(self, node: ast.Subscript) -> Term:
        raise NotImplementedError

    def call(self, node: ast.Call) -> Term:
        raise NotImplementedError

    def listed(self, node: ast.expr) -> Term:
        raise NotImplementedError

    def list_equality(self, left: Term, right: Term) -> Term:
        raise NotImplementedError

    # ---- leaves

    def constant(self, node: ast.Constant) -> Term:
        value = node.value
        if isinstance(value, bool | int):
            return plain_integer(int(value))
        if isinstance(value, float):
            return Term(repr(value), FLOAT, literal=value)
        raise Unsupported(f"the constant {value!r}")

    def name(self, node: ast.Name) -> Term:
        return self.read(node.id)

    # ---- operators

    def unary(self, node: ast.UnaryOp) -> Term:
        operand = self.number(node.operand)
        if isinstance(node.op, ast.Not):
            return Term(f"(!{operand.text})", INT, below_zero=False)
        if isinstance(node.op, ast.Invert):
            return Term(f"(~{operand.text})", INT)
        if isinstance(operand.literal, int) and operand.kind == INT:
            return plain_integer(-operand.literal)
        if operand.kind == FLOAT:
            return Term(f"(-{operand.text})", FLOAT)
        return Term(f"SUB(0LL, {operand.text})", INT)

    def binary(self, node: ast.BinOp) -> Term:
        wrapped = self._wrapped(node)
        if wrapped is not None:
            return wrapped
        if isinstance(node.left, ast.List):
            return self.listed(node)
        left, right = self.number(node.left), self.number(node.right)
        if FLOAT in (left.kind, right.kind):
            return self._float(node.op, left, right)
        return self._integer(node.op, left, right)

    def _wrapped(self, node: ast.BinOp) -> Term | None:
        """What brings an integer into its type is a conversion in C."""
        if isinstance(node.op, ast.BitAnd) and _is_constant(node.right, _MASK):
            return Term(
                f"(int64_t)(uint32_t)({self.number(node.left).text})", INT, below_zero=False
            )
        if not isinstance(node.op, ast.Sub) or not _is_constant(node.right, _HALF):
            return None
        masked = node.left
        if not isinstance(masked, ast.BinOp) or not _is_constant(masked.right, _MASK):
            return None
        shifted = masked.left
        if not isinstance(shifted, ast.BinOp) or not _is_constant(shifted.right, _HALF):
            return None
        return Term(f"(int64_t)(int32_t)({self.number(shifted.left).text})", INT)

    def _float(self, op: ast.operator, left: Term, right: Term) -> Term:
        one, other = self.as_float(left), self.as_float(right)
        if isinstance(op, ast.Div):
            other = self.spilled(other)
            self.stop_if(f"{other.text} == 0.0")
            return Term(f"({one.text} / {other.text})", FLOAT)
        sign = _SIGNS.get(type(op))
        if sign not in ("+", "-", "*"):
            raise Unsupported(f"the operator {type(op).__name__} on floats")
        return Term(f"({one.text} {sign} {other.text})", FLOAT)

    def as_float(self, term: Term) -> Term:
        return term if term.kind == FLOAT else Term(f"((double)({term.text}))", FLOAT)

    def _integer(self, op: ast.operator, left: Term, right: Term) -> Term:
        ring = _RING.get(type(op))
        if ring is not None:
            return Term(f"{ring}({left.text}, {right.text})", INT)
        natural = not left.below_zero or not right.below_zero
        if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
            both = not left.below_zero and not right.below_zero
            below = not (natural if isinstance(op, ast.BitAnd) else both)
            return Term(f"({left.text} {_SIGNS[type(op)]} {right.text})", INT, below_zero=below)
        if isinstance(op, ast.LShift):
            return Term(f"(int64_t)((uint64_t)({left.text}) << ({right.text}))", INT)
        if isinstance(op, ast.RShift):
            return Term(f"({left.text} >> ({right.text}))", INT, below_zero=left.below_zero)
        if isinstance(op, ast.FloorDiv | ast.Mod):
            return self._naturals(_SIGNS[type(op)], left, right)
        raise Unsupported(f"the operator {type(op).__name__} on integers")

    def _naturals(self, sign: str, left: Term, right: Term) -> Term:
        """The generator writes these of integers that are not negative, and within their type."""
        if right.literal is None:
            right = self.spilled(right)
            self.stop_if(f"{right.text} == 0")
        elif right.literal == 0:
            raise Unsupported("a division by a zero in the text")
        text = f"(int64_t)((uint32_t)({left.text}) {sign} (uint32_t)({right.text}))"
        return Term(text, INT, below_zero=False)

    # ---- conditions

    def comparison(self, node: ast.Compare) -> Term:
        (op,), (right_node,) = node.ops, node.comparators
        if isinstance(op, ast.Is | ast.IsNot):
            return self._is_none(node.left, isinstance(op, ast.Is))
        left, right = self.term(node.left), self.term(right_node)
        sign = _SIGNS[type(op)]
        if is_list(left.kind):
            equal = self.list_equality(left, right)
            return equal if sign == "==" else Term(f"(!{equal.text})", INT, below_zero=False)
        left, right = self.sure(left), self.sure(right)
        if left.kind != right.kind:
            left, right = self.as_float(left), self.as_float(right)
        return Term(f"({left.text} {sign} {right.text})", INT, below_zero=False)

    def _is_none(self, node: ast.expr, wanted: bool) -> Term:
        term = self.term(node)
        if is_list(term.kind):
            return Term("(fell == 1)" if wanted else "(fell == 0)", INT, below_zero=False)
        text = is_none(self.spilled(term))
        return Term(f"({text})" if wanted else f"(!({text}))", INT, below_zero=False)

    def both(self, node: ast.BoolOp) -> Term:
        """`and` and `or`, without C's own: tcc 0.9.27 has three bugs in them (see docs/bugs.md)."""
        is_and = isinstance(node.op, ast.And)
        found = self.number(node.values[0])
        for operand in node.values[1:]:
            found = self._lazy(found, operand, is_and)
        return found

    def _lazy(self, left: Term, operand: ast.expr, is_and: bool) -> Term:
        if left.literal is not None:
            return self.number(operand) if bool(left.literal) == is_and else left
        written = set(self.written)
        with self.captured() as lines:
            right = self.number(operand)
        self.written = written
        if not lines:
            text = (
                f"({left.text} ? {right.text} : 0LL)"
                if is_and
                else f"({left.text} ? 1LL : {right.text})"
            )
            return Term(text, INT, below_zero=False)
        name = self.fresh("x")
        self.line(f"int64_t {name} = {left.text};")
        self.line(f"if ({name}) {{" if is_and else f"if (!{name}) {{")
        self.lines += lines
        self.line(f"{name} = {right.text}; }}")
        return Term(name, INT, below_zero=False)

    def choice(self, node: ast.IfExp) -> Term:
        checked = self._checked(node)
        if checked is not None:
            return checked
        test = self.number(node.test)
        if test.literal is not None:
            return self.term(node.body if test.literal else node.orelse)
        written = set(self.written)
        with self.captured() as first:
            then = self.term(node.body)
        self.written = set(written)
        with self.captured() as second:
            other = self.term(node.orelse)
        self.written = written
        return self._chosen(test, (first, then), (second, other))

    def _chosen(self, test: Term, one: tuple[list[str], Term], two: tuple[list[str], Term]) -> Term:
        (first, then), (second, other) = one, two
        kind = then.kind
        if kind != other.kind:
            raise Unsupported("a choice between two kinds")
        nullable, below = then.nullable or other.nullable, then.below_zero or other.below_zero
        texts = (then.address, other.address) if is_list(kind) else (then.text, other.text)
        if not first and not second:
            return Term(
                f"({test.text} ? {texts[0]} : {texts[1]})",
                kind,
                nullable=nullable,
                below_zero=below,
            )
        name = self.fresh("x")
        ctype = f"{kind.ctype} " if isinstance(kind, Number) else "cell *"
        self.line(f"{ctype}{name};")
        self.line(f"if ({test.text}) {{")
        self.lines += [
            *first,
            f"{name} = {texts[0]}; }} else {{",
            *second,
            f"{name} = {texts[1]}; }}",
        ]
        return Term(name, kind, nullable=nullable, below_zero=below)

    def _checked(self, node: ast.IfExp) -> Term | None:
        """`x if x is not None else sure(None)` and `x if x >= 0 else below(x)`: a check, then x."""
        called = node.orelse.func if isinstance(node.orelse, ast.Call) else None
        if not isinstance(called, ast.Name) or called.id not in ("sure", "below"):
            return None
        term = self.term(node.body)
        if called.id == "sure":
            return self.sure(term)
        term = self.spilled(self.sure(term))
        if term.below_zero:
            self.stop_if(f"{term.text} < 0")
        return Term(term.text, term.kind, below_zero=False)


def _is_constant(node: ast.expr, value: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == value


def kind_text(kind: Kind) -> str:
    """Return how C declares a value of a kind, up to its name."""
    return f"{kind.ctype} " if isinstance(kind, Number) else "cell *"


_MAKERS: Final[dict[type[ast.expr], Callable[[ScalarsPart, Any], Term]]] = {
    ast.Constant: ScalarsPart.constant,
    ast.Name: ScalarsPart.name,
    ast.UnaryOp: ScalarsPart.unary,
    ast.BinOp: ScalarsPart.binary,
    ast.Compare: ScalarsPart.comparison,
    ast.BoolOp: ScalarsPart.both,
    ast.IfExp: ScalarsPart.choice,
    ast.Subscript: lambda part, node: part.subscript(node),
    ast.Call: lambda part, node: part.call(node),
    ast.List: lambda part, node: part.listed(node),
    ast.Tuple: lambda part, node: part.listed(node),
    ast.ListComp: lambda part, node: part.listed(node),
    ast.YieldFrom: lambda part, node: part.term(node.value),
}
