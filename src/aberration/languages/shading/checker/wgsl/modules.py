"""A whole module of WGSL."""

from __future__ import annotations

from typing import Final

from ...builtins.row import ALL_STAGES, Stage
from ...rules import Rules
from ...source import quote
from ...tree import Alias, ConstAssert, Declare, Function, Module, Node, StructDecl, Variable
from ...types import VOID, Opaque, Pointer
from ..effects import FunctionEffects, Summaries
from ..fault import fail, refuse
from ..symbols import FunctionSet, FunctionSymbol, TypeSymbol, VariableSymbol
from ..typing import Typing
from .declarations import attribute_value, check_assertion, variable_symbol
from .entry_points import STAGES, check_attributes
from .expressions import EXPRESSIONS
from .state import NAMED, Resolver, WgslChecker, spelling
from .statements import check_controls, check_statements
from .type_syntax import is_plain, struct_type, type_of
from .uniformity import check_uniformity


def check_wgsl(module: Module, rules: Rules, _: Stage) -> Typing:
    """Check a whole module, whose entry points say their stages; raise `Fault` for the first thing
    that is wrong.
    """
    checker = WgslChecker(module, rules, EXPRESSIONS, _RESOLVERS)
    for node in module.decls:
        if isinstance(node, ConstAssert):
            check_assertion(checker, node)
        elif isinstance(node, Declare):
            checker.find(node.variables[0], node.variables[0].name)
        else:
            assert isinstance(node, NAMED)
            checker.find(node, node.name)
    for node in module.decls:
        if isinstance(node, Function):
            _check_body(checker, node)
    _check_calls(checker)
    return checker.typing


def _module_variable(checker: WgslChecker, node: Variable) -> VariableSymbol:
    if node.kind == "let":
        refuse(node, "expected var, const or override at module scope, came let")
    return variable_symbol(checker, node)


def _struct(checker: WgslChecker, node: StructDecl) -> TypeSymbol:
    return TypeSymbol(struct_type(checker, node))


def _alias(checker: WgslChecker, node: Alias) -> TypeSymbol:
    return TypeSymbol(type_of(checker, node.type))


# ---- functions


def _signature(checker: WgslChecker, node: Function) -> FunctionSet:
    types = tuple(type_of(checker, param.type) for param in node.params)
    names: set[str] = set()
    for param, type in zip(node.params, types, strict=True):
        if param.name in names:
            refuse(param, f"the parameter {quote(param.name)} is declared twice")
        names.add(param.name)
        if not is_plain(type) and not isinstance(type, Pointer | Opaque):
            fail(param, "a type that can be passed", spelling(type))
    result = VOID if node.result is None else type_of(checker, node.result)
    if result is not VOID and not is_plain(result):
        fail(node, "a type that can be returned", spelling(result))
    check_attributes(checker, node, result)
    symbol = FunctionSymbol(node.name, types, ("in",) * len(types), result, node)
    found = FunctionSet()
    found.functions.append(symbol)
    return found


def _check_body(checker: WgslChecker, node: Function) -> None:
    symbol = checker.find(node, node.name)
    assert isinstance(symbol, FunctionSet)
    assert node.body is not None
    function = symbol.functions[0]
    checker.typing.bodies[function] = node
    checker.function, checker.result = node, function.result
    checker.effects = checker.typing.effects[node.name] = FunctionEffects()
    checker.scopes.enter()
    parameters = checker.typing.parameters[node.name] = []
    for param, type in zip(node.params, function.types, strict=True):
        parameters.append(VariableSymbol(param.name, type, "param", param, writable=False))
        checker.scopes.add(param.name, parameters[-1])
        checker.typing.declared[id(param)] = parameters[-1]
    check_controls(node.body.attributes)
    left = check_statements(checker, node.body.statements)
    checker.scopes.leave()
    if function.result is not VOID and "next" in left:
        refuse(
            node,
            f"expected {quote(node.name)} to return {spelling(function.result)} on every path",
        )
    checker.function, checker.result = None, None


