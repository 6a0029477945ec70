"""Walks and rewriting."""

from __future__ import annotations

from aberration.languages.shading.tree import (
    Assign,
    Binary,
    Block,
    Call,
    Declare,
    Function,
    If,
    Literal,
    Module,
    Name,
    Node,
    Return,
    TypeName,
    Variable,
)
from aberration.languages.shading.tree.walk import children, depth, find, rewrite, walk

X = Name("x")
SUM = Binary("+", X, Call(Name("f"), (Literal("int", 1), Name("y"))))
BODY = Block((Assign("=", Name("x"), SUM), If(Name("c"), Block((Return(Name("x")),)))))
ENTRY = Function("main", body=BODY)
GLOBAL = Declare((Variable("var", "g", TypeName("int"), storage="private"),))
MODULE = Module("glsl", 450, decls=(GLOBAL, ENTRY))


def test_children_come_in_order_and_none_is_left_out_or_made_up() -> None:
    assert children(SUM) == [Name("x"), SUM.right]
    assert children(Return()) == []
    assert children(BODY.statements[1]) == [Name("c"), Block((Return(Name("x")),))]


def test_a_walk_goes_parents_first_and_children_in_order() -> None:
    names = [node.name for node in walk(SUM) if isinstance(node, Name)]
    assert names == ["x", "f", "y"]
    assert next(walk(SUM)) is SUM


def test_find_gives_one_kind_only() -> None:
    assert [name.name for name in find(BODY, Name)] == ["x", "x", "f", "y", "c", "x"]


def test_depth_counts_the_nodes_on_the_longest_way_down() -> None:
    assert depth(X) == 1
    assert depth(SUM) == 3
    assert depth(MODULE) == 7


def rename(node: Node) -> Node:
    return Name("z") if node == Name("y") else node


def test_rewriting_changes_what_it_should_and_shares_the_rest() -> None:
    new = rewrite(MODULE, rename)
    assert [name.name for name in find(new, Name)] == ["x", "x", "f", "z", "c", "x"]
    assert [name.name for name in find(MODULE, Name)] == ["x", "x", "f", "y", "c", "x"]
    assert new.decls[0] is GLOBAL
    body = new.decls[1].body if isinstance(new.decls[1], Function) else None
    assert body is not None
    assert body.statements[1] is BODY.statements[1]


def test_rewriting_without_change_gives_the_very_same_tree() -> None:
    assert rewrite(MODULE, lambda node: node) is MODULE


def test_rewriting_goes_children_first() -> None:
    def fold(node: Node) -> Node:
        if (
            isinstance(node, Binary)
            and isinstance(node.left, Literal)
            and isinstance(node.right, Literal)
        ):
            return Literal("int", node.left.value + node.right.value)
        return node

    one = Literal("int", 1)
    assert rewrite(Return(Binary("+", Binary("+", one, one), one)), fold) == Return(
        Literal("int", 3)
    )
