"""Functions whose bodies are plans, and calls of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from aberration.languages.shading.tree import (
    AddressOf,
    Block,
    Call,
    Deref,
    Direction,
    Expression,
    Function,
    If,
    Name,
    Param,
    Return,
)
from aberration.languages.shading.types import Type

from ..builder import Builder, Routine, block_of, pick
from ..expr import Expr
from ..fold import fold_new
from ..memory import Memory, Signal, Value, run_all
from ..plan import Again, Early, Invoke, Parameter
from ..values import VALUE_TYPES
from .assign import store
from .conditions import condition
from .values import is_aggregate

_DEEPEST: Final = 3
_MOST_PARAMETERS: Final = 6


class _Argument(msgspec.Struct, frozen=True, eq=False):
    """What a parameter is given: a value, or a variable that is written to (`root`)."""

    value: Expr
    root: str = ""
    node: Expression | None = None


def write_invoke(b: Builder, record: Invoke) -> bool:
    """Declare a function, and call it."""
    result = VALUE_TYPES.get(record.kind)
    typed = [(one, _type_of(b, one)) for one in record.parameters[:_MOST_PARAMETERS]]
    parameters = [(one, type) for one, type in typed if type is not None]
    if result is None or b.state.depth >= _DEEPEST:
        return False
    name = b.name("func")
    names = tuple([b.name("p") for _ in parameters])
    types = tuple([type for _, type in parameters])
    directions = tuple([one.direction for one, _ in parameters])
    numbers = [one.operand for one, _ in parameters]
    arguments = _arguments(b, types, directions, numbers)
    if b.is_live:
        _enter(b.memory, names, arguments)
    empty = Routine(name, types, directions, names, result, (), b.mark())
    routine = _write_function(b, record, empty)
    b.state.functions.append(routine)
    _finish_call(b, routine, arguments)
    return True


def write_again(b: Builder, record: Again) -> bool:
    """Call a function that is there already."""
    if not b.state.functions:
        return False
    routine = pick([(one.mark, one) for one in b.state.functions], record.function)
    numbers = record.operands or (1,)
    spread = [numbers[k % len(numbers)] for k in range(len(routine.types))]
    arguments = _arguments(b, routine.types, routine.directions, spread)
    _call(b, routine, arguments)
    return True


# ---- arguments


def _type_of(b: Builder, parameter: Parameter) -> Type | None:
    """Return the type of a parameter; None where there is no array or structure to take after."""
    if parameter.kind in VALUE_TYPES:
        return VALUE_TYPES[parameter.kind]
    found = [(one.mark, one) for one in b.state.known if is_aggregate(one)]
    return pick(found, parameter.operand).read.type if found else None


def _arguments(
    b: Builder, types: Sequence[Type], directions: Sequence[str], numbers: Sequence[int]
) -> list[_Argument]:
    taken: set[str] = set()
    found = []
    for type, direction, number in zip(types, directions, numbers, strict=True):
        if direction == "in":
            found.append(_Argument(b.operand(type, number)))
        else:
            found.append(_variable(b, type, number, taken))
    return found


def _variable(b: Builder, type: Type, number: int, taken: set[str]) -> _Argument:
    """Return a variable of its own for each parameter that is written to: a new one if need be."""
    free = [known for known in b.variables(type) if known.local and known.root not in taken]
    if free:
        known = pick([(one.mark, one) for one in free], number)
    else:
        known = b.declare(type, b.operand(type, number))
    taken.add(known.root)
    return _Argument(known.read, known.root, known.read.node)


def _enter(memory: Memory, names: Sequence[str], arguments: Sequence[_Argument]) -> None:
    """Give parameters what they are given."""
    values = [one.value.value(memory) for one in arguments]
    for name, value in zip(names, values, strict=True):
        memory.values[name] = value


def _leave(memory: Memory, routine: Routine, arguments: Sequence[_Argument]) -> None:
    """Give variables what was written to their parameters."""
    for name, argument in zip(routine.names, arguments, strict=True):
        if argument.root:
            memory.values[argument.root] = memory.values[name]


# ---- the function


def _write_function(b: Builder, record: Invoke, routine: Routine) -> Routine:
    """Write the declaration; the body runs with the arguments of this call."""
    state = b.state
    outside = state.known, state.loop, state.result, state.signal
    state.known = [known for known in state.known if known.is_global]
    state.loop, state.result = None, routine.result
    first = len(state.known)
    _know_parameters(b, routine)
    with b.block(is_live=True) as steps:
        _write_outputs(b, routine)
        b.write_plan(record.body)
        fold_new(b, first)
        _write_return(b, b.operand(routine.result, record.result))
    state = b.state
    state.known, state.loop, state.result, state.signal = outside
    node = Function(
        name=routine.name,
        params=tuple([_parameter(b, routine, k) for k in range(len(routine.types))]),
        result=b.syntax.type(routine.result),
        body=block_of(steps),
    )
    state.declarations.append(node)
    return msgspec.structs.replace(routine, steps=tuple(steps))


def _know_parameters(b: Builder, routine: Routine) -> None:
    for name, type, direction in zip(routine.names, routine.types, routine.directions, strict=True):
        pointer = b.wgsl and direction != "in"
        node: Expression = Deref(operand=Name(name=name)) if pointer else Name(name=name)
        writable = pointer or not b.wgsl
        b.know(name, type, node=node, writable=writable, local=writable, folded=direction == "in")


def _write_outputs(b: Builder, routine: Routine) -> None:
    """GLSL's `out` parameters hold nothing at first: they are given a constant."""
    if b.wgsl:
        return
    for name, direction in zip(routine.names, routine.directions, strict=True):
        if direction == "out":
            known = next(one for one in b.state.known if one.root == name)
            store(b, known, b.operand(known.read.type, 6))