# ---- who calls whom


def _check_calls(checker: WgslChecker) -> None:
    """Refuse recursion, calls of entry points, and what a stage does not have."""
    for node in checker.module.decls:
        if isinstance(node, Function):
            _check_calls_of(checker, node)
    summaries = Summaries(checker.typing.effects, checker.typing.parameters)
    for effects in checker.typing.effects.values():
        for call, callee, roots in effects.calls:
            doubled = summaries.alias(callee, roots)
            if doubled is not None:
                name = quote(doubled.name)
                fail(call, "pointers that do not meet", f"two ways to {name}, one of them written")
    check_uniformity(checker.typing)


def _check_calls_of(checker: WgslChecker, node: Function) -> None:
    stages = {STAGES[attribute.name] for attribute in node.attributes if attribute.name in STAGES}
    waiting, seen = [node.name], {node.name}
    bound: dict[tuple[int, ...], str] = {}
    while waiting:
        current = waiting.pop()
        if stages:
            used = _used_variables(checker, current)
            _check_spaces(used, stages)
            _check_bound(checker, used, bound)
        for name, at in checker.typing.calls.get(current, {}).items():
            if name == node.name:
                refuse(at, f"{quote(name)} calls itself, which WGSL forbids")
            _check_call(checker, at, name, stages)
            if name not in seen:
                seen.add(name)
                waiting.append(name)


def _used_variables(checker: WgslChecker, function: str) -> list[tuple[Variable, Node]]:
    """Return the variables of the module that a function names, and where."""
    found = []
    for name, at in checker.uses.get(function, {}).items():
        variable = checker.globals.get(name)
        if isinstance(variable, Variable) and checker.symbols[id(at)].node is variable:
            found.append((variable, at))
    return found


def _check_spaces(used: list[tuple[Variable, Node]], stages: set[Stage]) -> None:
    """Refuse variables of a workgroup where there is none, and buffers that vertex shaders
    would write.
    """
    for variable, at in used:
        name = quote(variable.name)
        written = variable.storage == "storage" and variable.access == "read_write"
        if variable.storage == "workgroup" and stages != {"compute"}:
            refuse(at, f"the workgroup's variable {name} is not there in a {min(stages)} shader")
        if written and "vertex" in stages:
            fail(at, "buffers that are only read in a vertex shader", name)


def _check_bound(
    checker: WgslChecker, used: list[tuple[Variable, Node]], bound: dict[tuple[int, ...], str]
) -> None:
    """Refuse two resources in one place of an entry point."""
    for variable, at in used:
        given = {attribute.name: attribute for attribute in variable.attributes}
        if given.keys() != {"group", "binding"}:
            continue
        place = tuple(attribute_value(checker, given[word]) for word in ("group", "binding"))
        if bound.setdefault(place, variable.name) != variable.name:
            names = f"{quote(bound[place])} and {quote(variable.name)}"
            refuse(at, f"{names} are both bound to group {place[0]}, binding {place[1]}")


def _check_call(checker: WgslChecker, at: Node, name: str, stages: set[Stage]) -> None:
    called = checker.globals.get(name)
    if isinstance(called, Function):
        if any(attribute.name in STAGES for attribute in called.attributes):
            refuse(at, f"expected a function to call, came the entry point {quote(name)}")
        return
    allowed = checker.builtins.stages_of(name) or frozenset(ALL_STAGES)
    if name == "discard":
        allowed = frozenset(("fragment",))
    if name == "workgroupUniformLoad":
        allowed = frozenset(("compute",))
    if not stages <= allowed:
        refuse(at, f"{quote(name)} is not there in a {min(stages - allowed)} shader")


_RESOLVERS: Final[dict[type[Node], Resolver]] = {
    Variable: _module_variable,
    StructDecl: _struct,
    Alias: _alias,
    Function: _signature,
}
