"""Reading the calls of GLSL and ESSL: functions with parameters that are copied back,
constructors, atomics.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol
from ..tree import (
    AddressOf,
    Assign,
    AssignExpr,
    Binary,
    Block,
    Break,
    Call,
    CallStatement,
    Deref,
    Expression,
    Field,
    If,
    IncrementExpr,
    Literal,
    Name,
    Statement,
)
from ..types import INT, UINT, VOID, Array, Matrix, Type, Vector
from .family_expressions import FamilyExpressions
from .values import Place, Value, call

_ATOMICS: Final = (
    "atomicAdd",
    "atomicMin",
    "atomicMax",
    "atomicAnd",
    "atomicOr",
    "atomicXor",
    "atomicExchange",
)


class Arguments(NamedTuple):
    """`after` are the places to which results are copied back, with what holds them."""

    exprs: list[Value]
    after: list[tuple[Place, Value, Expression]]


class FamilyCalls(FamilyExpressions):
    """Calls."""

    def call(self, node: Call) -> Value:
        if isinstance(node.callee, Field):
            return self._length(node.callee)
        callee = self.typing.callee_of(node)
        if isinstance(callee, Overload):
            return self._builtin(node, callee)
        if isinstance(callee, FunctionSymbol):
            return self._user(node, callee)
        values = self.values(node.args)
        self.emitter.node = node
        made: Value = self.emitter.construct(self.typing.types[id(node)], values)
        return made

    def _length(self, callee: Field) -> Value:
        type = self.type_of(callee.base)
        size = (
            type.size
            if isinstance(type, Array | Vector)
            else type.columns
            if isinstance(type, Matrix)
            else None
        )
        if size is not None:
            return Value(self.emitter.number(size, INT), INT)
        place = self.place(callee.base)
        if not self.emitter.rules.reason("Call") and self.has_methods:
            return Value(Call(Field(place.expr, "length")), INT)
        return Value(Call(Name("i32"), (call("arrayLength", AddressOf(place.expr)),)), INT)

    @property
    def has_methods(self) -> bool:
        """Whether the target writes `a.length()`."""
        return not self.emitter.rules.refusal(Call(Field(Name("a"), "length")))

    # ---- functions of the program

    def _user(self, node: Call, callee: FunctionSymbol) -> Value:
        arguments = self._arguments(node.args, callee.types, callee.directions)
        made: Expression = Call(
            Name(self.functions[callee]), tuple(value.expr for value in arguments.exprs)
        )
        return self._finished(made, callee.result, arguments, stops=self.stops(callee))

    def _finished(
        self, made: Expression, result: Type, arguments: Arguments, *, stops: bool
    ) -> Value:
        """Copy back what a call gives through its parameters, and leave where it discarded."""
        if not arguments.after and not stops:
            return Value(made, result)
        found = Value(made, result)
        if result is VOID:
            self.emitter.call_statement(made)
            found = Value(Literal("bool", True), VOID)
        else:
            found = self.emitter.temporary(found, "result")
        for place, held, target in arguments.after:
            self.store(place, self.converted(held, place.type), target)
        if stops:
            self.emitter.emit(If(Name(self.discarded), Block((self.leaving(),))))
        return found

    discarded = ""
    """The target's variable that says that this invocation has discarded."""

    def leaving(self) -> Statement:
        """Return the statement that leaves the function at once."""
        raise NotImplementedError

    def _arguments(
        self, nodes: Sequence[Expression], types: Sequence[Type], directions: Sequence[str]
    ) -> Arguments:
        exprs: list[Value] = []
        after: list[tuple[Place, Value, Expression]] = []
        passed: list[str] = []
        for node, type, direction in zip(nodes, types, directions, strict=True):
            mark = len(self.emitter.out)
            if direction == "in":
                value = self.value_as(node, type)
            else:
                value = self._passed(node, type, direction, passed, after)
            if len(self.emitter.out) > mark:
                self._keep_values(mark, exprs, directions)
            exprs.append(value)
        return Arguments(exprs, after)

    def _keep_values(self, mark: int, exprs: list[Value], directions: Sequence[str]) -> None:
        """Keep the arguments so far that are values, not the places that are passed."""
        values = [
            one for one, direction in zip(exprs, directions, strict=False) if direction == "in"
        ]
        self.emitter.kept_before(mark, values)
        again = iter(values)
        places = zip(exprs, directions, strict=False)
        exprs[:] = [next(again) if direction == "in" else one for one, direction in places]

    def _passed(
        self,
        node: Expression,
        type: Type,
        direction: str,
        passed: list[str],
        after: list[tuple[Place, Value, Expression]],
    ) -> Value:
        """Return how a place is passed: itself where the target takes it so, else a variable
        that is copied back.
        """
        has_pointers = self.passes_pointers
        place = self.place(node, fix=has_pointers)
        if not has_pointers and place.type is type:
            return Value(self.emitter.target(place), type)
        direct = self._pointer(place, type, passed) if has_pointers else None
        if direct is not None:
            return Value(direct, type)
        init = None if direction == "out" else self.converted(self.load(place, node), type).expr
        held: Value = self.emitter.variable(type, init, "passed")
        after.append((place, held, node))
        return Value(AddressOf(held.expr) if has_pointers else held.expr, type)

    def _pointer(self, place: Place, type: Type, passed: list[str]) -> Expression | None:
        """Return a pointer to a whole local variable that no other argument points to."""
        if place.type is not type or place.swizzle:
            return None
        expr = place.expr
        if (
            isinstance(expr, Deref)
            and isinstance(expr.operand, Name)
            and expr.operand.name not in passed
        ):
            passed.append(expr.operand.name)
            return expr.operand
        if isinstance(expr, Name) and expr.name in self.local_memory and expr.name not in passed:
            passed.append(expr.name)
            return AddressOf(expr)
        return None

    @property
    def local_memory(self) -> set[str]:
        raise NotImplementedError

    # ---- built-in functions

    def _builtin(self, node: Call, callee: Overload) -> Value:
        if callee.builtin.theme == "atomic":
            return self._atomic(node, callee)
        if callee.builtin.theme in ("texture", "image", "wgsl texture"):
            raise self.emitter.refuse("textures", callee.name, node)
        if callee.builtin.theme == "barrier":
            raise self.emitter.refuse("barrier", f"{callee.name}() inside of an expression", node)
        arguments = self._arguments(node.args, callee.types, callee.directions)
        self.emitter.node = node
        found = self.builtins.value(callee, arguments.exprs)
        return self._finished(found.expr, found.type, arguments, stops=False)

    def _atomic(self, node: Call, callee: Overload) -> Value:
        if callee.types[0] not in (INT, UINT) or callee.builtin.name not in (
            *_ATOMICS,
            "atomicCompSwap",
        ):
            raise self.emitter.refuse("built-in function", callee.name, node)
        place = self.place(node.args[0], fix=self.hoists)
        values = self.values(node.args[1:], callee.types[1:])
        if not self.passes_pointers:
            made = Call(Name(callee.name), (place.expr, *(value.expr for value in values)))
            return Value(made, callee.result)
        if callee.builtin.name == "atomicCompSwap":
            return self._exchanged(place, values, callee.result)
        return Value(
            call(callee.builtin.name, AddressOf(place.expr), values[0].expr), callee.result
        )

    def _exchanged(self, place: Place, values: list[Value], type: Type) -> Value:
        """WGSL's exchange may fail for no reason, and is then tried again."""
        emitter = self.emitter
        compared, new = emitter.temporary(values[0]), emitter.temporary(values[1])
        old = emitter.variable(type, None, "old")
        with emitter.collected() as body:
            name = emitter.names.local("tried")
            tried = call(
                "atomicCompareExchangeWeak", AddressOf(place.expr), compared.expr, new.expr
            )
            emitter.emit(emitter.untyped(name, tried))
            self.set(old, Value(Field(Name(name), "old_value"), type))
            done = Binary(
                "||", Field(Name(name), "exchanged"), Binary("!=", old.expr, compared.expr)
            )
            emitter.emit(If(done, Block((Break(),))))
        emitter.loop([], None, body, [])
        emitter.fixed.add(old.expr.name)
        return Value(old.expr, type)

    # ---- calls and other expressions as statements

    def call_alone(self, node: Call) -> None:
        """Write a call whose value nobody wants."""
        value = self.value(node)
        self.alone(value)

    def alone(self, value: Value) -> None:
        expr = value.expr
        emitter = self.emitter
        if isinstance(expr, Call) and (value.type is VOID or isinstance(expr.callee, Name)):
            must_use = (
                value.type is not VOID and emitter.wanted.ordered and not self._may_drop(expr)
            )
            emitter.emit(Assign("=", None, expr) if must_use else CallStatement(expr))
        elif isinstance(expr, AssignExpr):
            emitter.emit(Assign(expr.op, expr.target, expr.value))
        elif isinstance(expr, IncrementExpr):
            emitter.emit(self.increment_of(expr))
        elif value.type is not VOID:
            self.drop(value)

    def increment_of(self, node: IncrementExpr) -> Statement:
        from ..tree import Increment

        return Increment(node.op, node.target)

    def _may_drop(self, node: Call) -> bool:
        name = node.callee.name if isinstance(node.callee, Name) else ""
        return name in self.functions.values() or name.startswith("atomic")
