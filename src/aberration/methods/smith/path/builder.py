"""A program while it is written: what has been written, what is in scope, what all variables hold.

Records are written one after the other, and run as they are written. Where one turns out to be
undefined, also in a later turn of a loop around it, all is taken back, and it is written again with
constants for its dangerous operands, or left out.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import msgspec

from aberration.languages.shading.tree import (
    Block,
    Declaration,
    Declare,
    Expression,
    LanguageName,
    Name,
    Statement,
    Variable,
)
from aberration.languages.shading.types import Struct, Type, Vector

from ..generate.fold import FOLD
from ..generate.syntax import Syntax
from .expr import Expr, constant, parts_of_type, read_of, spread
from .memory import Memory, Place, Signal, Step, Undefined, Value
from .plan import AnyRecord, Plan, shallow_mark

T = TypeVar("T")
_LEFT_OUT: Final = 2
"""So often a record was undefined that it is left out."""
_NEWEST: Final = 6
_LITERAL_SHARE: Final = 6
_LARGEST: Final = 24
"""Nodes of an expression that may still be used inside of another one."""


class Known(msgspec.Struct, frozen=True, eq=False):
    """Something in scope: how it is read, and whether it may be written to. `root` is the variable
    that it belongs to; `local`: WGSL may point at it. `folded`: the end of its block folds it.
    `mark` is a number of its own, which stays the same where other records go. `is_global`:
    functions see it, too.
    """

    read: Expr
    root: str
    writable: bool = False
    local: bool = False
    folded: bool = True
    place: Place = ()
    mark: int = 0
    is_global: bool = False


class LoopContext(msgspec.Struct, frozen=True, eq=False):
    """The loop around: its counter, and what that is at each turn."""

    counter: Expr
    turns: tuple[int, ...]


class Routine(msgspec.Struct, frozen=True, eq=False):
    """A function of the program: parameters, result, and how it runs."""

    name: str
    types: tuple[Type, ...]
    directions: tuple[str, ...]
    names: tuple[str, ...]
    result: Type
    steps: tuple[Step, ...]
    mark: int


class Outer(msgspec.Struct, frozen=True, eq=False):
    """A member of the interface: its name, type, first value."""

    name: str
    type: Type
    value: Value
    writable: bool


class State(msgspec.Struct):
    """All that writing a record changes; lists are copied where it may be taken back."""

    known: list[Known]
    steps: list[Step]
    outers: list[Outer]
    declarations: list[Declaration]
    functions: list[Routine]
    structs: list[Struct]
    names: int = 0
    signal: Signal = ""
    is_dead: bool = False
    loop: LoopContext | None = None
    result: Type | None = None
    """What the function around returns; None in `main`."""
    depth: int = 0


class Builder:
    """Writes one program."""

    def __init__(
        self,
        language: LanguageName,
        version: int,
        syntax: Syntax,
        write: Writer,
        *,
        fragment: bool,
    ) -> None:
        self._write_record: Final = write
        self.language: Final = language
        self.version: Final = version
        self.syntax: Final = syntax
        self.wgsl: Final = syntax.wgsl
        self.fragment: Final = fragment
        self.state = State([], [], [], [], [], [])
        self.memory = Memory()
        self.memory.values[FOLD] = 0
        self.place: Place = ()
        self._mark = 0
        self._marks = 0
        self.trouble: dict[Place, int] = {}
        self.done: set[Place] = set()

    # ---- records

    def write_plan(self, plan: Plan, branch: int | None = None) -> None:
        """Write records where the program stands; `branch` tells the bodies of one record apart."""
        outside = self.place
        base = outside if branch is None else (*outside, branch)
        marks = self._mark, self._marks
        for number, record in enumerate(plan):
            self.place = (*base, number)
            self._mark, self._marks = shallow_mark(record), 0
            self._write(record)
        self.place = outside
        self._mark, self._marks = marks

    def _write(self, record: AnyRecord) -> None:
        """Write a record, or take it back as long as something in it is undefined."""
        place, mark, is_live = self.place, self._mark, self.is_live
        while self.trouble.get(place, 0) < _LEFT_OUT:
            saved = self._save()
            try:
                if self._write_record(self, record):
                    self.done.add(place)
                    if is_live:
                        self.memory.ran.add(place)
                return
            except Undefined as met:
                self._restore(saved)
                self.place, self._mark, self._marks = place, mark, 0
                inside = met.place[: len(place)] == place
                blamed = met.place if inside else place
                self.trouble[blamed] = self.trouble.get(blamed, 0) + 1

    @property
    def is_tame(self) -> bool:
        """Whether the record was undefined with the operands that it asked for."""
        return self.trouble.get(self.place, 0) > 0

    def _save(self) -> tuple[Any, ...]:
        state, memory = self.state, self.memory
        kept = msgspec.structs.replace(
            state,
            known=list(state.known),
            steps=list(state.steps),
            outers=list(state.outers),
            declarations=list(state.declarations),
            functions=list(state.functions),
            structs=list(state.structs),
        )
        return kept, dict(memory.values), memory.turns, set(memory.ran), set(self.done)

    def _restore(self, saved: tuple[Any, ...]) -> None:
        memory = self.memory
        self.state, memory.values, memory.turns, memory.ran, self.done = saved

    def mark(self) -> int:
        """Return the next mark of the record that is being written."""
        self._marks += 1
        return mix_marks(self._mark, self._marks)

    # ---- statements

    @property
    def is_live(self) -> bool:
        """Whether control comes here now."""
        return not self.state.is_dead and not self.state.signal

    def name(self, prefix: str) -> str:
        """Return a name that nothing else has."""
        self.state.names += 1
        return f"{prefix}{self.state.names - 1}"

    def emit(self, node: Statement, action: Callable[[Memory], Signal]) -> None:
        """Write a simple statement, and run it where control comes to it."""
        step = Step(node, action, self.place)
        if self.is_live:
            self.state.signal = step.run(self.memory)
        self.state.steps.append(step)

    def emit_written(self, node: Statement, action: Callable[[Memory], Signal]) -> None:
        """Write a statement whose bodies ran as they were written."""
        self.state.steps.append(Step(node, action, self.place))

    @contextmanager
    def block(self, *, is_live: bool) -> Iterator[list[Step]]:
        """Write into a block with a scope of its own."""
        state = self.state
        outside = state.known, state.steps, state.is_dead
        steps: list[Step] = []
        state.known, state.steps = list(state.known), steps
        state.is_dead = state.is_dead or not is_live
        state.depth += 1
        yield steps
        # An exception leaves all as it is: whoever catches it restores the state.
        state = self.state
        steps[:] = state.steps
        state.known, state.steps, state.is_dead = outside
        state.depth -= 1

    def declare(
        self, type: Type, value: Expr, *, prefix: str = "v", fixed: bool = False, fold: bool = True
    ) -> Known:
        """Declare a variable with its first value; `fixed`: WGSL's `let`."""
        name = self.name(prefix)
        written = self.syntax.type(type)
        let = fixed and self.wgsl
        node = Variable(
            kind="let" if let else "var",
            name=name,
            type=None if let else written,
            init=value.node,
            storage="" if let else "function",
        )
        self.emit(Declare(variables=(node,)), storing(name, value.value))
        return self.know(name, type, writable=not let, local=not let, folded=fold)

    def know(
        self,
        name: str,
        type: Type,
        *,
        node: Expression | None = None,
        writable: bool = True,
        local: bool = False,
        folded: bool = True,
        is_global: bool = False,
    ) -> Known:
        """Note a variable as in scope."""
        read = read_of(node or Name(name=name), type, name)
        mark = self.mark()
        known = Known(read, name, writable, local, folded, self.place, mark, is_global)
        self.state.known.append(known)
        return known

    # ---- operands

    def candidates(self, type: Type) -> list[tuple[int, Expr]]:
        """Return what there is of a type, the newest first, each with its mark."""
        return [
            (mix_marks(known.mark, k), one)
            for known in reversed(self.state.known)
            if known.read.size <= _LARGEST
            for k, one in enumerate(parts_of_type(self.syntax, known.read, type))
        ]

    def operand(self, type: Type, number: int) -> Expr:
        """Return the operand of a number: mostly something known, else a constant."""
        found = [] if number % _LITERAL_SHARE == 0 else self.candidates(type)
        if found:
            return pick(found, number)
        return constant(self.syntax, type, (number // _LITERAL_SHARE,))

    def runtime(self, type: Type, number: int) -> Expr | None:
        """Return an operand that is no constant expression; None where there is none. A vector may
        be made of one of its components.
        """
        found = self.candidates(type)
        if found:
            return pick(found, number)
        if not isinstance(type, Vector):
            return None
        one = self.runtime(type.component, number)
        return None if one is None else spread(self.syntax, type, one)

    def variable(self, type: Type, others: Sequence[Type], number: int) -> Known | None:
        """Return the variable of a number: of a type, or where there is none of some others."""
        found = self.variables(type) or self.variables(*others)
        return pick([(known.mark, known) for known in found], number) if found else None

    def variables(self, *types: Type) -> list[Known]:
        """Return the variables of some types that may be written to, the newest first."""
        return [
            known
            for known in reversed(self.state.known)
            if known.writable and known.read.type in types
        ]

    def value(self, expression: Expr) -> Value:
        """Return what an expression is now; None where control does not come here."""
        return expression.value(self.memory) if self.is_live else None


def mix_marks(mark: int, number: int) -> int:
    """Return a mark of 32 bits made of two numbers."""
    return zlib.crc32((number & 0xFFFFFFFF).to_bytes(4, "little"), mark)


def pick(found: Sequence[tuple[int, T]], number: int) -> T:
    """Return what a number stands for: it stays the same where others go, as each has its mark, and
    the least of number and mark together is taken (rendezvous hashing). Odd numbers look at what
    is newest alone.
    """
    some = found[:_NEWEST] if number % 2 else found
    return min(some, key=lambda one: mix_marks(one[0], number))[1]


Writer = Callable[[Builder, AnyRecord], bool]
"""Writes one record; false where it does nothing."""


def storing(name: str, getter: Callable[[Memory], Value]) -> Callable[[Memory], Signal]:
    """Return the action that gives a whole variable a value."""

    def action(memory: Memory) -> Signal:
        memory.values[name] = getter(memory)
        return ""

    return action


def block_of(steps: Sequence[Step]) -> Block:
    return Block(statements=tuple([step.node for step in steps]))
