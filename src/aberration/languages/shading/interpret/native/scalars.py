"""Expressions of numbers: constants, operators, comparisons, choices."""

from __future__ import annotations

import ast
from typing import Final

from .kinds import FLOAT, INT, Unsupported, is_list, kind_text
from .lists import list_equality, list_of
from .terms import Term, as_float, is_none, plain_integer
from .writer import NativeWriter, Terms

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


def _constant(_w: NativeWriter, node: ast.Constant) -> Term:
    value = node.value
    if isinstance(value, bool | int):
        return plain_integer(int(value))
    if isinstance(value, float):
        return Term(repr(value), FLOAT, literal=value)
    raise Unsupported(f"the constant {value!r}")


# ---- operators


def _unary(w: NativeWriter, node: ast.UnaryOp) -> Term:
    operand = w.number(node.operand)
    if isinstance(node.op, ast.Not):
        return Term(f"(!{operand.text})", INT, below_zero=False)
    if isinstance(node.op, ast.Invert):
        return Term(f"(~{operand.text})", INT)
    if isinstance(operand.literal, int) and operand.kind == INT:
        return plain_integer(-operand.literal)
    if operand.kind == FLOAT:
        return Term(f"(-{operand.text})", FLOAT)
    return Term(f"SUB(0LL, {operand.text})", INT)


def _binary(w: NativeWriter, node: ast.BinOp) -> Term:
    wrapped = _conversion(w, node)
    if wrapped is not None:
        return wrapped
    if isinstance(node.left, ast.List):
        return list_of(w, node)
    left, right = w.number(node.left), w.number(node.right)
    if FLOAT in (left.kind, right.kind):
        return _float(w, node.op, left, right)
    return _integer(w, node.op, left, right)


def _conversion(w: NativeWriter, node: ast.BinOp) -> Term | None:
    """What brings an integer into its type is a conversion in C."""
    if isinstance(node.op, ast.BitAnd) and _is_constant(node.right, _MASK):
        return Term(f"(int64_t)(uint32_t)({w.number(node.left).text})", INT, below_zero=False)
    if not isinstance(node.op, ast.Sub) or not _is_constant(node.right, _HALF):
        return None
    masked = node.left
    if not isinstance(masked, ast.BinOp) or not _is_constant(masked.right, _MASK):
        return None
    shifted = masked.left
    if not isinstance(shifted, ast.BinOp) or not _is_constant(shifted.right, _HALF):
        return None
    return Term(f"(int64_t)(int32_t)({w.number(shifted.left).text})", INT)


def _float(w: NativeWriter, op: ast.operator, left: Term, right: Term) -> Term:
    one, other = as_float(left), as_float(right)
    if isinstance(op, ast.Div):
        other = w.spill(other)
        w.stop_if(f"{other.text} == 0.0")
        return Term(f"({one.text} / {other.text})", FLOAT)
    sign = _SIGNS.get(type(op))
    if sign not in ("+", "-", "*"):
        raise Unsupported(f"the operator {type(op).__name__} on floats")
    return Term(f"({one.text} {sign} {other.text})", FLOAT)


def _integer(w: NativeWriter, op: ast.operator, left: Term, right: Term) -> Term:
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
        return _natural_quotient(w, _SIGNS[type(op)], left, right)
    raise Unsupported(f"the operator {type(op).__name__} on integers")


def _natural_quotient(w: NativeWriter, sign: str, left: Term, right: Term) -> Term:
    """The generator writes these of integers that are not negative, and within their type."""
    if right.literal is None:
        right = w.spill(right)
        w.stop_if(f"{right.text} == 0")
    elif right.literal == 0:
        raise Unsupported("a division by a zero in the text")
    text = f"(int64_t)((uint32_t)({left.text}) {sign} (uint32_t)({right.text}))"
    return Term(text, INT, below_zero=False)


# ---- conditions


def _comparison(w: NativeWriter, node: ast.Compare) -> Term:
    (op,), (right_node,) = node.ops, node.comparators
    if isinstance(op, ast.Is | ast.IsNot):
        return _none_comparison(w, node.left, isinstance(op, ast.Is))
    left, right = w.term(node.left), w.term(right_node)
    sign = _SIGNS[type(op)]
    if is_list(left.kind):
        equal = list_equality(w, left, right)
        return equal if sign == "==" else Term(f"(!{equal.text})", INT, below_zero=False)
    left, right = w.sure(left), w.sure(right)
    if left.kind != right.kind:
        left, right = as_float(left), as_float(right)
    return Term(f"({left.text} {sign} {right.text})", INT, below_zero=False)


