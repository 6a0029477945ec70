"""Loops of the generated text."""

from __future__ import annotations

import ast
from typing import Any, Final

from .calls import CallsPart
from .kinds import COUNTING, INT, Counting
from .lines import Term
from .lists import integer_of


class Loop:
    """A loop around statements: what is sure to be written where it is left by `break`."""

    __slots__ = ("exits",)

    def __init__(self) -> None:
        self.exits: Final[list[set[str]]] = []


class LoopsPart(CallsPart):
    """Loops."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.loops: list[Loop] = []
        self.steps: Final[dict[str, int]] = {}

    def statements(self, nodes: list[ast.stmt]) -> None:
        raise NotImplementedError

    def while_loop(self, node: ast.While) -> None:
        endless = isinstance(node.test, ast.Constant)
        if isinstance(node.test, ast.Constant) and not node.test.value:
            return
        before = set(self.written)
        loop = Loop()
        self.loops.append(loop)
        self.line("for (;;) {")
        if not endless:
            test = self.number(node.test)
            self.line(f"if (!({test.text})) break;")
            loop.exits.append(set(self.written))
        self._turns(node.body)
        self.loops.pop()
        self.alive = bool(loop.exits)
        self.written = set.intersection(*loop.exits) if loop.exits else before

    def _turns(self, nodes: list[ast.stmt]) -> None:
        self.statements(nodes)
        self.line("}")
        self.alive = True

    def counting(self, name: str, node: ast.Call) -> None:
        """`t = range(first, bound, step)`: where it begins, and how many turns there are."""
        variable = self.declare(name, COUNTING)
        first, count, _ = self._range(node)
        self.line(f"{variable.text}_from = {first.text}; {variable.text}_to = {count};")
        self.steps[name] = _step(node)

    def _range(self, node: ast.Call) -> tuple[Term, str, int]:
        first, bound = (
            self.spilled(self.number(node.args[0])),
            self.spilled(self.number(node.args[1])),
        )
        step = _step(node)
        if step > 0:
            text = f"turns_up({first.text}, {bound.text}, {step}LL)"
        else:
            text = f"turns_up({bound.text}, {first.text}, {-step}LL)"
        if isinstance(first.literal, int) and isinstance(bound.literal, int):
            text = f"{len(range(first.literal, bound.literal, step))}LL"
        return first, text, step

    def for_loop(self, node: ast.For) -> None:
        assert isinstance(node.target, ast.Name)
        if isinstance(node.iter, ast.Name):
            variable = self.variables[node.iter.id]
            assert isinstance(variable.kind, Counting)
            first, count, step = (
                f"{variable.text}_from",
                f"{variable.text}_to",
                self.steps[node.iter.id],
            )
        else:
            assert isinstance(node.iter, ast.Call)
            start, count, step = self._range(node.iter)
            first = self.fresh("k")
            self.line(f"int64_t {first} = {start.text};")
        turn, end = self.fresh("k"), self.fresh("k")
        before = set(self.written)
        counter = self.declare(node.target.id, INT)
        loop = Loop()
        loop.exits.append(before)
        self.loops.append(loop)
        self.line(f"int64_t {end} = {count}, {turn};")
        self.line(f"for ({turn} = 0; {turn} < {end}; {turn}++) {{")
        by = turn if step == 1 else f"{turn} * {step}LL"
        self.line(f"{counter.text} = {first} + {by};")
        self.written = set(before) | {node.target.id}
        self._turns(node.body)
        self.loops.pop()
        self.written = set.intersection(*loop.exits)

    def jump_out(self, _node: ast.Break) -> None:
        self.loops[-1].exits.append(set(self.written))
        self.line("break;")
        self.alive = False

    def jump_on(self, _node: ast.Continue) -> None:
        self.line("continue;")
        self.alive = False


def _step(node: ast.Call) -> int:
    return integer_of(node.args[2]) if len(node.args) == 3 else 1
