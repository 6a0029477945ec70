"""WGSL's calls: of functions, built-in ones and the program's, and of types."""

from __future__ import annotations

from typing import Final

from ...builtins import generic
from ...builtins.evaluate import call as call_builtin
from ...builtins.evaluate import component_arguments, hazard_of
from ...builtins.signature import Overload
from ...source import quote
from ...tree import Call, Name, Node, TypeName, TypeSyntax
from ...types import UINT, Array, Pointer, Scalar, Type, Vector, element_of, parts
from .. import arithmetic
from ..fault import fail, refuse
from ..symbols import UNKNOWN, Constant, FunctionSet, FunctionSymbol, TypeSymbol, VariableSymbol
from .constructors import construct, construct_inferred
from .conversion_rank import choose, concrete, is_abstract
from .operators import finite_constant
from .state import WgslChecker, listing, spelling
from .subgroups import check_chosen_invocation
from .type_syntax import (
    MATRICES,
    VECTORS,
    holds_atomic,
    is_plain,
    is_type_word,
    predeclared_type,
    type_of,
)
from .values import converted_constant, fitting_constant, root_variable, value_type

_FINAL: Final = ("indeterminate", "error in constants", "undefined")
"""Hazards that no constant expression may meet."""


def call_type(checker: WgslChecker, node: Call) -> Type:
    callee = node.callee
    if isinstance(callee, TypeName):
        if callee.name == "bitcast" and checker.find(callee, callee.name) is None:
            return _bitcast_call(checker, node, callee)
        return construct(checker, node, type_of(checker, callee))
    if not isinstance(callee, Name):
        fail(node, "a function or type to call", "an expression")
    name = callee.name
    symbol = checker.find(callee, name)
    if isinstance(symbol, TypeSymbol):
        return construct(checker, node, symbol.type)
    if isinstance(symbol, FunctionSet):
        return _user_call(checker, node, symbol.functions[0])
    if isinstance(symbol, VariableSymbol):
        fail(node, "a function or type to call", f"the variable {quote(name)}")
    if name in VECTORS or name in MATRICES or name == "array":
        return construct_inferred(checker, node, name)
    if is_type_word(name):
        return construct(checker, node, predeclared_type(checker, TypeName(name, span=callee.span)))
    return _builtin_call(checker, node, name)


# ---- the program's functions


def _user_call(checker: WgslChecker, node: Call, function: FunctionSymbol) -> Type:
    given = [value_type(checker, argument) for argument in node.args]
    if len(given) != len(function.types):
        fail(node, f"{len(function.types)} arguments for {quote(function.name)}", str(len(given)))
    for argument, came, wanted in zip(node.args, given, function.types, strict=True):
        if came is not wanted:
            converted_constant(checker, argument, came, wanted, f"for {quote(function.name)}")
    checker.typing.callees[id(node)] = function
    roots = [
        root_variable(checker, a) if isinstance(type, Pointer) else None
        for a, type in zip(node.args, function.types, strict=True)
    ]
    checker.effects.calls.append((node, function, roots))
    _note_call(checker, node, function.name)
    return function.result


def _note_call(checker: WgslChecker, node: Node, name: str) -> None:
    if checker.function is not None:
        checker.typing.note_call(checker.function.name, name, node)


# ---- built-in functions


def _builtin_call(checker: WgslChecker, node: Call, name: str) -> Type:
    if name in generic.NAMES:
        return _generic_call(checker, node, name)
    if not checker.builtins.has(name):
        fail(node, "a function", f"{quote(name)}, which is not declared here")
    given = tuple([value_type(checker, argument) for argument in node.args])
    table = checker.builtins.table_of(name)
    chosen = table.exact(name, given)
    if chosen is None or (is_abstract(chosen.result) and not _all_constant(checker, node)):
        chosen = _choose(checker, node, given, table.overloads(name))
    for argument, came, wanted in zip(node.args, given, chosen.types, strict=True):
        if came is not wanted:
            converted_constant(checker, argument, came, wanted, f"for {quote(name)}")
    checker.typing.callees[id(node)] = chosen
    if chosen.builtin.theme == "subgroup":
        check_chosen_invocation(checker, node, chosen)
    if chosen.builtin.theme == "atomic":
        checker.effects.touch(root_variable(checker, node.args[0]), written=name != "atomicLoad")
    _note_call(checker, node, name)
    _fold_builtin(checker, node, chosen, given)
    return chosen.result


def _all_constant(checker: WgslChecker, node: Call) -> bool:
    return all(map(checker.constants.__contains__, map(id, node.args)))


