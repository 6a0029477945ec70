"""Reading a whole module of GLSL or ESSL: names, functions, variables; how the outside is
written, the targets say.
"""

from __future__ import annotations

from typing import Final

from aberration.core.inputs import Inputs

from ..builtins.signature import Overload
from ..checker import arithmetic
from ..checker.symbols import UNKNOWN, FunctionSymbol, VariableSymbol
from ..interpret.interface import Resource, Shader
from ..tree import (
    Call,
    Declaration,
    Expression,
    Function,
    Index,
    InitList,
    Interface,
    Literal,
    Name,
    Node,
    Statement,
    StructDecl,
    StructSyntax,
    Variable,
)
from ..tree.walk import walk
from ..types import Array, Struct, Type, element_of, is_opaque
from .declarations import Output, Parameter
from .family_statements import FamilyStatements
from .reader import Key
from .values import Place, Value

_FIRST_OUTPUTS: Final = ("gl_FragColor", "gl_FragData")


class FamilyModule(FamilyStatements):
    """A module. `shader` is its outside as the interpreter sees it."""

    shader: Shader
    inputs: Inputs

    def begin(self, shader: Shader, inputs: Inputs) -> None:
        self.shader, self.inputs = shader, inputs
        self._locals: set[str] = set()
        self.outputs: list[Output] = []
        self.before_main: list[tuple[VariableSymbol, Expression]] = []
        self._block_members = {
            symbol: (resource.type, symbol.name)
            for resource in shader.resources
            if resource.members and isinstance(resource.type, Struct)
            for symbol in resource.symbols
        }

    @property
    def local_memory(self) -> set[str]:
        return self._locals

    def resolved(self, key: Key | None) -> Key | None:
        return self._block_members.get(key, key) if isinstance(key, VariableSymbol) else key

    def indexed_specially(self, node: Index) -> Place | None:
        """`gl_FragData[0]` is one output here."""
        if not isinstance(node.base, Name) or node.base.name != "gl_FragData":
            return None
        symbol = self.typing.symbol_of(node.base)
        if (
            not isinstance(symbol.type, Array)
            or not isinstance(node.index, Literal)
            or node.index.value != 0
        ):
            raise self.emitter.refuse(
                "outputs", "an element of gl_FragData other than the first", node
            )
        return Place(self.bound[symbol], symbol.type.element)

    # ---- what the module holds

    def note_atomics(self) -> None:
        """Mark what atomic functions touch, where the target has types for it."""
        for node in walk(self.typing.module):
            callee = self.typing.callees.get(id(node)) if isinstance(node, Call) else None
            if (
                isinstance(node, Call)
                and isinstance(callee, Overload)
                and callee.builtin.theme == "atomic"
            ):
                key = self.resolved(self.key_of(node.args[0])) if node.args else None
                if key is not None:
                    self.atomic.add(key)

    def struct_types(self) -> list[Struct]:
        """Return the structures of the program, each after those that it holds; without blocks."""
        return self.held_first(
            node for node in walk(self.typing.module) if isinstance(node, StructDecl | StructSyntax)
        )

    def name_structs(self) -> list[Struct]:
        types = self.struct_types()
        for type in types:
            if is_opaque(type):
                raise self.emitter.refuse("textures", f"the structure {type.name}")
            self.emitter.name_struct(type, type.name or "Anonymous")
        return types

    def used(self) -> set[VariableSymbol]:
        """Return the variables that functions name."""
        return set(self.typing.symbols.values())

    def note_outside(self) -> None:
        """Refuse what no target takes from outside."""
        for symbol in sorted(self.used(), key=lambda one: one.name):
            if is_opaque(symbol.type):
                raise self.emitter.refuse("textures", symbol.name, symbol.node)

    # ---- variables

    def constants_and_privates(self) -> list[Declaration]:
        """Declare the module's constants and variables; values that are no constants are given
        at the beginning.
        """
        found: list[Declaration] = []
        for node in self.typing.module.decls:
            for variable in getattr(node, "variables", ()):
                symbol = self.typing.declared[id(variable)]
                if (
                    variable.kind == "const"
                    and symbol.constant is not None
                    and symbol.constant is not UNKNOWN
                ):
                    found.append(self._constant(variable, symbol))
                elif variable in self.shader.private:
                    found.append(self._private(variable, symbol, "private"))
                elif symbol in self.shader.shared:
                    found.append(self._private(variable, symbol, "workgroup"))
        return found

    def _constant(self, node: Variable, symbol: VariableSymbol) -> Declaration:
        name = self.emitter.names.of_module(node.name)
        self.bound[symbol] = Name(name)
        made: Declaration = self.emitter.declared_constant(name, symbol.type, symbol.constant)
        return made

    def _private(self, node: Variable, symbol: VariableSymbol, space: str) -> Declaration:
        name = self.emitter.names.of_module(node.name)
        self.bound[symbol] = Name(name)
        self.memory.add(name)
        init = None
        if node.init is not None:
            init = self._constant_init(node.init, symbol.type)
            if init is None:
                self.before_main.append((symbol, node.init))
        made: Declaration = self.emitter.global_variable(name, symbol, symbol.type, space, init)
        return made

    def _constant_init(self, node: Expression, type: Type) -> Expression | None:
        value = None if isinstance(node, InitList) else self.typing.constants.get(id(node))
        if value is None or value is UNKNOWN:
            return None
        source, target = element_of(self.type_of(node)), element_of(type)
        if source is not target and source is not None and target is not None:
            value = arithmetic.converted_all(value, source, target)
        made: Expression = self.emitter.constant(value, type)
        return made

    # ---- functions

    def name_functions(self) -> None:
        for function in self.order():
            if function.node.name != "main" or function.types:
                self.functions[function] = self.emitter.names.of_module(function.name)

    def function_decls(self) -> list[Declaration]:
        return [self._function(function) for function in self.order() if function in self.functions]

    def _function(self, function: FunctionSymbol) -> Declaration:
        node = self.definition(function)
        assert node.body is not None
        self.function = function
        with self.emitter.names.function():
            with self.emitter.collected() as statements:
                params = self.parameters(function, node)
                statements += self.block(node.body.statements).statements
            made: Declaration = self.emitter.function_decl(
                self.functions[function], params, function.result, statements
            )
        return made

    def parameters(self, function: FunctionSymbol, node: Function) -> list[Parameter]:
        """Bind the parameters; what the body needs first goes to the emitter."""
        raise NotImplementedError

    def main_body(self) -> list[Statement]:
        """Return the statements of `main`, after the values of variables that are no constants."""
        assert self.entry is not None
        node = self.definition(self.entry)
        assert node.body is not None
        self.function = self.entry
        statements: list[Statement]
        with self.emitter.collected() as statements:
            for symbol, init in self.before_main:
                value = self.value_as(init, symbol.type)
                self.set(Value(self.bound[symbol], symbol.type), value)
            statements += self.block(node.body.statements).statements
        return statements

    # ---- outputs

    def bind_outputs(self) -> None:
        for location, symbol in self.shader.outputs:
            if element_of(symbol.type) is None:
                raise self.emitter.refuse("outputs", f"the output {symbol.name}", symbol.node)
            self._output(symbol, location, symbol.type)
        for symbol in sorted(self.used(), key=lambda one: one.name):
            if symbol.name in _FIRST_OUTPUTS and symbol.node is None:
                type = symbol.type.element if isinstance(symbol.type, Array) else symbol.type
                self._output(symbol, 0, type)

    def _output(self, symbol: VariableSymbol, location: int, type: Type) -> None:
        name = self.emitter.names.of_module(symbol.name.removeprefix("gl_"))
        self.bound[symbol] = Name(name)
        self.memory.add(name)
        self.outputs.append(Output(location, name, type))

    # ---- blocks

    def bind_block(self, resource: Resource, base: Expression | None) -> None:
        """Let the names of a block be members of what it became, or that itself; None: members
        are names.
        """
        assert isinstance(resource.type, Struct)
        for symbol in resource.symbols:
            if not resource.members:
                assert base is not None
                self.bound[symbol] = base
            else:
                field = self.emitter.fields[resource.type, symbol.name]
                self.bound[symbol] = Name(field) if base is None else self.picked(
                    Value(base, resource.type), symbol.name
                ).expr  # fmt: skip


def is_read_only(node: Node | None) -> bool:
    return isinstance(node, Interface) and (
        "readonly" in node.qualifiers
        or all("readonly" in member.qualifiers for member in node.members)
    )
