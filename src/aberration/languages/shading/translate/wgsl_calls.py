"""Reading WGSL's calls: constructors, functions with pointers, atomics, and built-in functions
of their own kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol
from ..checker.wgsl.conversion_rank import concrete
from ..tree import Binary, Call, CallStatement, Expression, Field, Name, TypeName
from ..types import (
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
from .emitter import parts_of
from .values import Value, call
from .wgsl_expressions import WgslExpressions

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


class WgslCalls(WgslExpressions):
    """Calls."""

    def call(self, node: Call) -> Value:
        callee = self.typing.callees.get(id(node))
        name = node.callee.name if isinstance(node.callee, Name | TypeName) else ""
        if callee is None:
            return self._generic(name, node)
        if isinstance(callee, FunctionSymbol):
            return self._user(node, callee)
        if isinstance(callee, Overload):
            return self._builtin(node, callee)
        if name == "bitcast" and isinstance(node.callee, TypeName):
            return self._recast(node, callee)
        return self._constructed(node, callee)

    # ---- constructors

    def _constructed(self, node: Call, type: Type) -> Value:
        type = concrete(type)
        if not node.args:
            return Value(self.emitter.zero(type), type)
        if isinstance(type, Array | Struct):
            values = self.values(node.args, parts_of(type))
            return Value(self.emitter.made(type, [value.expr for value in values]), type)
        element = element_of(type)
        assert element is not None
        if element.kind == "half":
            raise self.emitter.refuse("float of another width", "f16", node)
        given = [self.type_of(argument) for argument in node.args]
        if len(given) == 1 and (isinstance(type, Scalar) or not isinstance(given[0], Scalar)):
            value = self.value(node.args[0])
            self.emitter.node = node
            converted: Value = self.emitter.convert(value, with_element(value.type, element))
            return Value(converted.expr, type)
        values = self.values(node.args, [with_element(one, element) for one in given])
        return Value(self.emitter.made(type, [value.expr for value in values]), type)

    def _recast(self, node: Call, type: Type) -> Value:
        value = self.value(node.args[0])
        source, target = element_of(value.type), element_of(type)
        assert source is not None
        assert target is not None
        if source is target:
            return value
        if "half" in (source.kind, target.kind) or with_element(value.type, target) is not type:
            raise self.emitter.refuse("float of another width", "a bitcast to another width", node)
        name = _RECAST.get((source.kind, target.kind))
        if name is None:
            return Value(self.emitter.made(type, (value.expr,)), type)
        return Value(call(name, value.expr), type)

    # ---- functions of the program

    def _user(self, node: Call, callee: FunctionSymbol) -> Value:
        made = Call(Name(self.functions[callee]), tuple(self._arguments(node, callee)))
        found = Value(made, callee.result)
        if callee.result is VOID or callee not in self.facts.impure:
            return found
        kept: Value = self.emitter.temporary(found, "result")
        return kept

    def _arguments(self, node: Call, callee: FunctionSymbol) -> list[Expression]:
        emitter = self.emitter
        found: list[Value] = []
        for argument, type in zip(node.args, callee.types, strict=True):
            mark = len(emitter.out)
            if isinstance(type, Pointer):
                if type.space not in _SPACES:
                    raise emitter.refuse(
                        "pointers", f"a pointer into the {type.space} space", argument
                    )
                place = self.pointed(argument, fix=True)
                value = Value(place.expr, type)
            else:
                value = self.value_as(argument, type)
            if len(emitter.out) > mark:
                self.keep_values(mark, found)
            found.append(value)
        return [value.expr for value in found]

    def keep_values(self, mark: int, found: list[Value]) -> None:
        """Keep the values among arguments, not the places that pointers point to."""
        values = [value for value in found if not isinstance(value.type, Pointer)]
        self.emitter.kept_before(mark, values)
        again = iter(values)
        found[:] = [value if isinstance(value.type, Pointer) else next(again) for value in found]

    # ---- built-in functions

    def _builtin(self, node: Call, callee: Overload) -> Value:
        if callee.builtin.theme in ("wgsl texture", "texture"):
            raise self.emitter.refuse("textures", callee.name, node)
        if callee.builtin.theme == "atomic":
            kept: Value = self.emitter.temporary(self.atomic_call(node, callee), "old")
            return kept
        values = self.values(node.args, [concrete(type) for type in callee.types])
        self.emitter.node = node
        if isinstance(callee.result, Struct):
            return self._in_two(callee, values)
        return self.builtins.value(callee, values)

    def atomic_call(self, node: Call, callee: Overload) -> Value:
        emitter = self.emitter
        place = self.pointed(node.args[0], fix=True)
        type = place.type.component if isinstance(place.type, Atomic) else place.type
        values = [value.expr for value in self.values(node.args[1:], callee.types[1:])]
        name = _ATOMICS.get(callee.name, callee.name)
        if callee.name == "atomicCompareExchangeWeak":
            return self._exchanged(place.expr, values, callee)
        if callee.name == "atomicLoad":
            values = [emitter.zero(type)]
        elif callee.name == "atomicSub":
            values = [Binary("-", emitter.zero(type), values[0])]
        if not emitter.builtins.has(name):
            raise emitter.refuse("built-in function", callee.name, node)
        return Value(call(name, place.expr, *values), type)

    def _exchanged(self, place: Expression, values: list[Expression], callee: Overload) -> Value:
        emitter = self.emitter
        type = callee.types[1]
        compared: Value = emitter.temporary(Value(values[0], type))
        old: Value = emitter.temporary(
            Value(call("atomicCompSwap", place, compared.expr, values[1]), type), "old"
        )
        result = callee.result
        assert isinstance(result, Struct)
        same = Binary("==", old.expr, compared.expr)
        return Value(emitter.made(result, (old.expr, same)), result)

    def _in_two(self, callee: Overload, values: list[Value]) -> Value:
        """`modf` and `frexp`: GLSL gives the second part through a parameter."""
        result = callee.result
        assert isinstance(result, Struct)
        if not self.emitter.builtins.has(callee.name):
            raise self.emitter.refuse("built-in function", callee.name)
        first, second = result.members
        part: Value = self.emitter.variable(second.type, None, second.name)
        whole: Value = self.emitter.temporary(
            Value(call(callee.name, values[0].expr, part.expr), first.type)
        )
        return Value(self.emitter.made(result, (whole.expr, part.expr)), result)

    # ---- those whose types go by structure

    def _generic(self, name: str, node: Call) -> Value:
        return _GENERIC[name](self, node)

    def _array_length(self, node: Call) -> Value:
        place = self.pointed(node.args[0])
        return Value(self.emitter.made(UINT, (Call(Field(place.expr, "length")),)), UINT)

    def _uniform_load(self, node: Call) -> Value:
        place = self.pointed(node.args[0], fix=True)
        self.barriers(["workgroupBarrier"], node)
        found: Value = self.emitter.temporary(Value(place.expr, place.type), "loaded")
        self.barriers(["workgroupBarrier"], node)
        return found

    def call_alone(self, node: Call) -> None:
        """Write a call whose value nobody wants."""
        callee = self.typing.callees.get(id(node))
        if isinstance(callee, FunctionSymbol):
            made = Call(Name(self.functions[callee]), tuple(self._arguments(node, callee)))
            self.emitter.emit(CallStatement(made))
            return
        simple = isinstance(callee, Overload) and callee.name != "atomicCompareExchangeWeak"
        if isinstance(callee, Overload) and callee.builtin.theme == "atomic" and simple:
            self.emitter.call_statement(self.atomic_call(node, callee).expr)
            return
        self.value(node)


_GENERIC: Final[Mapping[str, Callable[[WgslCalls, Any], Value]]] = {
    "arrayLength": WgslCalls._array_length,
    "workgroupUniformLoad": WgslCalls._uniform_load,
}
