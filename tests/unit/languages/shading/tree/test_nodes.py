"""All nodes of a tree, by kind and by what they stand in."""

from __future__ import annotations

import pytest

from aberration.languages.shading.read import read
from aberration.languages.shading.tree import (
    Binary,
    Clause,
    If,
    LanguageName,
    Literal,
    Name,
    Return,
)
from aberration.languages.shading.tree.nodes import Nodes
from aberration.languages.shading.tree.walk import children, find, walk

SOURCES = {
    "glsl": """#version 450
struct S { int a[2]; };
layout(location = 0) out vec4 colour;
void main() {
    S s = S(int[2](1, 2));
    int i, k = s.a[1];
    for (;;) {
        if (k++ > 3) { break; }
        switch (k) { case 1: continue; default: k += i = 2; }
    }
    colour = vec4(k);
}
""",
    "wgsl": """fn f(a: i32) -> i32 { return -a; }
@compute @workgroup_size(1) fn main() { var x = f(1); loop { x++; if x > 3 { break; } } }
""",
}


@pytest.mark.parametrize("language", ["glsl", "wgsl"])
def test_all_nodes_are_found_as_walks_come_to_them(language: LanguageName) -> None:
    module = read(SOURCES[language], language).module
    nodes = Nodes(module)
    kinds = {type(node) for node in walk(module)}
    for kind in kinds:
        assert [id(node) for node in nodes.of(kind)] == [id(one) for one in find(module, kind)]
    some = nodes.of_any(Binary, Name, Literal)
    known = [node for node in walk(module) if isinstance(node, Binary | Name | Literal)]
    assert [id(node) for node in some] == [id(node) for node in known]
    assert nodes.of_any(Clause, If) == [one for one in walk(module) if isinstance(one, Clause | If)]


@pytest.mark.parametrize("language", ["glsl", "wgsl"])
def test_each_node_knows_what_it_stands_in(language: LanguageName) -> None:
    module = read(SOURCES[language], language).module
    nodes = Nodes(module)
    around: dict[int, list[int]] = {}
    for node in walk(module):
        for below in children(node):
            # `int i, k` is two variables with one type: one node may stand in two.
            around.setdefault(id(below), []).append(id(node))
    for node in walk(module):
        parent = nodes.parent_of(node)
        assert node is module or id(parent) in around[id(node)]
    assert nodes.parent_of(module) is None
    assert nodes.parent_of(Name("elsewhere")) is None


def test_what_a_tree_has_not_is_not_found() -> None:
    nodes = Nodes(Return())
    assert nodes.of(If) == ()
    assert nodes.of_any(If, Clause) == []
