"""Loops and switches: as Python's loops, with a budget of turns."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from ..tree import (
    Block,
    Break,
    Continue,
    Declare,
    DoWhile,
    Expression,
    For,
    Loop,
    Node,
    Return,
    Statement,
    Switch,
    While,
)
from ..tree.walk import walk
from .conversion import settled_as
from .counting import CountedLoop, counted_loop
from .generator import Frame, Generator, Statements
from .settling import condition_text, in_order, spill_text
from .trap import Refused

_TURN: Final = ("turns -= 1", "if turns < 0: raise StepLimit")


def _write_turn(gen: Generator) -> None:
    for line in _TURN:
        gen.writer.line(line)


def _write_body(gen: Generator, frame: Frame, node: Block) -> None:
    gen.frames.append(frame)
    gen.block(node)
    gen.frames.pop()


# ---- GLSL's and WGSL's loops


def _for_loop(gen: Generator, node: For) -> None:
    counted = None if gen.options.count else counted_loop(gen, node)
    if counted is not None:
        _count(gen, counted, node)
        return
    if node.init is not None:
        gen.statement(node.init)
    step = node.step

    def following() -> None:
        if step is not None:
            gen.statement(step)

    _while(gen, node, node.condition, node.body, following)


def _while_loop(gen: Generator, node: While) -> None:
    _while(gen, node, node.condition, node.body, lambda: None)


def _while(
    gen: Generator,
    node: Node,
    condition: Expression | Statement | None,
    body: Block,
    following: Callable[[], None],
) -> None:
    frame = Frame(True, following)
    gen.frames.append(frame)
    # A condition may need statements of its own (a call, an assignment). These have to be done
    # before each turn, so they go inside the loop.
    with gen.writer.capture() as lines:
        text = _loop_condition(gen, condition)
    gen.frames.pop()
    gen.writer.at(condition if condition is not None else node)
    with gen.writer.block(f"while {text}:" if not lines else "while True:"):
        if lines:
            gen.writer.lines += lines
            gen.writer.line(f"if not {text}: break")
        _write_turn(gen)
        _write_body(gen, frame, body)
        following()


def _loop_condition(gen: Generator, condition: Expression | Statement | None) -> str:
    if condition is None:
        return "True"
    if isinstance(condition, Expression):
        return condition_text(gen, condition)
    assert isinstance(condition, Declare)
    gen.statement(condition)
    (variable,) = condition.variables
    return gen.names_of(gen.typing.declared[id(variable)])[0]


def _do_while(gen: Generator, node: DoWhile) -> None:
    def following() -> None:
        gen.writer.at(node.condition)
        gen.writer.line(f"if not {condition_text(gen, node.condition)}: break")

    _repeat(gen, node.body, following)


def _loop(gen: Generator, node: Loop) -> None:
    def following() -> None:
        if node.continuing is not None:
            gen.block(node.continuing)
        if node.break_if is not None:
            gen.writer.at(node.break_if)
            gen.writer.line(f"if {condition_text(gen, node.break_if)}: break")

    _repeat(gen, node.body, following)


def _repeat(gen: Generator, body: Block, following: Callable[[], None]) -> None:
    with gen.writer.block("while True:"):
        _write_turn(gen)
        _write_body(gen, Frame(True, following), body)
        following()


def _break(gen: Generator, node: Break) -> None:
    gen.writer.effect("break")


def _continue(gen: Generator, node: Continue) -> None:
    frame = gen.frames[-1]
    if frame.is_loop:
        # Python's `continue` would skip the step of the `for` and WGSL's `continuing`.
        if frame.next is not None:
            frame.next()
        gen.writer.effect("continue")
        return
    # Out of the loop that stands for the switch first; behind it the flag says that the loop around
    # is to go on.
    frame.used = True
    gen.writer.line(f"{frame.flag} = True")
    gen.writer.effect("break")


# ---- switches


def _switch(gen: Generator, node: Switch) -> None:
    """A loop of one turn, so that `break` leaves it; clauses are numbered, and entered from
    the chosen one on.
    """
    selector = condition_text(gen, node.selector)
    table: dict[int, int] = {}
    # Without a default no clause has this number, and all are skipped.
    default = len(node.clauses)
    for number, clause in enumerate(node.clauses):
        default = number if clause.has_default else default
        for label in clause.labels:
            table[_label(gen, label)] = number
    chosen = gen.writer.temporary()
    name = gen.add_object("cases", table)
    gen.writer.line(f"{chosen} = {name}.get({selector}, {default})")
    frame = Frame(False, flag=gen.writer.temporary())
    mark = len(gen.writer.lines)
    with gen.writer.block("while True:"):
        for number, clause in enumerate(node.clauses):
            _clause(gen, frame, clause.body, f"if {chosen} <= {number}:", clause.falls_through)
        gen.writer.line("break")
    if frame.used:
        gen.writer.insert(mark, f"{frame.flag} = False")
        with gen.writer.block(f"if {frame.flag}:"):
            _continue(gen, Continue())


def _label(gen: Generator, node: Expression) -> int:
    value = gen.integer_of(node)
    if value is None:
        raise Refused("a case label that is not known")
    return value


def _clause(gen: Generator, frame: Frame, body: Block, head: str, falls_through: bool) -> None:
    with gen.writer.block(head):
        _write_body(gen, frame, body)
        if not falls_through:
            gen.writer.line("break")


# ---- loops that count


def _count(gen: Generator, loop: CountedLoop, node: For) -> None:
    ends, type = (loop.start, loop.bound), loop.symbol.type
    start, bound = in_order(gen, [partial(settled_as, gen, end, type) for end in ends])
    extra = {"<=": " + 1", ">=": " - 1"}.get(loop.op, "")
    stop = f"{bound.text}{extra}"
    step = "" if loop.step == 1 else f", {loop.step}"
    (name,) = gen.names_of(loop.symbol)
    gen.ranges[loop.symbol] = loop.range_of(start, bound)
    # Where nothing leaves the loop early, its turns are paid for at once.
    upfront = not any(isinstance(below, Break | Return) for below in walk(node.body))
    gen.writer.at(node)
    values = f"range({start.text}, {stop}{step})"
    if upfront:
        values = spill_text(gen, values)
        gen.writer.line(f"turns -= len({values})")
        gen.writer.line(_TURN[1])
    with gen.writer.block(f"for {name} in {values}:"):
        if not upfront:
            _write_turn(gen)
        _write_body(gen, Frame(True), node.body)


LOOPS: Final[Statements] = {
    For: _for_loop,
    While: _while_loop,
    DoWhile: _do_while,
    Loop: _loop,
    Switch: _switch,
    Break: _break,
    Continue: _continue,
}
