"""Reading the calls of GLSL and ESSL: functions with parameters that are copied back,
constructors, atomics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ...builtins.signature import Overload
from ...checker.symbols import FunctionSymbol
from ...rules import words
from ...tree import (
    AddressOf,
    Assign,
    AssignExpr,
    Binary,
    Block,
    Break,
    Call,
    CallStatement,
    Declare,
    Deref,
    Expression,
    Field,
    If,
    Increment,
    IncrementExpr,
    Literal,
    Name,
    Return,
    Statement,
    Variable,
)
from ...types import INT, UINT, VOID, Array, Matrix, Type, Vector
from ..builtin_calls import builtin_call
from ..values import TranslatedPlace, TranslatedValue, call, root_name
from .places import drop, give, load, place_of, store
from .reader import FamilyReader, ReadExpression

_ATOMICS: Final = words(
    "atomicAdd atomicMin atomicMax atomicAnd atomicOr atomicXor atomicExchange atomicCompSwap"
)


class Arguments(NamedTuple):
    """`after` are the places to which results are copied back, with what holds them."""

    exprs: list[TranslatedValue]
    after: list[tuple[TranslatedPlace, TranslatedValue, Expression]]


def _call(r: FamilyReader, node: Call) -> TranslatedValue:
    if isinstance(node.callee, Field):
        return _length(r, node.callee)
    callee = r.typing.callee_of(node)
    if isinstance(callee, Overload):
        return _builtin(r, node, callee)
    if isinstance(callee, FunctionSymbol):
        if callee not in r.functions:
            raise r.emitter.refuse("no body", callee.name, node)
        arguments = _arguments(r, node.args, callee.types, callee.directions)
        made = Call(Name(r.functions[callee]), tuple(value.expr for value in arguments.exprs))
        stops = callee in r.discarding and not r.emitter.wanted.discard_returns
        return _finish(r, made, callee.result, arguments, stops=stops)
    values = r.values(node.args)
    r.emitter.node = node
    return r.emitter.construct(r.typing.types[id(node)], values)


def _length(r: FamilyReader, callee: Field) -> TranslatedValue:
    type = r.type_of(callee.base)
    assert isinstance(type, Array | Vector | Matrix)
    size = type.columns if isinstance(type, Matrix) else type.size
    if size is not None:
        return TranslatedValue(r.emitter.number(size, INT), INT)
    place = place_of(r, callee.base)
    rules = r.emitter.rules
    if not rules.reason("Call") and not rules.refusal(Call(Field(Name("a"), "length"))):
        return TranslatedValue(Call(Field(place.expr, "length")), INT)
    return TranslatedValue(Call(Name("i32"), (call("arrayLength", AddressOf(place.expr)),)), INT)


# ---- functions of the program


def _finish(
    r: FamilyReader, made: Expression, result: Type, arguments: Arguments, *, stops: bool
) -> TranslatedValue:
    """Copy back what a call gives through its parameters, and leave where it discarded."""
    if not arguments.after and not stops:
        return TranslatedValue(made, result)
    found = TranslatedValue(made, result)
    if result is VOID:
        r.emitter.call_statement(made)
        found = TranslatedValue(Literal("bool", True), VOID)
    else:
        found = r.emitter.temporary(found, "result")
    for place, held, target in arguments.after:
        store(r, place, r.as_type(held, place.type), target)
    if stops:
        r.emitter.emit(If(Name(r.discarded), Block((leaving(r),))))
    return found


def leaving(r: FamilyReader) -> Statement:
    """Return the statement that leaves the function at once."""
    if r.function is r.shader.entry:
        return r.leaving_entry()
    result = r.function.result
    return Return(None if result is VOID else r.emitter.zero(result))


def _arguments(
    r: FamilyReader, nodes: Sequence[Expression], types: Sequence[Type], directions: Sequence[str]
) -> Arguments:
    exprs: list[TranslatedValue] = []
    after: list[tuple[TranslatedPlace, TranslatedValue, Expression]] = []
    passed: list[str] = []
    places = [k for k, direction in enumerate(directions) if direction != "in"]
    for node, type, direction in zip(nodes, types, directions, strict=True):
        mark = len(r.emitter.out)
        if direction == "in":
            value = r.value_as(node, type)
        else:
            value = _passing(r, node, type, direction, passed, after)
        r.emitter.keep_before(mark, exprs, places)
        exprs.append(value)
    return Arguments(exprs, after)


def _passing(
    r: FamilyReader,
    node: Expression,
    type: Type,
    direction: str,
    passed: list[str],
    after: list[tuple[TranslatedPlace, TranslatedValue, Expression]],
) -> TranslatedValue:
    """Return how a place is passed: itself where the target takes it so, else a variable
    that is copied back.
    """
    has_pointers = r.passes_pointers
    place = place_of(r, node, fix=has_pointers)
    if not has_pointers and place.type is type:
        return TranslatedValue(r.emitter.target(place), type)
    direct = _pointer(r, place, type, passed) if has_pointers else None
    if direct is not None:
        return TranslatedValue(direct, type)
    init = None if direction == "out" else r.as_type(load(r, place, node), type).expr
    held = r.emitter.variable(type, init, "passed")
    after.append((place, held, node))
    return TranslatedValue(AddressOf(held.expr) if has_pointers else held.expr, type)


def _pointer(
    r: FamilyReader, place: TranslatedPlace, type: Type, passed: list[str]
) -> Expression | None:
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
    if isinstance(expr, Name) and expr.name in r.local_memory and expr.name not in passed:
        passed.append(expr.name)
        return AddressOf(expr)
    return None


# ---- built-in functions


def _builtin(r: FamilyReader, node: Call, callee: Overload) -> TranslatedValue:
    if callee.builtin.theme == "subgroup":
        raise r.emitter.refuse("built-in function", callee.name, node)
    if callee.builtin.theme == "atomic":
        return _atomic(r, node, callee)
    if callee.builtin.theme in ("image", "wgsl texture"):
        raise r.emitter.refuse("textures", callee.name, node)
    if callee.builtin.theme == "barrier":
        raise r.emitter.refuse("barrier", f"{callee.name}() inside of an expression", node)
    arguments = _arguments(r, node.args, callee.types, callee.directions)
    r.emitter.node = node
    if callee.builtin.theme == "texture":
        return r.texture_call(node, callee, arguments.exprs)
    found = builtin_call(r.emitter, callee, arguments.exprs)
    return _finish(r, found.expr, found.type, arguments, stops=False)


def _atomic(r: FamilyReader, node: Call, callee: Overload) -> TranslatedValue:
    if callee.types[0] not in (INT, UINT) or callee.builtin.name not in _ATOMICS:
        raise r.emitter.refuse("built-in function", callee.name, node)
    place = place_of(r, node.args[0], fix=r.hoists)
    values = r.values(node.args[1:], callee.types[1:])
    if not r.passes_pointers:
        made = Call(Name(callee.name), (place.expr, *(value.expr for value in values)))
        return TranslatedValue(made, callee.result)
    if callee.builtin.name == "atomicCompSwap":
        return _exchange(r, place, values, callee.result)
    return TranslatedValue(
        call(callee.builtin.name, AddressOf(place.expr), values[0].expr), callee.result
    )


def _exchange(
    r: FamilyReader, place: TranslatedPlace, values: list[TranslatedValue], type: Type
) -> TranslatedValue:
    """WGSL's exchange may fail for no reason, and is then tried again."""
    emitter = r.emitter
    compared, new = emitter.temporary(values[0]), emitter.temporary(values[1])
    old = emitter.variable(type, None, "old")
    with emitter.collecting() as body:
        name = emitter.names.local("tried")
        tried = call("atomicCompareExchangeWeak", AddressOf(place.expr), compared.expr, new.expr)
        emitter.emit(Declare((Variable("let", name, None, tried),)))
        give(r, old, TranslatedValue(Field(Name(name), "old_value"), type))
        done = Binary("||", Field(Name(name), "exchanged"), Binary("!=", old.expr, compared.expr))
        emitter.emit(If(done, Block((Break(),))))
    emitter.loop([], None, body, [])
    emitter.fixed.add(root_name(old.expr))
    return old


# ---- calls and other expressions as statements


def write_alone(r: FamilyReader, value: TranslatedValue) -> None:
    expr = value.expr
    emitter = r.emitter
    if isinstance(expr, Call) and (value.type is VOID or isinstance(expr.callee, Name)):
        name = expr.callee.name if isinstance(expr.callee, Name) else ""
        may_drop = name in r.functions.values() or name.startswith("atomic")
        must_use = value.type is not VOID and emitter.wanted.ordered and not may_drop
        emitter.emit(Assign("=", None, expr) if must_use else CallStatement(expr))
    elif isinstance(expr, AssignExpr):
        emitter.emit(Assign(expr.op, expr.target, expr.value))
    elif isinstance(expr, IncrementExpr):
        emitter.emit(Increment(expr.op, expr.target))
    elif value.type is not VOID:
        drop(r, value)


READERS: Final[Mapping[type[Expression], ReadExpression]] = {Call: _call}