def _none_comparison(w: NativeWriter, node: ast.expr, wanted: bool) -> Term:
    term = w.term(node)
    if is_list(term.kind):
        return Term("(fell == 1)" if wanted else "(fell == 0)", INT, below_zero=False)
    text = is_none(w.spill(term))
    return Term(f"({text})" if wanted else f"(!({text}))", INT, below_zero=False)


def _and_or(w: NativeWriter, node: ast.BoolOp) -> Term:
    """`and` and `or`, without C's own: tcc 0.9.27 has three bugs in them (see docs/bugs.md)."""
    is_and = isinstance(node.op, ast.And)
    found = w.number(node.values[0])
    for operand in node.values[1:]:
        found = _lazy(w, found, operand, is_and)
    return found


def _lazy(w: NativeWriter, left: Term, operand: ast.expr, is_and: bool) -> Term:
    if left.literal is not None:
        return w.number(operand) if bool(left.literal) == is_and else left
    written = set(w.written)
    with w.capture() as lines:
        right = w.number(operand)
    w.written = written
    if not lines:
        yes, no = (right.text, "0LL") if is_and else ("1LL", right.text)
        return Term(f"({left.text} ? {yes} : {no})", INT, below_zero=False)
    name = w.fresh_name("x")
    w.line(f"int64_t {name} = {left.text};")
    w.line(f"if ({name}) {{" if is_and else f"if (!{name}) {{")
    w.lines += lines
    w.line(f"{name} = {right.text}; }}")
    return Term(name, INT, below_zero=False)


def _choice(w: NativeWriter, node: ast.IfExp) -> Term:
    checked = _check(w, node)
    if checked is not None:
        return checked
    test = w.number(node.test)
    if test.literal is not None:
        return w.term(node.body if test.literal else node.orelse)
    written = set(w.written)
    with w.capture() as first:
        then = w.term(node.body)
    w.written = set(written)
    with w.capture() as second:
        other = w.term(node.orelse)
    w.written = written
    return _choose(w, test, (first, then), (second, other))


def _choose(
    w: NativeWriter, test: Term, one: tuple[list[str], Term], two: tuple[list[str], Term]
) -> Term:
    (first, then), (second, other) = one, two
    kind = then.kind
    if kind != other.kind:
        raise Unsupported("a choice between two kinds")
    nullable, below = then.nullable or other.nullable, then.below_zero or other.below_zero
    texts = (then.address, other.address)
    if not first and not second:
        return Term(
            f"({test.text} ? {texts[0]} : {texts[1]})", kind, nullable=nullable, below_zero=below
        )
    name = w.fresh_name("x")
    w.line(f"{kind_text(kind)}{name};")
    w.line(f"if ({test.text}) {{")
    w.lines += [*first, f"{name} = {texts[0]}; }} else {{", *second, f"{name} = {texts[1]}; }}"]
    return Term(name, kind, nullable=nullable, below_zero=below)


def _check(w: NativeWriter, node: ast.IfExp) -> Term | None:
    """`x if x is not None else sure(None)` and `x if x >= 0 else below(x)`: a check, then x."""
    if not isinstance(node.orelse, ast.Call):
        return None
    called, given = node.orelse.func, node.orelse.args[0] if node.orelse.args else None
    if not isinstance(called, ast.Name) or called.id not in ("sure", "below"):
        return None
    # The shader's own choice may have such a call as its second arm, of a value then.
    if called.id == "sure" and not (isinstance(given, ast.Constant) and given.value is None):
        return None
    term = w.term(node.body)
    if called.id == "sure":
        return w.sure(term)
    term = w.spill(w.sure(term))
    if term.below_zero:
        w.stop_if(f"{term.text} < 0")
    return Term(term.text, term.kind, below_zero=False)


def _is_constant(node: ast.expr, value: int) -> bool:
    return isinstance(node, ast.Constant) and node.value == value


SCALARS: Final[Terms] = {
    ast.Constant: _constant,
    ast.Name: lambda w, node: w.read(node.id),
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.Compare: _comparison,
    ast.BoolOp: _and_or,
    ast.IfExp: _choice,
}
