from __future__ import annotations

import pytest

from aberration.languages.shading.read import read
from aberration.languages.shading.tree import Expression, Return
from aberration.languages.shading.tree.walk import find
from aberration.languages.shading.write import write
from aberration.methods.emi.shading.expressions import (
    Apply,
    Columns,
    Number,
    Read,
    Tree,
    evaluate,
    kind_of,
    place_tree,
    places_in,
    size,
    smaller,
    to_tree,
    truth,
    with_reads,
)

X, U, B = Read("x", "int"), Read("u", "uint"), Read("b", "bool")
COLUMNS: Columns = {"x": [3, -4], "u": [7, 9], "b": [True, False]}


def two(op: str, left: Tree, right: Tree) -> Apply:
    return Apply(op, (left, right))


def number(value: int, kind: str = "int") -> Number:
    assert kind in ("int", "uint")
    return Number(value, "uint" if kind == "uint" else "int")


@pytest.mark.parametrize(
    ("tree", "values"),
    [
        (two("+", X, number(2**31 - 1)), [-(2**31) + 2, 2**31 - 5]),
        (two("-", U, number(8, "uint")), [2**32 - 1, 1]),
        (two("<", X, number(0)), [False, True]),
        (two("&&", B, two(">", X, number(0))), [True, False]),
        (Apply("!", (B,)), [False, True]),
        (Apply("~", (X,)), [-4, 3]),
        (Apply("uint", (X,)), [3, 2**32 - 4]),
        (two("<<", X, number(2)), [12, -16]),
        (two("%", U, number(4, "uint")), [3, 1]),
    ],
)
def test_values_are_those_of_the_languages(tree: Tree, values: list[int]) -> None:
    assert evaluate(tree, COLUMNS, 2) == values


@pytest.mark.parametrize(
    "tree",
    [
        two("%", X, number(3)),
        two("/", number(3), number(0)),
        two("<<", X, number(32)),
        two("+", Read("nowhere", "int"), X),
        Apply("-", (U,)),
    ],
)
def test_what_not_all_languages_define_has_no_value(tree: Tree) -> None:
    assert evaluate(tree, COLUMNS, 2) is None


def test_kinds_sizes_and_places() -> None:
    tree = two("<", two("+", X, number(1)), Apply("int", (U,)))
    assert kind_of(tree) == "bool"
    assert kind_of(tree.operands[1]) == "int"
    assert size(tree) == 6
    assert places_in(tree) == ("x", "u")
    assert with_reads(tree, {"x": number(4)}) == two(
        "<", two("+", number(4), number(1)), Apply("int", (U,))
    )
    assert truth(two("<", X, number(4)), COLUMNS, 2) is True
    assert truth(two("<", X, number(3)), COLUMNS, 2) is None


def test_smaller_ones_keep_the_kind() -> None:
    tree = two("&&", two("<", X, number(9)), Apply("!", (two(">", U, number(9, "uint")),)))
    found = list(smaller(tree, COLUMNS, 2))
    assert found[0] == Number(1, "bool")
    assert all(kind_of(one) == "bool" for one in found)
    assert all(size(one) < size(tree) for one in found)


def returned(text: str) -> Expression:
    module = read(text, "wgsl" if text.startswith("fn") else "glsl").module
    (value,) = [one.value for one in find(module, Return)]
    assert value is not None
    return value


@pytest.mark.parametrize(
    ("tree", "glsl", "wgsl"),
    [
        (two("<<", X, number(3)), "x << 3u", "x << 3u"),
        (two(">>", X, Apply("int", (U,))), "x >> uint(int(u))", "x >> u32(i32(u))"),
        (two("+", X, number(-3)), "x + -3", "x + -3i"),
        # The checking form of a random program was no legal text.
        (number(-(2**31)), "-2147483647 - 1", "-2147483647i - 1i"),
        (Read("s.a[1].x", "int"), "s.a[1].x", "s.a[1i].x"),
    ],
)
def test_trees_of_both_families(tree: Tree, glsl: str, wgsl: str) -> None:
    assert to_tree(tree, "glsl") == returned(f"#version 450\nint f() {{ return {glsl}; }}")
    assert to_tree(tree, "wgsl") == returned(f"fn f() -> i32 {{ return {wgsl}; }}")
    assert write(read("#version 450\nvoid main() {}", "glsl").module)
    assert isinstance(place_tree("v.x"), Expression)
