"""Calls: of functions of the program, and the dispatch of all others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from ..builtins.signature import Overload
from ..builtins.values import is_subnormal
from ..checker.arithmetic import reinterpret_scalar
from ..checker.symbols import FunctionSymbol
from ..tree import Call, Comma, Expression, Field, Param, TypeName
from ..types import (
    INT,
    UINT,
    VOID,
    Array,
    Matrix,
    Pointer,
    Type,
    Vector,
    element_of,
    is_numeric,
    is_opaque,
)
from .builtin import Cast
from .builtin_calls import builtin_call, wait_at
from .constructors import concrete_value, construct
from .conversion import convert, settled_as, with_scalars
from .generator import Generator, Values
from .operators import raise_unordered
from .places import Place, load, place_of, pointed_place, store
from .settling import evaluate, in_order, settle, spill
from .texts import as_list, constant_value
from .trap import Refused, Undefined
from .value import Value, count_of

_Outputs = list[tuple[Place, Type]]
"""Where the `out` parameters of a call go, and their types."""


def _call(gen: Generator, node: Call) -> Value:
    made = make_call(gen, node)
    assert made is not None, "a call of a function that gives nothing has no value"
    return made


def has_value(gen: Generator, node: Expression) -> bool:
    """Whether an expression gives anything; a call that gives nothing is made here."""
    if not isinstance(node, Call) or gen.type_of(node) is not VOID:
        return True
    make_call(gen, node)
    return False


def make_call(gen: Generator, node: Call, *, dropped: bool = False) -> Value | None:
    """Make a call; None where it gives nothing."""
    if isinstance(node.callee, Field):
        return _length(gen, node.callee)
    callee: Any = gen.typing.callees.get(id(node))
    if isinstance(callee, Overload):
        generic = _structural_call(gen, node, callee.name)
        return generic if generic is not None else builtin_call(gen, node, callee)
    if isinstance(callee, FunctionSymbol):
        return _user_call(gen, node, callee, dropped)
    if isinstance(callee, Type) and _callee_name(node) != "bitcast":
        return construct(gen, node, callee)
    found = _structural_call(gen, node, _callee_name(node))
    if found is None:
        raise Refused(f"the call of {_callee_name(node)}")
    return found


# ---- what goes by structure


def _length(gen: Generator, node: Field) -> Value:
    type = gen.type_of(node.base)
    if isinstance(type, Array) and type.size is None:
        text = f"len({place_of(gen, node.base).text})"
        return Value(INT, (text,), 0, 2**31 - 1)
    if isinstance(type, Array | Vector):
        return constant_value(type.size, INT)
    return constant_value(type.columns if isinstance(type, Matrix) else 0, INT)


def _structural_call(gen: Generator, node: Call, name: str) -> Value | None:
    if name == "arrayLength":
        pointer = gen.value(node.args[0])
        return Value(UINT, (f"len({pointer.text})",), 0, 2**32 - 1)
    if name == "workgroupUniformLoad":
        return _uniform_load(gen, node)
    return _bitcast(gen, node) if name == "bitcast" else None


def _bitcast(gen: Generator, node: Call) -> Value:
    type = gen.type_of(node)
    value = settle(gen, concrete_value(gen, node.args[0]), node)
    source, target = element_of(value.type), element_of(type)
    assert source is not None
    assert target is not None
    if source.bits != target.bits or source.is_abstract:
        raise Refused(f"bitcast from {value.type.wgsl} to {type.wgsl}")
    if source is target:
        return value
    if source.is_integer and target.is_integer:
        return with_scalars(gen, value, target)
    trap = gen.options.nonfinite == "trap"

    def cast(scalar: Any) -> Any:
        found = reinterpret_scalar(scalar, source, target)
        if not trap or not isinstance(found, float):
            return found
        if found - found != 0.0:
            raise Undefined("nan", f"bitcast gives {found}")
        if is_subnormal(found):
            raise Undefined("domain", f"bitcast gives {found}, which may be flushed to zero")
        return found

    name = gen.add_object("cast", cast, Cast(source, target))
    texts = gen.writer.mark_each(node, [f"{name}({text})" for text in value.texts])
    return Value(type, texts, depth=value.depth + 2)


def _uniform_load(gen: Generator, node: Call) -> Value:
    pointer = gen.type_of(node.args[0])
    assert isinstance(pointer, Pointer)
    wait_at(gen, node, "workgroupUniformLoad")
    kept = spill(gen, load(gen, pointed_place(gen, node.args[0], pointer.store, node)))
    wait_at(gen, node, "workgroupUniformLoad")
    return kept


# ---- functions of the program


def _user_call(gen: Generator, node: Call, callee: FunctionSymbol, dropped: bool) -> Value | None:
    definition = gen.facts.definitions.get(callee)
    if definition is None:
        raise Refused(f"{callee.name}, which has no body")
    _check_aliases(gen, node, callee)
    outputs: _Outputs = []
    makers: list[Callable[[], Value]] = []
    for argument, param, type in zip(node.args, definition.params, callee.types, strict=True):
        if is_opaque(type):
            continue
        if param.direction in ("out", "inout"):
            makers.append(partial(_output, gen, argument, param, type, outputs))
        else:
            makers.append(partial(_input, gen, argument, param, type, callee))
    parts = in_order(gen, makers)
    given = ", ".join(text for part in parts for text in part.texts)
    text = f"{gen.functions[callee]}({given})"
    if callee in gen.facts.suspending:
        text = f"(yield from {text})"
    return _results_of_call(gen, node, callee, text, outputs, dropped)


def _input(
    gen: Generator, node: Expression, param: Param, type: Type, callee: FunctionSymbol
) -> Value:
    value = settled_as(gen, node, type)
    if is_numeric(type) or isinstance(type, Pointer) or value.fresh:
        return _as_argument(gen, value, param)
    symbol = gen.typing.declared.get(id(param))
    if symbol not in gen.facts.assigned and callee not in gen.facts.impure:
        return value
    return Value(type, (as_list(value),), fresh=True)


def _as_argument(gen: Generator, value: Value, param: Param) -> Value:
    """A number whose parameter is a list there becomes one."""
    symbol = gen.typing.declared.get(id(param))
    if symbol is None or not is_numeric(value.type) or not gen.is_in_memory(symbol):
        return value
    text = as_list(value)
    return Value(value.type, (text if count_of(value.type) > 1 else f"[{text}]",))


def _output(gen: Generator, node: Expression, param: Param, type: Type, outputs: _Outputs) -> Value:
    place = place_of(gen, node, frozen=True)
    outputs.append((place, type))
    if param.direction == "out":
        return Value(VOID, ())
    value = load(gen, place)
    if not is_numeric(type):
        return Value(type, (as_list(value),), fresh=True)
    return _as_argument(gen, convert(gen, settle(gen, value, node), type, node), param)


def _results_of_call(
    gen: Generator, node: Call, callee: FunctionSymbol, text: str, outputs: _Outputs, dropped: bool
) -> Value | None:
    """Take the result and what `out` parameters give."""
    types = [] if callee.result is VOID else [callee.result]
    types += [type for _, type in outputs]
    count = sum(count_of(type) for type in types)
    pure = callee not in gen.facts.impure
    falls = callee in gen.facts.unsure and not dropped
    gen.writer.at(node)
    if not types:
        gen.writer.effect(text)
        return None
    if pure and count == 1 and not dropped and not falls:
        return Value(
            types[0], (gen.writer.mark(node, text),), fresh=True, depth=text.count("(") + 1
        )
    values = [
        Value(type, tuple(gen.writer.temporary() for _ in range(count_of(type))), fresh=True)
        for type in types
    ]
    names = ", ".join(name for value in values for name in value.texts)
    gen.writer.line(f"{names} = {text}")
    if not pure:
        gen.writer.effects += 1
    if falls:
        message = f"{callee.name} came to its end without a return"
        gen.writer.line(
            f"if {values[0].texts[0]} is None: raise Undefined('missing-return', {message!r})"
        )
    given = values[len(types) - len(outputs) :]
    unsure = not gen.semantics.zero_initialised
    for (place, type), value in zip(outputs, given, strict=True):
        back = Value(type, value.texts, fresh=True, unsure=unsure)
        store(gen, place, convert(gen, back, place.type))
    return None if callee.result is VOID else values[0]


def _check_aliases(gen: Generator, node: Call, callee: FunctionSymbol) -> None:
    """Two `out` arguments that meet: which is copied back last, the language leaves open."""
    places = [
        (gen.facts.access.place_of(argument), direction)
        for argument, direction in zip(node.args, callee.directions, strict=True)
    ]
    written = [place for place, direction in places if place is not None and direction != "in"]
    for k, one in enumerate(written):
        if any(one.surely_meets(other) for other in written[:k]):
            raise_unordered(gen, node, one.symbol.name)
            return


def _callee_name(node: Call) -> str:
    callee = node.callee
    return callee.name if isinstance(callee, TypeName) else getattr(callee, "name", "something")


def _comma(gen: Generator, node: Comma) -> Value:
    left = gen.value(node.left) if has_value(gen, node.left) else None
    if left is not None:
        evaluate(gen, left)
    return gen.value(node.right)


CALLS: Final[Values] = {Call: _call, Comma: _comma}
