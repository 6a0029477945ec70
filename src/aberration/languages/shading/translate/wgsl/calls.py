"""Reading WGSL's calls: constructors, functions with pointers, atomics, and built-in functions
of their own kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ...builtins.signature import Overload
from ...checker.symbols import FunctionSymbol
from ...checker.wgsl.conversion_rank import concrete
from ...tree import Binary, Call, CallStatement, Expression, Field, Name, TypeName
from ...types import (
    UINT,
    VOID,
    Array,
    Atomic,
    Pointer,
    Scalar,
    Struct,
    Type,
    element_of,
    with_element,
)
from ..builtin_calls import builtin_call
from ..emitter import parts_of
from ..values import TranslatedValue, call
from .places import pointee
from .reader import ReadExpression, WgslReader

_SPACES: Final = ("function", "private")
_ATOMICS: Final[Mapping[str, str]] = {
    "atomicLoad": "atomicOr",
    "atomicStore": "atomicExchange",
    "atomicSub": "atomicAdd",
}
"""WGSL's atomic functions by others of GLSL: reading is a change by nothing."""
_RECAST: Final[Mapping[tuple[str, str], str]] = {
    ("float", "int"): "floatBitsToInt",
    ("float", "uint"): "floatBitsToUint",
    ("int", "float"): "intBitsToFloat",
    ("uint", "float"): "uintBitsToFloat",
}


def _call(r: WgslReader, node: Call) -> TranslatedValue:
    callee = r.typing.callees.get(id(node))
    name = node.callee.name if isinstance(node.callee, Name | TypeName) else ""
    if callee is None:
        return _GENERIC[name](r, node)
    if isinstance(callee, FunctionSymbol):
        made = Call(Name(r.functions[callee]), tuple(_arguments(r, node, callee)))
        found = TranslatedValue(made, callee.result)
        if callee.result is VOID or callee not in r.facts.impure:
            return found
        return r.emitter.temporary(found, "result")
    if isinstance(callee, Overload):
        return _builtin(r, node, callee)
    if name == "bitcast" and isinstance(node.callee, TypeName):
        return _recast(r, node, callee)
    return _construct(r, node, callee)


# ---- constructors


def _construct(r: WgslReader, node: Call, type: Type) -> TranslatedValue:
    type = concrete(type)
    if not node.args:
        return TranslatedValue(r.emitter.zero(type), type)
    if isinstance(type, Array | Struct):
        values = r.values(node.args, parts_of(type))
        return TranslatedValue(r.emitter.constructor(type, [value.expr for value in values]), type)
    element = element_of(type)
    assert element is not None
    if element.kind == "half":
        raise r.emitter.refuse("float of another width", "f16", node)
    given = [r.type_of(argument) for argument in node.args]
    if len(given) == 1 and (isinstance(type, Scalar) or not isinstance(given[0], Scalar)):
        value = r.value(node.args[0])
        r.emitter.node = node
        converted = r.emitter.convert(value, with_element(value.type, element))
        return TranslatedValue(converted.expr, type)
    values = r.values(node.args, [with_element(one, element) for one in given])
    return TranslatedValue(r.emitter.constructor(type, [value.expr for value in values]), type)


def _recast(r: WgslReader, node: Call, type: Type) -> TranslatedValue:
    value = r.value(node.args[0])
    source, target = element_of(value.type), element_of(type)
    assert source is not None
    assert target is not None
    if source is target:
        return value
    if "half" in (source.kind, target.kind) or with_element(value.type, target) is not type:
        raise r.emitter.refuse("float of another width", "a bitcast to another width", node)
    name = _RECAST.get((source.kind, target.kind))
    if name is None:
        return TranslatedValue(r.emitter.constructor(type, (value.expr,)), type)
    return TranslatedValue(call(name, value.expr), type)


# ---- functions of the program


def _arguments(r: WgslReader, node: Call, callee: FunctionSymbol) -> list[Expression]:
    emitter = r.emitter
    found: list[TranslatedValue] = []
    places = [k for k, type in enumerate(callee.types) if isinstance(type, Pointer)]
    for argument, type in zip(node.args, callee.types, strict=True):
        mark = len(emitter.out)
        if isinstance(type, Pointer):
            if type.space not in _SPACES:
                raise emitter.refuse("pointers", f"a pointer into the {type.space} space", argument)
            value = TranslatedValue(pointee(r, argument, fix=True).expr, type)
        else:
            value = r.value_as(argument, type)
        emitter.keep_before(mark, found, places)
        found.append(value)
    return [value.expr for value in found]


