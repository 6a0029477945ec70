"""WGSL's calls: of functions, built-in ones and the program's, and of types."""

from __future__ import annotations

from typing import Final

from ...builtins import generic
from ...builtins.evaluate import call as call_builtin
from ...builtins.evaluate import component_arguments, hazard_of
from ...builtins.signature import Overload
from ...source import quoted
from ...tree import Call, Name, Node, TypeName, TypeSyntax
from ...types import UINT, Array, Pointer, Scalar, Type, Vector, element_of, parts
from .. import arithmetic
from ..symbols import UNKNOWN, FunctionSet, FunctionSymbol, TypeSymbol, VariableSymbol
from .constructors import ConstructorsPart
from .conversion_rank import choose, concrete, is_abstract
from .type_syntax import MATRICES, VECTORS, holds_atomic, is_plain, is_type_word

_FINAL: Final = ("indeterminate", "error in constants", "undefined")
"""Hazards that no constant expression may meet."""


class CallsPart(ConstructorsPart):
    """Calls."""

    def call(self, node: Call) -> Type:
        callee = node.callee
        if isinstance(callee, TypeName):
            return self._template_call(node, callee)
        if not isinstance(callee, Name):
            self.fail(node, "a function or type to call", "an expression")
        name = callee.name
        symbol = self.find(callee, name)
        if isinstance(symbol, TypeSymbol):
            return self.construct(node, symbol.type)
        if isinstance(symbol, FunctionSet):
            return self._user(node, symbol.functions[0])
        if isinstance(symbol, VariableSymbol):
            self.fail(node, "a function or type to call", f"the variable {quoted(name)}")
        if name in VECTORS or name in MATRICES or name == "array":
            return self.inferred(node, name)
        if is_type_word(name):
            return self.construct(node, self.predeclared(TypeName(name, span=callee.span)))
        return self._builtin(node, name)

    def _template_call(self, node: Call, callee: TypeName) -> Type:
        if callee.name == "bitcast" and self.find(callee, callee.name) is None:
            return self._bitcast(node, callee)
        return self.construct(node, self.type_of(callee))

    # ---- the program's functions

    def _user(self, node: Call, function: FunctionSymbol) -> Type:
        given = [self.value(argument) for argument in node.args]
        if len(given) != len(function.types):
            self.fail(
                node,
                f"{len(function.types)} arguments for {quoted(function.name)}",
                str(len(given)),
            )
        for argument, came, wanted in zip(node.args, given, function.types, strict=True):
            if came is not wanted:
                self.converted(argument, came, wanted, f"for {quoted(function.name)}")
        self.typing.callees[id(node)] = function
        roots = [
            self.root(a) if isinstance(type, Pointer) else None
            for a, type in zip(node.args, function.types, strict=True)
        ]
        self.effects.calls.append((node, function, roots))
        self._note_call(node, function.name)
        return function.result

    def _note_call(self, node: Node, name: str) -> None:
        if self.function is not None:
            self.calls.setdefault(self.function.name, {}).setdefault(name, node)

    # ---- built-in functions

    def _builtin(self, node: Call, name: str) -> Type:
        if name in generic.NAMES:
            return self._generic(node, name)
        if not self.builtins.has(name):
            self.fail(node, "a function", f"{quoted(name)}, which is not declared here")
        given = tuple([self.value(argument) for argument in node.args])
        table = self.builtins.table_of(name)
        chosen = table.exact(name, given)
        if chosen is None or (is_abstract(chosen.result) and not self._all_constant(node)):
            chosen = self._chosen(node, name, given, table.overloads(name))
        for argument, came, wanted in zip(node.args, given, chosen.types, strict=True):
            if came is not wanted:
                self.converted(argument, came, wanted, f"for {quoted(name)}")
        self.typing.callees[id(node)] = chosen
        if chosen.builtin.theme == "atomic":
            self.effects.touch(self.root(node.args[0]), written=name != "atomicLoad")
        self._note_call(node, name)
        self._fold_builtin(node, chosen, given)
        return chosen.result

    def _all_constant(self, node: Call) -> bool:
        return all(map(self.constants.__contains__, map(id, node.args)))

    def _chosen(
        self, node: Call, name: str, given: tuple[Type, ...], overloads: tuple[Overload, ...]
    ) -> Overload:
        concrete_only = not self._all_constant(node) or not overloads[0].builtin.constant
        found = choose(overloads, given, concrete_only=concrete_only)
        if len(found) == 1:
            return found[0]
        types = ", ".join(type.wgsl for type in given)
        if found:
            self.refuse(node, f"several functions fit {name}({types}) equally well")
        self.refuse(node, f"no function fits {name}({types})")
        return None

    def _fold_builtin(self, node: Call, chosen: Overload, given: tuple[Type, ...]) -> None:
        if chosen.builtin.meaning is None or not chosen.builtin.constant:
            return
        if not self._all_constant(node):
            self._check_some_constant(node, chosen, given)
            return
        values = [
            self.fitting(a, came, w)
            for a, came, w in zip(node.args, given, chosen.types, strict=True)
        ]
        if any(value is UNKNOWN for value in values):
            self.constants[id(node)] = UNKNOWN
            return
        hazard = hazard_of(chosen, tuple(values))
        if hazard is not None and hazard.wgsl in _FINAL:
            self.refuse(
                node, f"a constant expression may not call {chosen.name} where {hazard.says}"
            )
        try:
            made = call_builtin(chosen, tuple(values))
        except (OverflowError, ZeroDivisionError, ValueError):
            self.refuse(
                node, f"the value of {chosen.name} cannot be represented as {self.a(chosen.result)}"
            )
        element = element_of(chosen.result)
        self.constants[id(node)] = made if element is None else self.finite(node, made, element)

    def _check_some_constant(self, node: Call, chosen: Overload, given: tuple[Type, ...]) -> None:
        """Refuse a hazard that depends on constant arguments alone; the others stand as zeros."""
        hazards = [
            hazard for hazard in chosen.builtin.hazards if hazard.asks and hazard.wgsl in _FINAL
        ]
        if not hazards:
            return
        known = [
            self.fitting(a, came, w)
            for a, came, w in zip(node.args, given, chosen.types, strict=True)
        ]
        values = [
            arithmetic.zero(w) if v is None else v for v, w in zip(known, chosen.types, strict=True)
        ]
        for hazard in hazards:
            asked = [known[k] for k in hazard.asks]
            if any(value is None or value is UNKNOWN for value in asked):
                continue
            if any(hazard.when(*row) for row in component_arguments(chosen, tuple(values))):
                self.refuse(node, f"{chosen.name} may not be called where {hazard.says}")

    # ---- those whose types go by structure

    def _generic(self, node: Call, name: str) -> Type:
        if name == "bitcast":
            self.fail(node, "bitcast<T>(...)", "no type")
        if len(node.args) != 1:
            self.fail(node, f"one argument for {name}", str(len(node.args)))
        given = self.value(node.args[0])
        self._note_call(node, name)
        if name == "arrayLength":
            store = given.store if isinstance(given, Pointer) else None
            if not isinstance(store, Array) or store.size is not None:
                self.fail(node, "a pointer to an array without a size", self.a(given))
            return UINT
        if not isinstance(given, Pointer) or given.space != "workgroup":
            self.fail(node, "a pointer into the workgroup space", self.a(given))
        if holds_atomic(given.store) or not is_plain(given.store):
            self.fail(node, "a pointer to what can be constructed", self.a(given))
        return given.store

    def _bitcast(self, node: Call, callee: TypeName) -> Type:
        argument = callee.args[0] if len(callee.args) == 1 else None
        if not isinstance(argument, TypeSyntax) or len(node.args) != 1:
            self.fail(node, "bitcast<T>(e)", "something else")
        wanted = self.type_of(argument)
        came = self.value(node.args[0])
        given = concrete(came)
        value = self.fitting(node.args[0], came, given)
        if not _same_bits(given, wanted):
            self.fail(node, f"a value with as many bits as {self.a(wanted)}", self.a(given))
        self.typing.callees[id(node)] = wanted
        if value is not None:
            self.constants[id(node)] = self._recast(node, value, given, wanted)
        return wanted

    def _recast(self, node: Node, value: object, given: Type, wanted: Type) -> object:
        source, target = element_of(given), element_of(wanted)
        assert source is not None
        assert target is not None
        if value is UNKNOWN or source.bits != target.bits or source.bits != 32:
            return UNKNOWN
        made = arithmetic.reinterpreted_all(value, source, target)
        return self.finite(node, made, target)


def _same_bits(given: Type, wanted: Type) -> bool:
    if not isinstance(given, Scalar | Vector) or not isinstance(wanted, Scalar | Vector):
        return False
    source, target = element_of(given), element_of(wanted)
    if source is None or target is None or not source.is_numeric or not target.is_numeric:
        return False
    return source.bits * parts(given) == target.bits * parts(wanted)