def _parameter(b: Builder, routine: Routine, k: int) -> Param:
    type, direction = routine.types[k], routine.directions[k]
    if not b.wgsl:
        written: Direction = "out" if direction == "out" else _family(direction)
        return Param(name=routine.names[k], type=b.syntax.type(type), direction=written)
    syntax = b.syntax.type(type) if direction == "in" else b.syntax.pointer(type, "function")
    return Param(name=routine.names[k], type=syntax)


def _family(direction: str) -> Direction:
    return "inout" if direction == "inout" else "in"


def _write_return(b: Builder, value: Expr) -> None:
    b.emit(Return(value=value.node), _returning(value))


def _returning(value: Expr) -> Callable[[Memory], Signal]:
    def action(memory: Memory) -> Signal:
        memory.returned = value.value(memory)
        return "return"

    return action


# ---- the call


def _call(b: Builder, routine: Routine, arguments: list[_Argument]) -> None:
    """Write a call that runs when it is written."""
    value = _call_value(routine, arguments)
    node = _call_node(b, routine, arguments)
    b.declare(routine.result, Expr(node, routine.result, value))


def _finish_call(b: Builder, routine: Routine, arguments: list[_Argument]) -> None:
    """Write the call whose run was the writing of the function."""
    returned: list[Value] = [b.memory.returned]
    if b.is_live:
        _leave(b.memory, routine, arguments)
    value = _call_value(routine, arguments)

    def first_known(memory: Memory) -> Value:
        return returned.pop() if returned else value(memory)

    if not b.is_live:
        returned.clear()
    node = _call_node(b, routine, arguments)
    b.declare(routine.result, Expr(node, routine.result, first_known))


def _call_value(routine: Routine, arguments: Sequence[_Argument]) -> Callable[[Memory], Value]:
    def value(memory: Memory) -> Value:
        _enter(memory, routine.names, arguments)
        run_all(routine.steps, memory)
        _leave(memory, routine, arguments)
        return memory.returned

    return value


def _call_node(b: Builder, routine: Routine, arguments: Sequence[_Argument]) -> Call:
    nodes = []
    for one in arguments:
        pointed = one.node is not None and b.wgsl
        nodes.append(_pointer(one.value.node) if pointed else one.value.node)
    return Call(callee=Name(name=routine.name), args=tuple(nodes))


def _pointer(node: Expression) -> Expression:
    return node.operand if isinstance(node, Deref) else AddressOf(operand=node)


def write_early(b: Builder, record: Early) -> bool:
    """Write `if (c) { return v; }` in a function."""
    result = b.state.result
    if result is None:
        return False
    test = condition(b, record.kind, record.operands, record.comparison, holds=record.holds)
    if test is None:
        return False
    value = b.operand(result, record.result)
    leave = Return(value=value.node)
    returning = _returning(value)

    def action(memory: Memory) -> Signal:
        return returning(memory) if test.value(memory) else ""

    b.emit(If(condition=test.node, then=Block(statements=(leave,))), action)
    return True
