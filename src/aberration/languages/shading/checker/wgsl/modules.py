"""A whole module of WGSL."""

from __future__ import annotations

from ...builtins.row import ALL_STAGES, Stage
from ...source import quoted
from ...tree import Alias, ConstAssert, Declare, Function, Node, StructDecl, Variable
from ...types import VOID, Opaque, Pointer
from ..effects import Effects, Summaries
from ..symbols import FunctionSet, FunctionSymbol, TypeSymbol, VariableSymbol
from ..typing import Typing
from .base import NAMED, Named
from .entry_points import STAGES, EntryPointsPart
from .type_syntax import is_plain
from .uniformity import check_uniformity


class ModuleChecker(EntryPointsPart):
    """The checker of one module."""

    def check(self) -> Typing:
        """Check the whole module; raise `Fault` for the first thing that is wrong."""
        for node in self.module.decls:
            if isinstance(node, ConstAssert):
                self.assertion(node)
            elif isinstance(node, Declare):
                self.find(node.variables[0], node.variables[0].name)
            else:
                assert isinstance(node, NAMED)
                self.find(node, node.name)
        for node in self.module.decls:
            if isinstance(node, Function):
                self._function_body(node)
        self._check_calls()
        return self.typing

    def resolve(self, node: Named) -> VariableSymbol | FunctionSet | TypeSymbol:
        if isinstance(node, Variable):
            if node.kind == "let":
                self.refuse(node, "expected var, const or override at module scope, came let")
            return self.variable(node)
        if isinstance(node, StructDecl):
            return TypeSymbol(self.struct(node))
        if isinstance(node, Alias):
            return TypeSymbol(self.type_of(node.type))
        return self._signature(node)

    # ---- functions

    def _signature(self, node: Function) -> FunctionSet:
        types = tuple(self.type_of(param.type) for param in node.params)
        names: set[str] = set()
        for param, type in zip(node.params, types, strict=True):
            if param.name in names:
                self.refuse(param, f"the parameter {quoted(param.name)} is declared twice")
            names.add(param.name)
            if not is_plain(type) and not isinstance(type, Pointer | Opaque):
                self.fail(param, "a type that can be passed", self.a(type))
        result = VOID if node.result is None else self.type_of(node.result)
        if result is not VOID and not is_plain(result):
            self.fail(node, "a type that can be returned", self.a(result))
        self.check_attributes(node, result)
        symbol = FunctionSymbol(node.name, types, ("in",) * len(types), result, node)
        found = FunctionSet()
        found.functions.append(symbol)
        return found

    def _function_body(self, node: Function) -> None:
        symbol = self.find(node, node.name)
        assert isinstance(symbol, FunctionSet)
        assert node.body is not None
        function = symbol.functions[0]
        self.typing.bodies[function] = node
        self.function, self.result = node, function.result
        self.effects = self.typing.effects[node.name] = Effects()
        self.scopes.enter()
        parameters = self.typing.parameters[node.name] = []
        for param, type in zip(node.params, function.types, strict=True):
            parameters.append(VariableSymbol(param.name, type, "param", param, writable=False))
            self.scopes.add(param.name, parameters[-1])
            self.typing.declared[id(param)] = parameters[-1]
        self.controls(node.body.attributes)
        left = self.statements(node.body.statements)
        self.scopes.leave()
        if function.result is not VOID and "next" in left:
            self.refuse(
                node,
                f"expected {quoted(node.name)} to return {self.a(function.result)} on every path",
            )
        self.function, self.result = None, None

    # ---- who calls whom

    def _check_calls(self) -> None:
        """Refuse recursion, calls of entry points, and what a stage does not have."""
        for node in self.module.decls:
            if isinstance(node, Function):
                self._check_calls_of(node)
        summaries = Summaries(self.typing.effects, self.typing.parameters)
        for effects in self.typing.effects.values():
            for call, callee, roots in effects.calls:
                doubled = summaries.alias(callee, roots)
                if doubled is not None:
                    name = quoted(doubled.name)
                    self.refuse(
                        call,
                        (
                            f"expected pointers that do not meet, came two ways to {name}, "
                            f"one of them written"
                        ),
                    )
        check_uniformity(self.typing)

    def _check_calls_of(self, node: Function) -> None:
        stages = {
            STAGES[attribute.name] for attribute in node.attributes if attribute.name in STAGES
        }
        waiting, seen = [node.name], {node.name}
        bound: dict[tuple[int, ...], str] = {}
        while waiting:
            current = waiting.pop()
            if stages:
                used = self.uses.get(current, {})
                self._check_spaces(used, stages)
                self._check_bound(node, used, bound)
            for name, at in self.calls.get(current, {}).items():
                if name == node.name:
                    self.refuse(at, f"{quoted(name)} calls itself, which WGSL forbids")
                self._check_call(at, name, stages)
                if name not in seen:
                    seen.add(name)
                    waiting.append(name)

    def _check_spaces(self, used: dict[str, Node], stages: set[Stage]) -> None:
        """Refuse variables of a workgroup where there is none, and buffers that vertex shaders
        would write.
        """
        for name, at in used.items():
            variable = self.globals.get(name)
            if (
                not isinstance(variable, Variable)
                or self.typing.symbols[id(at)].node is not variable
            ):
                continue
            written = variable.storage == "storage" and variable.access == "read_write"
            if variable.storage == "workgroup" and stages != {"compute"}:
                self.refuse(
                    at,
                    (
                        f"the workgroup's variable {quoted(name)} is not there in a "
                        f"{min(stages)} shader"
                    ),
                )
            if written and "vertex" in stages:
                self.refuse(
                    at,
                    f"expected buffers that are only read in a vertex shader, came {quoted(name)}",
                )

    def _check_bound(
        self, node: Function, used: dict[str, Node], bound: dict[tuple[int, ...], str]
    ) -> None:
        """Refuse two resources in one place of an entry point."""
        for name, at in used.items():
            variable = self.globals.get(name)
            if (
                not isinstance(variable, Variable)
                or self.typing.symbols[id(at)].node is not variable
            ):
                continue
            given = {attribute.name: attribute for attribute in variable.attributes}
            if given.keys() != {"group", "binding"}:
                continue
            place = tuple(self.attribute_value(given[word]) for word in ("group", "binding"))
            if bound.setdefault(place, name) != name:
                names = f"{quoted(bound[place])} and {quoted(name)}"
                self.refuse(at, f"{names} are both bound to group {place[0]}, binding {place[1]}")

    def _check_call(self, at: Node, name: str, stages: set[Stage]) -> None:
        called = self.globals.get(name)
        if isinstance(called, Function):
            if any(attribute.name in STAGES for attribute in called.attributes):
                self.refuse(at, f"expected a function to call, came the entry point {quoted(name)}")
            return
        allowed = self.builtins.stages_of(name) or frozenset(ALL_STAGES)
        if name == "discard":
            allowed = frozenset(("fragment",))
        if name == "workgroupUniformLoad":
            allowed = frozenset(("compute",))
        if not stages <= allowed:
            self.refuse(at, f"{quoted(name)} is not there in a {min(stages - allowed)} shader")