# ---- built-in functions


def _builtin(r: WgslReader, node: Call, callee: Overload) -> TranslatedValue:
    if callee.builtin.theme in ("wgsl texture", "texture"):
        raise r.emitter.refuse("textures", callee.name, node)
    if callee.builtin.theme == "subgroup":
        raise r.emitter.refuse("built-in function", callee.name, node)
    if callee.builtin.theme == "atomic":
        return r.emitter.temporary(_atomic_call(r, node, callee), "old")
    values = r.values(node.args, [concrete(type) for type in callee.types])
    r.emitter.node = node
    if isinstance(callee.result, Struct):
        return _in_two(r, callee, values)
    return builtin_call(r.emitter, callee, values)


def _atomic_call(r: WgslReader, node: Call, callee: Overload) -> TranslatedValue:
    emitter = r.emitter
    place = pointee(r, node.args[0], fix=True)
    type = place.type.component if isinstance(place.type, Atomic) else place.type
    values = [value.expr for value in r.values(node.args[1:], callee.types[1:])]
    name = _ATOMICS.get(callee.name, callee.name)
    if callee.name == "atomicCompareExchangeWeak":
        return _exchange(r, place.expr, values, callee)
    if callee.name == "atomicLoad":
        values = [emitter.zero(type)]
    elif callee.name == "atomicSub":
        values = [Binary("-", emitter.zero(type), values[0])]
    if not emitter.builtins.has(name):
        raise emitter.refuse("built-in function", callee.name, node)
    return TranslatedValue(call(name, place.expr, *values), type)


def _exchange(
    r: WgslReader, place: Expression, values: list[Expression], callee: Overload
) -> TranslatedValue:
    emitter = r.emitter
    type = callee.types[1]
    compared = emitter.temporary(TranslatedValue(values[0], type))
    old = emitter.temporary(
        TranslatedValue(call("atomicCompSwap", place, compared.expr, values[1]), type), "old"
    )
    result = callee.result
    assert isinstance(result, Struct)
    same = Binary("==", old.expr, compared.expr)
    return TranslatedValue(emitter.constructor(result, (old.expr, same)), result)


def _in_two(r: WgslReader, callee: Overload, values: list[TranslatedValue]) -> TranslatedValue:
    """`modf` and `frexp`: GLSL gives the second part through a parameter."""
    result = callee.result
    assert isinstance(result, Struct)
    if not r.emitter.builtins.has(callee.name):
        raise r.emitter.refuse("built-in function", callee.name)
    first, second = result.members
    part = r.emitter.variable(second.type, None, second.name)
    whole = r.emitter.temporary(
        TranslatedValue(call(callee.name, values[0].expr, part.expr), first.type)
    )
    return TranslatedValue(r.emitter.constructor(result, (whole.expr, part.expr)), result)


# ---- those whose types go by structure


def _array_length(r: WgslReader, node: Call) -> TranslatedValue:
    place = pointee(r, node.args[0])
    return TranslatedValue(r.emitter.constructor(UINT, (Call(Field(place.expr, "length")),)), UINT)


def _uniform_load(r: WgslReader, node: Call) -> TranslatedValue:
    place = pointee(r, node.args[0], fix=True)
    r.barriers(["workgroupBarrier"], node)
    found = r.emitter.temporary(TranslatedValue(place.expr, place.type), "loaded")
    r.barriers(["workgroupBarrier"], node)
    return found


def call_alone(r: WgslReader, node: Call) -> None:
    """Write a call whose value nobody wants."""
    callee = r.typing.callees.get(id(node))
    if isinstance(callee, FunctionSymbol):
        made = Call(Name(r.functions[callee]), tuple(_arguments(r, node, callee)))
        r.emitter.emit(CallStatement(made))
        return
    simple = isinstance(callee, Overload) and callee.name != "atomicCompareExchangeWeak"
    if isinstance(callee, Overload) and callee.builtin.theme == "atomic" and simple:
        r.emitter.call_statement(_atomic_call(r, node, callee).expr)
        return
    r.value(node)


_GENERIC: Final[Mapping[str, Callable[[WgslReader, Call], TranslatedValue]]] = {
    "arrayLength": _array_length,
    "workgroupUniformLoad": _uniform_load,
}
READERS: Final[Mapping[type[Expression], ReadExpression]] = {Call: _call}
