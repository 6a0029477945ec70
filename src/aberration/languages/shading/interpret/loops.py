"""Loops and switches: as Python's loops, with a budget of turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..checker.symbols import VariableSymbol
from ..tree import (
    Assign,
    Binary,
    Block,
    Break,
    Continue,
    Declare,
    DoWhile,
    Expression,
    For,
    Increment,
    Literal,
    Loop,
    Name,
    Node,
    Return,
    Statement,
    Switch,
    Variable,
    While,
)
from ..tree.walk import walk
from ..types import ABSTRACT_INT, INT, UINT, Type
from .expressions import ExpressionsPart
from .facts import Facts
from .value import Value

_TURN: Final = ("turns -= 1", "if turns < 0: raise StepLimit")


class Frame:
    """A loop or switch of Python that surrounds statements. `next` writes what a turn does before
    its next one.

    `flag` is the variable by which a switch tells that a `continue` in it means the loop around it.
    """

    __slots__ = ("flag", "is_loop", "next", "used")

    def __init__(
        self, is_loop: bool, next_: Callable[[], None] | None = None, flag: str = ""
    ) -> None:
        self.is_loop: Final = is_loop
        self.next: Final = next_
        self.flag: Final = flag
        self.used = False


class LoopsPart(ExpressionsPart):
    """Loops and switches."""

    frames: list[Frame]

    @property
    def turning(self) -> bool:
        """Whether a statement here may be executed more than once in a call."""
        return any(frame.is_loop for frame in self.frames)

    def block(self, node: Block) -> None:
        raise NotImplementedError

    def variable(self, node: Variable) -> None:
        raise NotImplementedError

    def _turn(self) -> None:
        self.writer.line(_TURN[0])
        self.writer.line(_TURN[1])

    def _body(self, frame: Frame, node: Block) -> None:
        self.frames.append(frame)
        self.block(node)
        self.frames.pop()

    # ---- GLSL's and WGSL's loops

    def for_loop(self, node: For) -> None:
        counted = self._counted(node)
        if counted is not None:
            counted.write(self, node)
            return
        if node.init is not None:
            self.statement(node.init)
        step = node.step

        def following() -> None:
            if step is not None:
                self.statement(step)

        self._while(node, node.condition, node.body, following)

    def while_loop(self, node: While) -> None:
        self._while(node, node.condition, node.body, lambda: None)

    def _while(
        self,
        node: Node,
        condition: Expression | Statement | None,
        body: Block,
        following: Callable[[], None],
    ) -> None:
        frame = Frame(True, following)
        self.frames.append(frame)
        with self.writer.captured() as lines:
            text = self._loop_condition(condition)
        self.frames.pop()
        self.writer.at(condition if condition is not None else node)
        with self.writer.block(f"while {text}:" if not lines else "while True:"):
            if lines:
                self.writer.extend(lines)
                self.writer.line(f"if not {text}: break")
            self._turn()
            self._body(frame, body)
            following()

    def _loop_condition(self, condition: Expression | Statement | None) -> str:
        if condition is None:
            return "True"
        if isinstance(condition, Expression):
            return self.condition(condition)
        assert isinstance(condition, Declare)
        self.statement(condition)
        (variable,) = condition.variables
        return self.names_of(self.typing.declared[id(variable)])[0]

    def do_while(self, node: DoWhile) -> None:
        def following() -> None:
            self.writer.at(node.condition)
            self.writer.line(f"if not {self.condition(node.condition)}: break")

        with self.writer.block("while True:"):
            self._turn()
            self._body(Frame(True, following), node.body)
            following()

    def loop(self, node: Loop) -> None:
        def following() -> None:
            if node.continuing is not None:
                self.block(node.continuing)
            if node.break_if is not None:
                self.writer.at(node.break_if)
                self.writer.line(f"if {self.condition(node.break_if)}: break")

        with self.writer.block("while True:"):
            self._turn()
            self._body(Frame(True, following), node.body)
            following()

    def break_statement(self, node: Break) -> None:
        self.writer.effect("break")

    def continue_statement(self, node: Continue) -> None:
        frame = self.frames[-1]
        if frame.is_loop:
            if frame.next is not None:
                frame.next()
            self.writer.effect("continue")
            return
        frame.used = True
        self.writer.line(f"{frame.flag} = True")
        self.writer.effect("break")

    # ---- switches

    def switch(self, node: Switch) -> None:
        """A loop of one turn, so that `break` leaves it; clauses are numbered, and entered from
        the chosen one on.
        """
        selector = self.settled(self.shallow(self.value(node.selector)), node.selector)
        table: dict[int, int] = {}
        default = len(node.clauses)
        for number, clause in enumerate(node.clauses):
            default = number if clause.has_default else default
            for label in clause.labels:
                table[self._label(label)] = number
        chosen = self.writer.temporary()
        name = self.give("cases", table)
        self.writer.line(f"{chosen} = {name}.get({selector.text}, {default})")
        frame = Frame(False, flag=self.writer.temporary())
        mark = len(self.writer.lines)
        with self.writer.block("while True:"):
            for number, clause in enumerate(node.clauses):
                self._clause(frame, clause.body, f"if {chosen} <= {number}:", clause.falls_through)
            self.writer.line("break")
        self._continued(frame, mark)

    def _label(self, node: Expression) -> int:
        value = self.constant_of(node)
        if value is None and isinstance(node, Literal):
            value = node.value
        if not isinstance(value, int):
            raise self.refuse("a case label that is not known")
        return value

    def _clause(self, frame: Frame, body: Block, head: str, falls_through: bool) -> None:
        with self.writer.block(head):
            self._body(frame, body)
            if not falls_through:
                self.writer.line("break")

    def _continued(self, frame: Frame, mark: int) -> None:
        if not frame.used:
            return
        self.writer.insert(mark, f"{frame.flag} = False")
        with self.writer.block(f"if {frame.flag}:"):
            self.continue_statement(Continue())

    # ---- loops that count

    def _counted(self, node: For) -> Counted | None:
        return None if self.options.count else counted(node, self.facts, self)

    def plain_value(self, node: Expression, type: Type) -> Value:
        return self.shallow(self.settled(self.value_as(node, type), node))


class Counted:
    """A loop that counts a variable of its own up or down to a bound that stays: Python's
    `range`.
    """

    __slots__ = ("bound", "op", "start", "step", "symbol")

    def __init__(
        self, symbol: VariableSymbol, start: Expression, op: str, bound: Expression, step: int
    ) -> None:
        self.symbol: Final = symbol
        self.start: Final = start
        self.op: Final = op
        self.bound: Final = bound
        self.step: Final = step

    def write(self, part: LoopsPart, node: For) -> None:
        start, bound = part.values(
            [
                lambda: part.plain_value(self.start, self.symbol.type),
                lambda: part.plain_value(self.bound, self.symbol.type),
            ]
        )
        extra = {"<=": " + 1", ">=": " - 1"}.get(self.op, "")
        stop = f"{bound.text}{extra}"
        step = "" if self.step == 1 else f", {self.step}"
        (name,) = part.names_of(self.symbol)
        part.ranges[self.symbol] = self._range(start, bound)
        upfront = not any(isinstance(below, Break | Return) for below in walk(node.body))
        part.writer.at(node)
        if upfront:
            turns = part.writer.temporary()
            part.writer.line(f"{turns} = range({start.text}, {stop}{step})")
            part.writer.line(f"turns -= len({turns})")
            part.writer.line("if turns < 0: raise StepLimit")
            stop_text = turns
        else:
            stop_text = f"range({start.text}, {stop}{step})"
        frame = Frame(True)
        with part.writer.block(f"for {name} in {stop_text}:"):
            if not upfront:
                part._turn()
            part._body(frame, node.body)

    def _range(self, start: Value, bound: Value) -> tuple[int, int]:
        """The values of the variable in a turn; where there surely is none, one value stands
        for them.
        """
        if self.step > 0:
            return start.low, max(start.low, bound.high - (self.op == "<"))
        return min(bound.low + (self.op == ">"), start.high), start.high


def counted(node: For, facts: Facts, part: LoopsPart) -> Counted | None:
    """Return how a loop counts, or None if it is of another kind."""
    init, condition, step = node.init, node.condition, node.step
    if (
        not isinstance(init, Declare)
        or len(init.variables) != 1
        or not isinstance(condition, Binary)
    ):
        return None
    variable = init.variables[0]
    symbol = facts.typing.declared[id(variable)]
    if symbol.type not in (INT, UINT) or variable.init is None or part.is_in_memory(symbol):
        return None
    if not _is_of(variable.init, symbol.type, part) or not _is_of(
        condition.right, symbol.type, part
    ):
        return None
    by = _step(step, symbol, facts)
    if by is None or not _is(condition.left, symbol, facts) or _writes(node.body, symbol, facts):
        return None
    if not _matches(condition.op, by) or not _stays(condition.right, node.body, facts, part):
        return None
    found = Counted(symbol, variable.init, condition.op, condition.right, by)
    return found if _is_safe(found, part) else None


def _is_of(node: Expression, type: Type, part: LoopsPart) -> bool:
    given = part.type_of(node)
    return given is type or given is ABSTRACT_INT


def _step(node: Statement | None, symbol: VariableSymbol, facts: Facts) -> int | None:
    if isinstance(node, Increment) and _is(node.target, symbol, facts):
        return 1 if node.op == "++" else -1
    if not isinstance(node, Assign) or node.target is None or not _is(node.target, symbol, facts):
        return None
    if node.op in ("+=", "-=") and isinstance(node.value, Literal):
        amount = int(node.value.value)
        return (amount if node.op == "+=" else -amount) if 0 < amount < 1 << 16 else None
    return _explicit_step(node, symbol, facts)


def _explicit_step(node: Assign, symbol: VariableSymbol, facts: Facts) -> int | None:
    value = node.value
    if node.op != "=" or not isinstance(value, Binary) or value.op not in ("+", "-"):
        return None
    if not _is(value.left, symbol, facts) or not isinstance(value.right, Literal):
        return None
    amount = int(value.right.value)
    return (amount if value.op == "+" else -amount) if 0 < amount < 1 << 16 else None


def _is(node: Expression, symbol: VariableSymbol, facts: Facts) -> bool:
    return isinstance(node, Name) and facts.typing.symbols.get(id(node)) is symbol


def _writes(body: Block, symbol: VariableSymbol, facts: Facts) -> bool:
    if symbol in facts.unsure:
        return True
    for below in walk(body):
        if isinstance(below, Assign | Increment) and below.target is not None:
            place = facts.access.place_of(below.target)
            if place is not None and place.symbol is symbol:
                return True
        elif isinstance(below, Expression) and any(
            place.symbol is symbol for place in facts.access.effects(below).writes
        ):
            return True
    return False


def _matches(op: str, step: int) -> bool:
    return op in (("<", "<=") if step > 0 else (">", ">="))


def _stays(node: Expression, body: Block, facts: Facts, part: LoopsPart) -> bool:
    """Whether a bound is the same at every turn: a constant, or a local variable that the body
    leaves alone.
    """
    if isinstance(node, Literal) or part.constant_of(node) is not None:
        return True
    if not isinstance(node, Name):
        return False
    symbol = facts.typing.symbols.get(id(node))
    if symbol is None or part.is_in_memory(symbol) or not part.is_written_first(symbol):
        return False
    if symbol.role in ("const", "let"):
        return True
    local = symbol.role == "param" or (isinstance(symbol.node, Variable) and symbol in facts.locals)
    return local and not _writes(body, symbol, facts)


def _is_safe(loop: Counted, part: LoopsPart) -> bool:
    """Whether the variable cannot wrap round before the bound is passed."""
    known = part.constant_of(loop.bound)
    if known is None and isinstance(loop.bound, Literal):
        known = loop.bound.value
    if isinstance(known, int):
        return -(2**31) + (1 << 17) < known < 2**31 - (1 << 17) and not (
            loop.symbol.type is UINT and loop.step < 0
        )
    return abs(loop.step) == 1 and loop.op in ("<", ">") and loop.symbol.type is INT
