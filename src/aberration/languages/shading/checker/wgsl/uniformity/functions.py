"""Functions of a module, each after those that it calls: their summaries, and what is wrong in
them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ....builtins.subgroup import WGSL_NAMES
from ....tree import Attribute, Function, Module, Name, StructDecl
from ....types import Pointer, Struct
from ...fault import fail
from ...symbols import FunctionSymbol, VariableSymbol
from ...typing import Typing
from .flow import follow_block
from .graph import START, VARIES
from .state import RULES, FunctionUniformity, MemoryPlace
from .summary import Made, Summary
from .values import LOAD, SAMPLINGS

_STAGES: Final = frozenset(("vertex", "fragment", "compute"))
_UNIFORM: Final = frozenset(("workgroup_id", "num_workgroups"))
"""Built-in values that are the same for all invocations of a workgroup; none is for all of a
draw.
"""
COLLECTIVE: Final = frozenset(
    (
        LOAD,
        *SAMPLINGS,
        *("workgroupBarrier", "storageBarrier", "textureBarrier"),
        *(f"{name}{way}" for name in ("dpdx", "dpdy", "fwidth") for way in ("", "Coarse", "Fine")),
        *WGSL_NAMES,
    )
)


def check_uniformity(typing: Typing) -> None:
    """Raise `Fault` where what invocations do together may not be done by all; recursion must
    be ruled out before.
    """
    concerned = _functions_with_demands(typing)
    if not concerned:
        return
    by_name = {symbol.name: symbol for symbol in typing.bodies}
    severities = _default_severities(typing.module)
    summaries: dict[FunctionSymbol, Summary] = {}
    for name in _leaves_first(typing, concerned):
        symbol = by_name[name]
        summaries[symbol] = _summary(FunctionUniformity(typing, summaries, severities), symbol)


def _functions_with_demands(typing: Typing) -> list[str]:
    """Return the functions that come to something collective, in the order of the text."""
    names = [node.name for node in typing.module.decls if isinstance(node, Function)]
    own = set(names)
    found = {name for name in names if (typing.calls.get(name, {}).keys() & COLLECTIVE) - own}
    callers: dict[str, list[str]] = {}
    for name in names:
        for callee in typing.calls.get(name, {}):
            callers.setdefault(callee, []).append(name)
    waiting = list(found)
    while waiting:
        new = [caller for caller in callers.get(waiting.pop(), ()) if caller not in found]
        found.update(new)
        waiting += new
    return [name for name in names if name in found]


def _leaves_first(typing: Typing, roots: Iterable[str]) -> list[str]:
    """Return functions and all that they call, each after those that it calls."""
    own = {symbol.name for symbol in typing.bodies}
    done: dict[str, None] = {}
    seen: set[str] = set()
    for root in roots:
        waiting = [(root, False)]
        while waiting:
            name, ready = waiting.pop()
            if ready:
                done[name] = None
            elif name in own and name not in seen:
                seen.add(name)
                waiting.append((name, True))
                waiting += [(callee, False) for callee in typing.calls.get(name, {})]
    return list(done)


def _default_severities(module: Module) -> dict[str, str]:
    """Return the severity of each rule: the first directive about it counts."""
    found = dict.fromkeys(RULES, "error")
    for directive in reversed(module.directives):
        if directive.kind == "diagnostic" and directive.args[-1] in RULES:
            found[directive.args[-1]] = directive.args[0]
    return found


def _summary(state: FunctionUniformity, function: FunctionSymbol) -> Summary:
    """Return what callers have to know; raise `Fault` for what no caller can make good."""
    node = state.typing.bodies[function]
    assert node.body is not None
    _begin(state, node)
    with state.diagnostics_of(node.attributes):
        _, behaviour = follow_block(state, node.body, START)
    if "next" in behaviour:
        state.ends.append(state.values)
    reached = state.graph.reachable_from(demand.node for demand in state.demands)
    for demand in state.demands:
        if VARIES in reached and VARIES in state.graph.reachable_from((demand.node,)):
            fail(demand.call, demand.what, "what may differ between them")
    needs = frozenset(k for k, one in enumerate(state.parameters) if one in reached)
    symbols = [state.typing.declared[id(param)] for param in node.params]
    pointing = [(k, symbol) for k, symbol in enumerate(symbols) if symbol in state.values]
    outputs = {
        k: _reached_from(state, [values[symbol] for values in state.ends]) for k, symbol in pointing
    }
    return Summary(START in reached, needs, _reached_from(state, state.results), outputs)


def _begin(state: FunctionUniformity, node: Function) -> None:
    entry = any(attribute.name in _STAGES for attribute in node.attributes)
    for param in node.params:
        symbol = state.typing.declared[id(param)]
        uniform = not entry or _is_uniform(state, param.attributes, symbol)
        made = state.graph.node() if uniform else VARIES
        state.parameters.append(made)
        if not isinstance(symbol.type, Pointer):
            state.fixed[symbol] = made
        elif symbol.type.space == "function":
            state.values[symbol] = made
        else:
            state.pointers[symbol] = MemoryPlace(symbol, (made,))


def _is_uniform(
    state: FunctionUniformity, attributes: tuple[Attribute, ...], symbol: VariableSymbol
) -> bool:
    """Whether an input of an entry point is uniform: of a structure, all members must be."""
    if not isinstance(symbol.type, Struct):
        return _builtin_of(attributes) in _UNIFORM
    nodes = [node for node in state.typing.module.decls if isinstance(node, StructDecl)]
    (node,) = [node for node in nodes if state.typing.structs.get(id(node)) is symbol.type]
    return all(_builtin_of(member.attributes) in _UNIFORM for member in node.members)


def _reached_from(state: FunctionUniformity, nodes: Iterable[int]) -> Made:
    reached = state.graph.reachable_from(nodes)
    return Made(
        VARIES in reached, frozenset(k for k, one in enumerate(state.parameters) if one in reached)
    )


def _builtin_of(attributes: tuple[Attribute, ...]) -> str:
    for attribute in attributes:
        if attribute.name == "builtin" and isinstance(attribute.args[0], Name):
            return attribute.args[0].name
    return ""
