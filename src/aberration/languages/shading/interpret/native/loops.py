"""Loops of the generated text."""

from __future__ import annotations

import ast
from typing import Final

from .kinds import COUNTING, INT, Counting
from .lists import integer_of
from .terms import Term
from .writer import NativeWriter, Statements


def _while(w: NativeWriter, node: ast.While) -> None:
    endless = isinstance(node.test, ast.Constant)
    if isinstance(node.test, ast.Constant) and not node.test.value:
        return
    before = set(w.written)
    exits: list[set[str]] = []
    w.exits.append(exits)
    w.line("for (;;) {")
    if not endless:
        test = w.number(node.test)
        w.line(f"if (!({test.text})) break;")
        exits.append(set(w.written))
    _turns(w, node.body)
    w.exits.pop()
    w.alive = bool(exits)
    w.written = set.intersection(*exits) if exits else before


def _turns(w: NativeWriter, nodes: list[ast.stmt]) -> None:
    w.statements(nodes)
    w.line("}")
    w.alive = True


def count_range(w: NativeWriter, name: str, node: ast.Call) -> None:
    """`t = range(first, bound, step)`: where it begins, and how many turns there are."""
    variable = w.declare(name, COUNTING)
    first, count, _ = _range(w, node)
    w.line(f"{variable.text}_from = {first.text}; {variable.text}_to = {count};")
    w.steps[name] = _step(node)


def _range(w: NativeWriter, node: ast.Call) -> tuple[Term, str, int]:
    first, bound = (w.spill(w.number(node.args[0])), w.spill(w.number(node.args[1])))
    step = _step(node)
    if step > 0:
        text = f"turns_up({first.text}, {bound.text}, {step}LL)"
    else:
        text = f"turns_up({bound.text}, {first.text}, {-step}LL)"
    if isinstance(first.literal, int) and isinstance(bound.literal, int):
        text = f"{len(range(first.literal, bound.literal, step))}LL"
    return first, text, step


def _for(w: NativeWriter, node: ast.For) -> None:
    assert isinstance(node.target, ast.Name)
    if isinstance(node.iter, ast.Name):
        variable = w.variables[node.iter.id]
        assert isinstance(variable.kind, Counting)
        first, count, step = (f"{variable.text}_from", f"{variable.text}_to", w.steps[node.iter.id])
    else:
        assert isinstance(node.iter, ast.Call)
        start, count, step = _range(w, node.iter)
        first = w.fresh_name("k")
        w.line(f"int64_t {first} = {start.text};")
    turn, end = w.fresh_name("k"), w.fresh_name("k")
    before = set(w.written)
    counter = w.declare(node.target.id, INT)
    exits = [before]
    w.exits.append(exits)
    w.line(f"int64_t {end} = {count}, {turn};")
    w.line(f"for ({turn} = 0; {turn} < {end}; {turn}++) {{")
    by = turn if step == 1 else f"{turn} * {step}LL"
    w.line(f"{counter.text} = {first} + {by};")
    w.written = set(before) | {node.target.id}
    _turns(w, node.body)
    w.exits.pop()
    w.written = set.intersection(*exits)


def _break(w: NativeWriter, _node: ast.Break) -> None:
    w.exits[-1].append(set(w.written))
    w.line("break;")
    w.alive = False


def _continue(w: NativeWriter, _node: ast.Continue) -> None:
    w.line("continue;")
    w.alive = False


def _step(node: ast.Call) -> int:
    return integer_of(node.args[2]) if len(node.args) == 3 else 1


LOOPS: Final[Statements] = {
    ast.While: _while,
    ast.For: _for,
    ast.Break: _break,
    ast.Continue: _continue,
}
