"""Facts about a checked module: which functions call which, what they change, where they wait."""

from __future__ import annotations

from aberration.languages.shading.analysis.access import clash
from aberration.languages.shading.analysis.facts import Facts
from aberration.languages.shading.checker import check
from aberration.languages.shading.checker.symbols import FunctionSymbol
from aberration.languages.shading.glsl.semantics import GLSL
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import Binary
from aberration.languages.shading.tree.walk import find

_TEXT = """#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { int held; };
int kept = 0;
int plain(int x) { return x + 1; }
int change() { kept += 1; return kept; }
int both(int x) { return plain(x) + kept; }
void unused() { held = 1; }
void meet() { barrier(); }
void main() { int a[2]; a[kept] = both(change() + change()); meet(); held = a[0]; }
"""


def _facts(text: str) -> Facts:
    found = read(text, "glsl")
    return Facts(check(found.module, "compute", found.source), GLSL)


def _names(functions: set[FunctionSymbol] | list[FunctionSymbol]) -> list[str]:
    return [function.name for function in functions]


def test_functions_come_after_those_that_they_call() -> None:
    facts = _facts(_TEXT)
    (entry,) = [function for function in facts.definitions if function.name == "main"]
    reached = _names(facts.reached_from(entry))
    assert set(reached) == {"plain", "change", "both", "meet", "main"}
    assert reached.index("plain") < reached.index("both") < reached.index("main")


def test_what_a_function_changes_and_where_it_waits() -> None:
    facts = _facts(_TEXT)
    assert set(_names(facts.suspending)) == {"meet", "main"}
    # Nobody asks for what is never called.
    assert set(_names(facts.impure)) - {"main"} == {"change", "meet"}
    assert {symbol.name for symbol in facts.in_memory} == {"a"}


def test_two_calls_that_change_one_variable_do_not_clash_by_themselves() -> None:
    facts = _facts(_TEXT)
    (node,) = [
        found
        for found in find(facts.typing.module, Binary)
        if facts.access.effects(found.left).writes and facts.access.effects(found.right).writes
    ]
    one, other = facts.access.effects(node.left), facts.access.effects(node.right)
    assert {place.symbol.name for place in one.writes} == {"kept"}
    assert clash(one.writes, other.writes) is None


def test_a_function_that_is_only_declared_is_passed_over() -> None:
    facts = _facts(
        "#version 450\nlayout(local_size_x = 1) in;\nint there();\n"
        "int near() { return there(); }\nvoid main() { near(); }"
    )
    assert _names(facts.order_from_leaves()) == ["near", "main"]
    (entry,) = [function for function in facts.definitions if function.name == "main"]
    assert _names(facts.reached_from(entry)) == ["near", "main"]
