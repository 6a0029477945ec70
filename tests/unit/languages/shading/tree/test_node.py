"""Nodes: what takes part in equality, and what a walk knows of their fields."""

from __future__ import annotations

import inspect

import pytest

from aberration.languages.shading.tree import KINDS, Binary, Literal, Name, Node, Span

LEAVES = ("str", "bool", "int", "Span", "LiteralKind", "bool | int | float", "tuple[str, ...]")
ONE_OF = (
    "VariableKind",
    "Storage",
    "Access",
    "PrecisionLevel",
    "Direction",
    "LanguageName",
    "DirectiveKind",
)


def test_a_position_takes_no_part_in_equality_or_hash() -> None:
    here, there = Name("x", span=Span(3, 4)), Name("x", span=Span(90, 91, plain=False))
    assert here == there
    assert hash(here) == hash(there) == hash(Name("x"))
    assert Name("x") != Name("y")


def test_the_kind_of_a_literal_takes_part() -> None:
    assert Literal("int", 1) != Literal("uint", 1)
    assert Literal("int", 1) != Literal("float", 1.0)
    assert Literal("bool", True) != Literal("int", 1)


def test_a_node_is_immutable() -> None:
    name = "name"
    with pytest.raises(AttributeError):
        setattr(Name("x"), name, "y")


def test_equality_sees_all_below() -> None:
    left = Binary("+", Name("a"), Binary("*", Name("b"), Name("c")))
    assert left == Binary("+", Name("a"), Binary("*", Name("b"), Name("c")))
    assert left != Binary("+", Name("a"), Binary("*", Name("b"), Name("d")))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_children_of_a_kind_are_all_its_fields_that_hold_nodes(kind: type[Node]) -> None:
    annotations: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        annotations |= inspect.get_annotations(base)
    holding = {
        name for name in kind.__struct_fields__ if annotations[name] not in (*LEAVES, *ONE_OF)
    }
    assert set(kind.CHILDREN) == holding
    assert len(set(kind.CHILDREN)) == len(kind.CHILDREN)
