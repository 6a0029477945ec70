"""Operations on floats as text, and the products of matrices that are made of them."""

from __future__ import annotations

from ..tree import Node
from ..types import Matrix, Scalar, Type
from .conversion import rounded_text
from .generator import Generator
from .rounding import OPERATORS
from .settling import simple, spill
from .value import Value, scalar_of


def float_form(gen: Generator, op: str, element: Scalar) -> str:
    """Return the text of an operation on two floats, whose own texts go in."""
    if gen.rounding is not None and element.kind == "float":
        return OPERATORS[op]
    if gen.rounding is not None and element.kind == "double":
        gen.rounding.beyond_model = True
    form = f"{{}} {op} {{}}"
    if op == "/" and gen.options.nonfinite == "allow":
        form = "quotient({}, {})"
    elif op == "%":
        form = "float_remainder({}, {})"
    return rounded_text(gen, form, element)


def matrix_product(gen: Generator, node: Node, left: Value, right: Value, type: Type) -> Value:
    """The linear algebra of `*`, each operation rounded, summed from the first to the last."""
    gen.inexact["a product of matrices, whose sums may be taken in any order"] = None
    left, right = simple(gen, left), simple(gen, right)
    rows, columns, element = _rows(left), _columns(right), scalar_of(type)
    texts = [sum_of_products(gen, node, row, column, element) for column in columns for row in rows]
    return spill(gen, Value(type, tuple(texts)))


def sum_of_products(
    gen: Generator, node: Node, left: list[str], right: list[str], element: Scalar
) -> str:
    """Return the sum of the products of two rows of texts."""
    text, terms = "", list(zip(left, right, strict=True))
    for a, b in terms if gen.rounding is None else gen.rounding.in_order(terms):
        product = float_form(gen, "*", element).format(a, b)
        text = float_form(gen, "+", element).format(text, product) if text else product
    return gen.writer.mark(node, text)


def _rows(value: Value) -> list[list[str]]:
    """Rows of a matrix; a vector on the left is one row."""
    if not isinstance(value.type, Matrix):
        return [list(value.texts)]
    rows = value.type.rows
    return [list(value.texts[k::rows]) for k in range(rows)]


def _columns(value: Value) -> list[list[str]]:
    """Columns of a matrix; a vector on the right is one column."""
    if not isinstance(value.type, Matrix):
        return [list(value.texts)]
    rows = value.type.rows
    return [list(value.texts[k * rows : k * rows + rows]) for k in range(value.type.columns)]
