"""Calls: of functions of the program, and the dispatch of all others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..builtins.signature import Overload
from ..checker.arithmetic import reinterpreted
from ..checker.symbols import FunctionSymbol
from ..tree import Call, Expression, Field, Param, TypeName
from ..types import INT, UINT, VOID, Array, Matrix, Pointer, Type, Vector, element_of
from .builtin import Cast
from .builtin_calls import BuiltinCallsPart
from .places import Place
from .trap import Undefined
from .value import Value, count_of, is_numeric


class CallsPart(BuiltinCallsPart):
    """Calls."""

    def call(self, node: Call) -> Value:
        made = self.called(node)
        assert made is not None, "a call of a function that gives nothing has no value"
        return made

    def has_value(self, node: Expression) -> bool:
        if not isinstance(node, Call) or self.type_of(node) is not VOID:
            return True
        self.called(node)
        return False

    def called(self, node: Call, *, dropped: bool = False) -> Value | None:
        """Make a call; None where it gives nothing."""
        if isinstance(node.callee, Field):
            return self._length(node.callee)
        callee: Any = self.typing.callees.get(id(node))
        if isinstance(callee, Overload):
            generic = self._generic(node, callee.name)
            return generic if generic is not None else self.builtin_call(node, callee)
        if isinstance(callee, FunctionSymbol):
            return self._user_call(node, callee, dropped)
        if isinstance(callee, Type) and _callee_name(node) != "bitcast":
            return self.constructed(node, callee)
        found = self._generic(node, _callee_name(node))
        if found is None:
            raise self.refuse(f"the call of {_callee_name(node)}")
        return found

    # ---- what goes by structure

    def _length(self, node: Field) -> Value:
        type = self.type_of(node.base)
        if isinstance(type, Array) and type.size is None:
            text = f"len({self.place(node.base).text})"
            return Value(INT, (text,), 0, 2**31 - 1)
        size = (
            type.size
            if isinstance(type, Array | Vector)
            else type.columns
            if isinstance(type, Matrix)
            else 0
        )
        return self.constant_value(size, INT)

    def _generic(self, node: Call, name: str) -> Value | None:
        if name == "arrayLength":
            pointer = self.value(node.args[0])
            return Value(UINT, (f"len({pointer.text})",), 0, 2**32 - 1)
        if name == "workgroupUniformLoad":
            return self._uniform_load(node)
        return self._bitcast(node) if name == "bitcast" else None

    def _bitcast(self, node: Call) -> Value:
        type = self.type_of(node)
        value = self.settled(self._concrete(node.args[0]), node)
        source, target = element_of(value.type), element_of(type)
        assert source is not None
        assert target is not None
        if source.bits != target.bits or source.is_abstract:
            raise self.refuse(f"bitcast from {value.type.wgsl} to {type.wgsl}")
        if source is target:
            return value
        if source.is_integer and target.is_integer:
            return self.with_scalars(value, target)
        trap = self.options.nonfinite == "trap"

        def cast(scalar: Any) -> Any:
            found = reinterpreted(scalar, source, target)
            if trap and isinstance(found, float) and found - found != 0.0:
                raise Undefined("nan", f"bitcast gives {found}")
            return found

        name = self.give("cast", cast, Cast(source, target))
        return Value(
            type,
            tuple(self.writer.marked(node, f"{name}({text})") for text in value.texts),
            depth=value.depth + 2,
        )

    def _uniform_load(self, node: Call) -> Value:
        pointer = self.type_of(node.args[0])
        assert isinstance(pointer, Pointer)
        self.wait_at(node, "workgroupUniformLoad")
        loaded = self.loaded(self._pointed(node.args[0], pointer.store, node))
        kept = self.spilled(loaded)
        self.wait_at(node, "workgroupUniformLoad")
        return kept

    # ---- functions of the program

    def _user_call(self, node: Call, callee: FunctionSymbol, dropped: bool) -> Value | None:
        definition = self.facts.definitions.get(callee)
        if definition is None:
            raise self.refuse(f"{callee.name}, which has no body")
        self._check_aliases(node, callee)
        outputs: list[tuple[Place, Param, Type]] = []
        makers: list[Callable[[], Value]] = []
        for argument, param, type in zip(node.args, definition.params, callee.types, strict=True):
            if param.direction == "out":
                makers.append(partial(self._output, argument, param, type, outputs))
            elif param.direction == "inout":
                makers.append(partial(self._both_ways, argument, param, type, outputs))
            else:
                makers.append(partial(self._input, argument, param, type, callee))
        parts = self.values(makers)
        given = ", ".join(text for part in parts for text in part.texts)
        text = f"{self.functions[callee]}({given})"
        if callee in self.facts.suspending:
            text = f"(yield from {text})"
        return self._received(node, callee, text, outputs, dropped)

    def _input(self, node: Expression, param: Param, type: Type, callee: FunctionSymbol) -> Value:
        value = self.settled(self.value_as(node, type), node)
        if is_numeric(type) or isinstance(type, Pointer) or value.fresh:
            return self._as_argument(value, param)
        symbol = self.typing.declared.get(id(param))
        if symbol not in self.facts.assigned and callee not in self.facts.impure:
            return value
        return Value(type, (self.as_list(value),), fresh=True)

    def _as_argument(self, value: Value, param: Param) -> Value:
        """A number whose parameter is a list there becomes one."""
        symbol = self.typing.declared.get(id(param))
        if symbol is None or not is_numeric(value.type) or not self.is_in_memory(symbol):
            return value
        text = self.as_list(value)
        return Value(value.type, (text if count_of(value.type) > 1 else f"[{text}]",))

    def _output(
        self, node: Expression, param: Param, type: Type, outputs: list[tuple[Place, Param, Type]]
    ) -> Value:
        outputs.append((self.place(node, frozen=True), param, type))
        return Value(VOID, ())

    def _both_ways(
        self, node: Expression, param: Param, type: Type, outputs: list[tuple[Place, Param, Type]]
    ) -> Value:
        place = self.place(node, frozen=True)
        outputs.append((place, param, type))
        value = self.loaded(place)
        if not is_numeric(type):
            return Value(type, (self.as_list(value),), fresh=True)
        return self._as_argument(self.converted(self.settled(value, node), type, node), param)

    def _received(
        self,
        node: Call,
        callee: FunctionSymbol,
        text: str,
        outputs: list[tuple[Place, Param, Type]],
        dropped: bool,
    ) -> Value | None:
        """Take the result and what `out` parameters give."""
        types = [
            *([callee.result] if callee.result is not VOID else []),
            *(type for _, _, type in outputs),
        ]
        count = sum(count_of(type) for type in types)
        pure = callee not in self.facts.impure
        falls = callee in self.facts.unsure and not dropped
        self.writer.at(node)
        if not types:
            self.writer.effect(text)
            return None
        if pure and count == 1 and not dropped and not falls:
            return Value(
                types[0], (self.writer.marked(node, text),), fresh=True, depth=text.count("(") + 1
            )
        values = [
            Value(type, tuple(self.writer.temporary() for _ in range(count_of(type))), fresh=True)
            for type in types
        ]
        names = ", ".join(name for value in values for name in value.texts)
        self.writer.line(f"{names} = {text}")
        if not pure:
            self.writer.effects += 1
        if falls:
            message = f"{callee.name} came to its end without a return"
            self.writer.line(
                f"if {values[0].texts[0]} is None: raise Undefined('missing-return', {message!r})"
            )
        given = values[len(types) - len(outputs) :]
        for (place, _, type), value in zip(outputs, given, strict=True):
            self._copied_out(
                place,
                Value(type, value.texts, fresh=True, unsure=not self.semantics.zero_initialised),
            )
        if callee.result is VOID:
            return None
        return Value(callee.result, values[0].texts, fresh=True)

    def _copied_out(self, place: Place, value: Value) -> None:
        if value.type is not place.type:
            value = self.converted(value, place.type)
        self.store(place, value)

    def _check_aliases(self, node: Call, callee: FunctionSymbol) -> None:
        """Two `out` arguments that meet: which is copied back last, the language leaves open."""
        places = [
            (self.facts.access.place_of(argument), direction)
            for argument, direction in zip(node.args, callee.directions, strict=True)
        ]
        written = [place for place, direction in places if place is not None and direction != "in"]
        for k, one in enumerate(written):
            if any(one.surely_meets(other) for other in written[:k]):
                self.unordered(node, one.symbol.name)
                return


def _callee_name(node: Call) -> str:
    callee = node.callee
    return callee.name if isinstance(callee, TypeName) else getattr(callee, "name", "something")
