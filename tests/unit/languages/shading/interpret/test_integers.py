"""Integers to the bit: random expressions against a model that wraps after every operation, and
says where the language leaves the result open.
"""

from __future__ import annotations

import struct
from typing import Literal

import msgspec
import pytest
from helpers.sampling import one_in
from helpers.shading_runs import compute_text
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

Kind = Literal["int", "uint"]
_WGSL_NAMES = {"int": "i32", "uint": "u32"}
_EDGES = (0, 1, -1, 2, 31, 32, 33, 2**31 - 1, -(2**31), 2**30, -7, 255)


class Leaf(msgspec.Struct, frozen=True):
    """One of four variables."""

    kind: Kind
    number: int


class Node(msgspec.Struct, frozen=True):
    """An operator on operands of one type; `as` makes the other type of its operand."""

    kind: Kind
    op: str
    operands: tuple[Leaf | Node, ...]


class OpenResult(Exception):
    """The language leaves the result open."""


def wrap(value: int, kind: Kind) -> int:
    low = value % 2**32
    return low - 2**32 if kind == "int" and low >= 2**31 else low


def model(tree: Leaf | Node, values: tuple[int, ...], defined: bool) -> int:
    """Evaluate a tree; `defined`: as WGSL does, where GLSL leaves the result open."""
    if isinstance(tree, Leaf):
        return wrap(values[tree.number], tree.kind)
    given_ = [model(operand, values, defined) for operand in tree.operands]
    return wrap(_operation(tree, given_, defined), tree.kind)


def _operation(tree: Node, given_: list[int], defined: bool) -> int:
    if len(given_) == 1:
        (x,) = given_
        return {"-": -x, "~": ~x, "as": x}[tree.op]
    x, y = given_
    if tree.op in ("/", "%"):
        return _divided(tree.op, x, y, tree.kind, defined)
    if tree.op in ("<<", ">>"):
        if not 0 <= y < 32 and not defined:
            raise OpenResult
        return x << y % 32 if tree.op == "<<" else x >> y % 32
    return {"+": x + y, "-": x - y, "*": x * y, "&": x & y, "|": x | y, "^": x ^ y}[tree.op]


def _divided(op: str, x: int, y: int, kind: Kind, defined: bool) -> int:
    overflow = kind == "int" and x == -(2**31) and y == -1
    if y == 0 or overflow:
        if not defined:
            raise OpenResult
        return 0 if op == "%" else x
    if op == "%" and min(x, y) < 0 and not defined:
        raise OpenResult
    quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    return quotient if op == "/" else x - quotient * y


def text(tree: Leaf | Node, language: LanguageName) -> str:
    if isinstance(tree, Leaf):
        return f"{tree.kind[0]}{tree.number}"
    parts = [text(operand, language) for operand in tree.operands]
    if tree.op == "as":
        return f"{_name(tree.kind, language)}({parts[0]})"
    if len(parts) == 1:
        return f"({tree.op}({parts[0]}))"
    if tree.op in ("<<", ">>") and language == "wgsl":
        return f"({parts[0]} {tree.op} u32({parts[1]}))"
    return f"({parts[0]} {tree.op} {parts[1]})"


def _name(kind: Kind, language: LanguageName) -> str:
    return _WGSL_NAMES[kind] if language == "wgsl" else kind


def other(kind: Kind) -> Kind:
    return "uint" if kind == "int" else "int"


def trees(kind: Kind, depth: int, *, negates: bool) -> st.SearchStrategy[Leaf | Node]:
    """Trees of a type; `negates`: unsigned numbers have a minus (WGSL's have not)."""
    leaf: st.SearchStrategy[Leaf | Node] = st.builds(Leaf, st.just(kind), st.integers(0, 3))
    if depth == 0:
        return leaf
    below = trees(kind, depth - 1, negates=negates)
    unary = st.sampled_from(["-", "~"] if negates or kind == "int" else ["~"])
    binary = st.sampled_from(["+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>", "+", "*", "-"])
    return st.one_of(
        leaf,
        st.builds(Node, st.just(kind), unary, st.tuples(below)),
        st.builds(Node, st.just(kind), binary, st.tuples(below, below)),
        st.builds(
            Node,
            st.just(kind),
            st.just("as"),
            st.tuples(trees(other(kind), depth - 1, negates=negates)),
        ),
    )


numbers = st.tuples(
    *[st.one_of(st.sampled_from(_EDGES), st.integers(-(2**31), 2**31 - 1)) for _ in range(4)]
)


def computed(tree: Leaf | Node, values: tuple[int, ...], language: LanguageName) -> int | Trap:
    held = "held.data" if language == "wgsl" else "data"
    word = "let {0}{1} = {2}({3}[{1}]);" if language == "wgsl" else "{4} {0}{1} = {2}({3}[{1}]);"
    kinds: tuple[Kind, Kind] = ("int", "uint")
    lines = [
        word.format(kind[0], k, _name(kind, language), held, kind)
        for kind in kinds
        for k in range(4)
    ]
    lines.append(f"{held}[0] = {_name('int', language)}({text(tree, language)});")
    shader = read(compute_text(language, "\n".join(lines)), language)
    data = struct.pack("<8i4f", *values, 0, 0, 0, 0, 0.0, 0.0, 0.0, 0.0)
    inputs = Inputs(buffers=(Buffer(0, data, (("int", 8), ("float", 4))),))
    found = Interpreter(shader, "compute", inputs).dispatch()
    assert isinstance(found, Buffers | Trap), str(found)
    return found if isinstance(found, Trap) else int(struct.unpack_from("<i", found.data[0])[0])


def expect_the_model(tree: Leaf | Node, values: tuple[int, ...], language: LanguageName) -> None:
    found = computed(tree, values, language)
    try:
        expected = wrap(model(tree, values, language == "wgsl"), "int")
    except OpenResult:
        assert isinstance(found, Trap), f"{found} for {text(tree, language)}"
        assert found.kind in ("division", "shift")
        return
    assert found == expected, f"{found} for {text(tree, language)}"


@pytest.mark.parametrize("kind", one_in(3, ["int", "uint"]))
@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_expressions_are_as_in_the_model(
    language: LanguageName, kind: Kind, data: st.DataObject
) -> None:
    tree = data.draw(trees(kind, 4, negates=language != "wgsl"))
    expect_the_model(tree, data.draw(numbers), language)


CHAINS = [
    Node(
        "int",
        "*",
        (
            Node("int", "*", (Leaf("int", 0), Leaf("int", 1))),
            Node("int", "*", (Leaf("int", 2), Leaf("int", 3))),
        ),
    ),
    Node("int", ">>", (Node("int", "*", (Leaf("int", 0), Leaf("int", 1))), Leaf("int", 2))),
    Node(
        "int",
        "as",
        (
            Node(
                "uint",
                "/",
                (Node("uint", "as", (Node("int", "-", (Leaf("int", 0),)),)), Leaf("uint", 1)),
            ),
        ),
    ),
    Node(
        "uint",
        "^",
        (
            Node("uint", "-", (Leaf("uint", 0), Leaf("uint", 1))),
            Node("uint", "~", (Leaf("uint", 2),)),
        ),
    ),
]


@pytest.mark.parametrize("tree", CHAINS)
@pytest.mark.parametrize("language", ["glsl", "wgsl"])
def test_what_is_wrapped_late_is_wrapped(tree: Node, language: LanguageName) -> None:
    for values in (
        (2**31 - 1, 2**31 - 1, 3, 7),
        (-(2**31), -1, 1, -(2**31)),
        (65537, 65539, 31, 2),
    ):
        expect_the_model(tree, values, language)
