"""Loops of a known number of turns, in each form that a language has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.languages.shading.tree import (
    Assign,
    Block,
    Break,
    Continue,
    Declare,
    DoWhile,
    For,
    If,
    Increment,
    Name,
    Statement,
    Variable,
    While,
)
from aberration.languages.shading.tree import Loop as LoopNode
from aberration.languages.shading.types import INT, UINT, Scalar

from ..bodies import write_body
from ..builder import Builder, LoopContext, block_of, pick, storing
from ..expr import Expr, literal, read_of
from ..memory import Memory, Signal, Step, run_all
from ..operation import apply_named
from ..plan import Leave, Loop
from ..values import wrap

_MOST_TURNS: Final = 12
_DEEPEST: Final = 4


def write_loop(b: Builder, record: Loop) -> bool:
    """Write a loop, and make all its turns."""
    if b.state.depth >= _DEEPEST:
        return False
    plan, is_live = _Counting(b, record), b.is_live
    counter = Declare(variables=(plan.declared,))
    if plan.form != "for":
        b.emit(counter, plan.start)
    elif b.is_live:
        plan.start(b.memory)
    body = _write_turn(b, record, plan)

    def run(memory: Memory) -> Signal:
        if plan.form == "for":
            plan.start(memory)
        return _run(plan, body, memory)

    b.emit_written(_FORMS[plan.form](b, plan, body), run)
    _finish(b, plan, body, is_live=is_live)
    return True


class _Counting:
    """How a loop counts: its counter, its end, its turns."""

    def __init__(self, b: Builder, record: Loop) -> None:
        scalar = UINT if record.unsigned else INT
        count = min(max(record.turns, 1), _MOST_TURNS)
        stride = max(record.stride, 1)
        self.form: Final = record.form if record.form in _forms(b) else "for"
        self.down: Final = record.down
        self.name: Final = b.name("k")
        first = count * stride if record.down else 0
        last = 0 if record.down else count * stride
        sign = -stride if record.down else stride
        self.values: Final = tuple(first + k * sign for k in range(count))
        self.counter: Final = read_of(Name(name=self.name), scalar, self.name)
        start = literal(b.syntax, scalar, first)
        end = literal(b.syntax, scalar, last)
        if record.down:
            start = _opaque(b, record, scalar, first) or start
        else:
            end = _opaque(b, record, scalar, last) or end
        self.test: Final = apply_named(b, "greater" if record.down else "less", self.counter, end)
        self.over: Final = apply_named(
            b, "less or equal" if record.down else "greater or equal", self.counter, end
        )
        self.declared: Final = Variable(
            kind="var", name=self.name, type=b.syntax.type(scalar), init=start.node,
            storage="function",
        )  # fmt: skip
        self.start: Final = storing(self.name, start.value)
        self.step: Final = _step(b, self.name, scalar, stride, down=record.down)
        change = wrap(sign, scalar)

        def count_on(memory: Memory) -> None:
            memory.values[self.name] = wrap(memory.values[self.name] + change, scalar)

        self.count_on: Final[Callable[[Memory], None]] = count_on

    @property
    def counts_first(self) -> bool:
        """Whether the body counts before all else: a `continue` must not pass over it."""
        return self.form in ("while", "do")


def _forms(b: Builder) -> tuple[str, ...]:
    return ("for", "while", "loop", "break if") if b.wgsl else ("for", "while", "do")


def _opaque(b: Builder, record: Loop, scalar: Scalar, wanted: int) -> Expr | None:
    """Return the number wanted, as the distance of a known value to a constant; None where there
    is nothing to compute it of.

    Only what the loop cannot change may stand in its end: values that no variable holds.
    """
    if not record.opaque or b.is_tame:
        return None
    fixed = {known.root for known in b.state.known if known.root and not known.writable}
    found = [one for one in b.candidates(scalar) if one[1].reads and one[1].reads <= fixed]
    if not found:
        return None
    base = pick(found, record.operand)
    value = b.value(base)
    distance = wrap((wanted if value is None else value) - wanted, scalar)
    return apply_named(b, "subtract", base, literal(b.syntax, scalar, distance))


def _step(b: Builder, name: str, scalar: Scalar, stride: int, *, down: bool) -> Statement:
    target = Name(name=name)
    if stride == 1:
        return Increment(op="--" if down else "++", target=target)
    value = b.syntax.literal(stride, scalar)
    return Assign(op="-=" if down else "+=", target=target, value=value)


# ---- turns


def _write_turn(b: Builder, record: Loop, plan: _Counting) -> list[Step]:
    """Write the body, which makes its first turn."""
    if b.is_live:
        b.memory.turn()
        if plan.counts_first:
            plan.count_on(b.memory)
    outside = b.state.loop
    values = plan.values
    if plan.counts_first:
        change = values[1] - values[0] if len(values) > 1 else 1
        values = tuple(value + change for value in values)
    known = list(b.state.known)
    b.know(plan.name, plan.counter.type, writable=False, folded=False)
    b.state.loop = LoopContext(plan.counter, values)
    body = write_body(b, record.body, 0, is_live=True)
    b.state.loop = outside
    b.state.known = known
    return body


def _finish(b: Builder, plan: _Counting, body: list[Step], *, is_live: bool) -> None:
    """Make the turns that are left once the first is made."""
    if not is_live:
        return
    signal, b.state.signal = b.state.signal, ""
    b.state.signal = _go_on(plan, body, b.memory, signal)


def _run(plan: _Counting, body: list[Step], memory: Memory) -> Signal:
    """Make all turns."""
    if plan.form in ("for", "while", "loop") and not plan.test.value(memory):
        return ""
    return _go_on(plan, body, memory, _turn(plan, body, memory))


def _go_on(plan: _Counting, body: list[Step], memory: Memory, signal: Signal) -> Signal:
    """Make the turns after one that ended with a signal."""
    while signal not in ("break", "return"):
        if not plan.counts_first:
            plan.count_on(memory)
        if not plan.test.value(memory):
            return ""
        signal = _turn(plan, body, memory)
    return "return" if signal == "return" else ""


def _turn(plan: _Counting, body: list[Step], memory: Memory) -> Signal:
    memory.turn()
    if plan.counts_first:
        plan.count_on(memory)
    return run_all(body, memory)


# ---- how each form is written


def _for(b: Builder, plan: _Counting, body: list[Step]) -> Statement:
    return For(
        init=Declare(variables=(plan.declared,)),
        condition=plan.test.node,
        step=plan.step,
        body=block_of(body),
    )


def _while(b: Builder, plan: _Counting, body: list[Step]) -> Statement:
    return While(condition=plan.test.node, body=_with_first(plan.step, body))


def _do(b: Builder, plan: _Counting, body: list[Step]) -> Statement:
    return DoWhile(body=_with_first(plan.step, body), condition=plan.test.node)


def _loop(b: Builder, plan: _Counting, body: list[Step]) -> Statement:
    way_out = If(condition=plan.over.node, then=Block(statements=(Break(),)))
    continuing = Block(statements=(plan.step,))
    return LoopNode(body=_with_first(way_out, body), continuing=continuing)


def _break_if(b: Builder, plan: _Counting, body: list[Step]) -> Statement:
    return LoopNode(
        body=block_of(body),
        continuing=Block(statements=(plan.step,)),
        break_if=plan.over.node,
    )


def _with_first(first: Statement, body: list[Step]) -> Block:
    return Block(statements=(first, *block_of(body).statements))


_FORMS: Final[dict[str, Callable[[Builder, _Counting, list[Step]], Statement]]] = {
    "for": _for,
    "while": _while,
    "do": _do,
    "loop": _loop,
    "break if": _break_if,
}


# ---- leaving


def write_leave(b: Builder, record: Leave) -> bool:
    """Write `if (i == K) { break; }`, or with `continue`."""
    loop = b.state.loop
    if loop is None:
        return False
    turn = loop.turns[record.turn % len(loop.turns)]
    scalar = loop.counter.type
    assert isinstance(scalar, Scalar)
    wanted = literal(b.syntax, scalar, wrap(turn, scalar))
    test = apply_named(b, "equal", loop.counter, wanted)
    leave: Statement = Continue() if record.goes_on else Break()
    signal: Signal = "continue" if record.goes_on else "break"

    def action(memory: Memory) -> Signal:
        return signal if test.value(memory) else ""

    b.emit(If(condition=test.node, then=Block(statements=(leave,))), action)
    return True