def _choose(
    checker: WgslChecker, node: Call, given: tuple[Type, ...], overloads: tuple[Overload, ...]
) -> Overload:
    concrete_only = not _all_constant(checker, node) or not overloads[0].builtin.constant
    found = choose(overloads, given, concrete_only=concrete_only)
    if len(found) == 1:
        return found[0]
    call = f"{overloads[0].name}({listing(given)})"
    if found:
        refuse(node, f"several functions fit {call} equally well")
    refuse(node, f"no function fits {call}")
    return None


def _fold_builtin(
    checker: WgslChecker, node: Call, chosen: Overload, given: tuple[Type, ...]
) -> None:
    if chosen.builtin.meaning is None or not chosen.builtin.constant:
        return
    if not _all_constant(checker, node):
        _check_some_constant(checker, node, chosen, given)
        return
    values = _argument_values(checker, node, chosen, given)
    if any(value is UNKNOWN for value in values):
        checker.constants[id(node)] = UNKNOWN
        return
    hazard = hazard_of(chosen, tuple(values))
    if hazard is not None and hazard.wgsl in _FINAL:
        refuse(node, f"a constant expression may not call {chosen.name} where {hazard.says}")
    try:
        made = call_builtin(chosen, tuple(values))
    except (OverflowError, ZeroDivisionError, ValueError):
        refuse(
            node, f"the value of {chosen.name} cannot be represented as {spelling(chosen.result)}"
        )
    element = element_of(chosen.result)
    checker.constants[id(node)] = made if element is None else finite_constant(node, made, element)


def _argument_values(
    checker: WgslChecker, node: Call, chosen: Overload, given: tuple[Type, ...]
) -> list[Constant | None]:
    rows = zip(node.args, given, chosen.types, strict=True)
    return [fitting_constant(checker, argument, came, wanted) for argument, came, wanted in rows]


def _check_some_constant(
    checker: WgslChecker, node: Call, chosen: Overload, given: tuple[Type, ...]
) -> None:
    """Refuse a hazard that depends on constant arguments alone; the others stand as zeros."""
    hazards = [hazard for hazard in chosen.builtin.hazards if hazard.asks and hazard.wgsl in _FINAL]
    if not hazards:
        return
    known = _argument_values(checker, node, chosen, given)
    values = [
        arithmetic.zero(w) if v is None else v for v, w in zip(known, chosen.types, strict=True)
    ]
    for hazard in hazards:
        asked = [known[k] for k in hazard.asks]
        if any(value is None or value is UNKNOWN for value in asked):
            continue
        if any(hazard.when(*row) for row in component_arguments(chosen, tuple(values))):
            refuse(node, f"{chosen.name} may not be called where {hazard.says}")


# ---- those whose types go by structure


def _generic_call(checker: WgslChecker, node: Call, name: str) -> Type:
    if name == "bitcast":
        fail(node, "bitcast<T>(...)", "no type")
    if len(node.args) != 1:
        fail(node, f"one argument for {name}", str(len(node.args)))
    given = value_type(checker, node.args[0])
    _note_call(checker, node, name)
    if name == "arrayLength":
        store = given.store if isinstance(given, Pointer) else None
        if not isinstance(store, Array) or store.size is not None:
            fail(node, "a pointer to an array without a size", spelling(given))
        return UINT
    if not isinstance(given, Pointer) or given.space != "workgroup":
        fail(node, "a pointer into the workgroup space", spelling(given))
    if holds_atomic(given.store) or not is_plain(given.store):
        fail(node, "a pointer to what can be constructed", spelling(given))
    return given.store


def _bitcast_call(checker: WgslChecker, node: Call, callee: TypeName) -> Type:
    argument = callee.args[0] if len(callee.args) == 1 else None
    if not isinstance(argument, TypeSyntax) or len(node.args) != 1:
        fail(node, "bitcast<T>(e)", "something else")
    wanted = type_of(checker, argument)
    came = value_type(checker, node.args[0])
    given = concrete(came)
    value = fitting_constant(checker, node.args[0], came, given)
    if not _same_bits(given, wanted):
        fail(node, f"a value with as many bits as {spelling(wanted)}", spelling(given))
    checker.typing.callees[id(node)] = wanted
    if value is not None:
        checker.constants[id(node)] = _bitcast_value(node, value, given, wanted)
    return wanted


def _bitcast_value(node: Node, value: object, given: Type, wanted: Type) -> object:
    source, target = element_of(given), element_of(wanted)
    assert source is not None
    assert target is not None
    if value is UNKNOWN or source.bits != target.bits or source.bits != 32:
        return UNKNOWN
    made = arithmetic.reinterpret(value, source, target)
    return finite_constant(node, made, target)


def _same_bits(given: Type, wanted: Type) -> bool:
    if not isinstance(given, Scalar | Vector) or not isinstance(wanted, Scalar | Vector):
        return False
    source, target = element_of(given), element_of(wanted)
    if source is None or target is None or not source.is_numeric or not target.is_numeric:
        return False
    return source.bits * parts(given) == target.bits * parts(wanted)
