"""A whole shader as one Python text: resources, then one function for each invocation, with all
functions inside.

The functions of the shader are closures of the invocation's, so that variables of the invocation
are Python variables, as fast as local ones, and unset until they are written.
"""

from __future__ import annotations

from typing import Final

import msgspec

from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..rules import Rules
from ..semantics import Semantics
from ..tree import Function, Name, Node, Param, Variable
from ..tree.walk import walk
from ..types import VOID, Array, Matrix, Pointer, Struct, Type
from .base import blank_text
from .builtin import Cast, Origin
from .entry import BUILTINS, EntryPart
from .facts import Facts, is_waiting
from .interface import Resource, Shader
from .loops import Frame
from .options import Options
from .places import Place, Slot
from .statements import is_boxed
from .value import Value, count_of, is_numeric, scalar_of, stored

_AGAIN: Final = Frame(True)
"""As if in a loop: a variable without value is made unset, so that it is one of the
invocation's.
"""


class Text(msgspec.Struct, frozen=True, eq=False):
    """A generated text. `places` say which node a line comes from; `names` what Python variables a
    variable has.

    `held` are the types of what these hold, and whether a number there is alone in a list; `given`
    what functions return, `out` parameters after the result. `fenced`: it calls memory barriers
    that order storage memory.
    """

    source: str
    places: dict[int, Node]
    names: dict[VariableSymbol, tuple[str, ...]]
    objects: dict[str, object]
    inexact: tuple[str, ...]
    suspends: bool
    numbered: dict[int, Node]
    channels: int
    origins: dict[str, Origin | Cast]
    held: dict[str, tuple[Type, bool]]
    given: dict[str, tuple[Type, ...]]
    fenced: bool


class ModuleWriter(EntryPart):
    """Writes one shader."""

    def __init__(
        self, facts: Facts, rules: Rules, semantics: Semantics, options: Options, shader: Shader
    ) -> None:
        super().__init__(facts, rules, semantics, options, shader)
        self.frames = []
        self.members: Final[dict[VariableSymbol, tuple[str, int, Type]]] = {}
        self.globals: Final[list[str]] = []
        self.unnamed: Final[dict[str, tuple[Type, bool]]] = {}
        self.given: Final[dict[str, tuple[Type, ...]]] = {}

    def write(self) -> Text:
        writer = self.writer
        self._claim_memory()
        self._note_precisions()
        with writer.block("def make(resources, watch, local, incoherent):"):
            for k, resource in enumerate(self.shader.resources):
                self._resource(k, resource)
            with writer.block("def invocation(shared, me, turns, ids):"):
                self._own_variables()
                for function in self.facts.reached_from(self.shader.entry):
                    self._function(function)
                suspends = self.entry()
                writer.line("return run")
            writer.line("return invocation")
        with writer.block("def shared_memory():"):
            writer.line(
                f"return [{', '.join(self._blank_shared(symbol) for symbol in self.shader.shared)}]"
            )
        text, places = writer.text()
        return Text(
            text, places, self.names, self.objects, tuple(self.inexact), suspends, writer.numbered(), self.channels,
            self.origins, self._held() | self.unnamed, self.given, self.facts.fenced,
        )  # fmt: skip

    def _held(self) -> dict[str, tuple[Type, bool]]:
        found: dict[str, tuple[Type, bool]] = {}
        for symbol, names in self.names.items():
            type, listed = stored(symbol.type), self.is_in_memory(symbol)
            apart = is_numeric(type) and not listed
            found.update(dict.fromkeys(names, (scalar_of(type) if apart else type, listed)))
        return found

    def _claim_memory(self) -> None:
        """Storage and shared variables are lists; several invocations may use them."""
        for resource in self.shader.resources:
            if resource.buffer:
                self.tracked.update(
                    dict.fromkeys(resource.symbols, "watch" if resource.coherent else "incoherent")
                )
        self.tracked.update(dict.fromkeys(self.shader.shared, "local"))
        self.facts.in_memory.update(self.tracked)

    def _note_precisions(self) -> None:
        """Where precisions count, values of `mediump` and `lowp` may be coarser than ours."""
        if not self.semantics.inexact_precisions:
            return
        levels = {
            getattr(node, "precision", "") or getattr(node, "level", "")
            for node in walk(self.typing.module)
        }
        for level in sorted(levels & {"mediump", "lowp"}):
            self.inexact[level] = None

    def _blank_shared(self, symbol: VariableSymbol) -> str:
        type = stored(symbol.type)
        text = blank_text(type, self.semantics.zero_initialised)
        return f"[{text}]" if is_boxed(type) else text

    # ---- resources

    def _resource(self, k: int, resource: Resource) -> None:
        if resource.node is not None:
            self.writer.at(resource.node)
        if not resource.members:
            for symbol in resource.symbols:
                if resource.buffer and is_boxed(resource.type):
                    self.members[symbol] = ("resources", k, resource.type)
                    continue
                self._bound(symbol, f"resources[{k}]", resource.type)
            return
        assert isinstance(resource.type, Struct)
        names = [member.name for member in resource.type.members]
        for symbol in resource.symbols:
            number = names.index(symbol.name)
            type = resource.type.members[number].type
            if is_numeric(type) and count_of(type) == 1 and resource.buffer:
                self.members[symbol] = (f"resources[{k}]", number, type)
            else:
                self._bound(symbol, f"resources[{k}][{number}]", type)

    def _bound(self, symbol: VariableSymbol, text: str, type: Type) -> None:
        names = self.names_of(symbol)
        if not self.is_in_memory(symbol):
            pattern = ", ".join(names)
            self.writer.line(f"{pattern} = {self._flattened(text, type)}")
        else:
            self.writer.line(
                f"{names[0]} = [{text}]"
                if is_boxed(type) and not isinstance(type, Array)
                else f"{names[0]} = {text}"
            )

    def _flattened(self, text: str, type: Type) -> str:
        return f"[row for column in {text} for row in column]" if isinstance(type, Matrix) else text

    def _named(self, node: Name) -> Place:
        symbol = self.typing.symbols[id(node)]
        member = self.members.get(symbol)
        if member is None:
            return super()._named(node)
        text, number, type = member
        return Place(
            type, (Slot(str(number), text),), tracked=self.tracked.get(symbol, ""), node=node
        )

    # ---- an invocation's own variables

    def _own_variables(self) -> None:
        for k, symbol in enumerate(self.shader.shared):
            self.writer.line(f"{self.names_of(symbol)[0]} = shared[{k}]")
        self._builtin_variables()
        self.frames.append(_AGAIN)
        for _, symbol in self.shader.outputs:
            self._declared_output(symbol)
        for node in self.shader.private:
            symbol = self.typing.declared[id(node)]
            self._refuse_calls(node)
            self.variable(node)
            self._keep(symbol)
        self.frames.pop()

    def _refuse_calls(self, node: Variable) -> None:
        """Functions of the shader are not there yet when global variables begin, and nobody
        waits for others.
        """
        for below in walk(node.init) if node.init is not None else ():
            callee = self.typing.callees.get(id(below))
            if isinstance(callee, FunctionSymbol) or (
                isinstance(callee, Overload) and is_waiting(callee)
            ):
                raise self.refuse(
                    f"the call of {callee.name} in the initialiser of the global "
                    f"variable {node.name}"
                )

    def _keep(self, symbol: VariableSymbol) -> None:
        if symbol in self.names and not self.is_in_memory(symbol):
            self.globals.extend(self.names_of(symbol))

    def _declared_output(self, symbol: VariableSymbol) -> None:
        if symbol.node is not None:
            self.writer.at(symbol.node)
        self._blank(symbol, self.names_of(symbol))
        self._keep(symbol)

    def _builtin_variables(self) -> None:
        """The language's own variables that the program names."""
        seen = {
            symbol: None
            for symbol in self.typing.symbols.values()
            if symbol.node is None and symbol.constant is None
        }
        for symbol in seen:
            if symbol.role == "out":
                self.frames.append(_AGAIN)
                self._declared_output(symbol)
                self.frames.pop()
            elif symbol.name in BUILTINS:
                names = self.names_of(symbol)
                texts = BUILTINS[symbol.name]
                joined = ", ".join(texts)
                listed = self.is_in_memory(symbol)
                self.writer.line(
                    f"{names[0]} = [{joined}]" if listed else f"{', '.join(names)} = {joined}"
                )
            else:
                raise self.refuse(f"the variable {symbol.name}")
        self._workgroup_size()

    def _workgroup_size(self) -> None:
        for symbol in dict.fromkeys(self.typing.symbols.values()):
            if symbol.name == "gl_WorkGroupSize" and symbol.node is None:
                names = self.names_of(symbol)
                joined = ", ".join(str(size) for size in self.shader.local_size)
                listed = self.is_in_memory(symbol)
                self.writer.line(
                    f"{names[0]} = [{joined}]" if listed else f"{', '.join(names)} = {joined}"
                )

    # ---- functions

    def _function(self, function: FunctionSymbol) -> None:
        node = self.facts.definitions[function]
        assert node.body is not None
        name = self.functions[function] = (
            f"p{len(self.functions)}_{''.join(c for c in function.name if c.isascii())}"
        )
        self.function, self.frames = function, []
        self.given[name] = self._given_types(function, node)
        self.writer.at(node)
        with self.writer.block(f"def {name}({', '.join(self._parameters(node))}):"):
            self._head(node)
            for statement in node.body.statements:
                self.statement(statement)
            self.writer.at(node)
            self.writer.line(self._end(function))

    def _given_types(self, function: FunctionSymbol, node: Function) -> tuple[Type, ...]:
        pairs = zip(node.params, function.types, strict=True)
        outputs = [type for param, type in pairs if param.direction in ("out", "inout")]
        return (*([] if function.result is VOID else [function.result]), *outputs)

    def _parameters(self, node: Function) -> list[str]:
        found: list[str] = []
        for k, param in enumerate(node.params):
            if param.direction == "out":
                continue
            symbol = self.typing.declared.get(id(param))
            if symbol is None:
                assert self.function is not None
                type = self.function.types[k]
                names = self._unnamed_names(k, type)
                self.unnamed.update(
                    dict.fromkeys(names, (scalar_of(type) if is_numeric(type) else type, False))
                )
                found += names
            else:
                found += self.names_of(symbol)
        return found

    def _unnamed_names(self, k: int, type: Type) -> list[str]:
        """The Python variables of a parameter without a name."""
        return [f"unused{len(self.functions)}_{k}_{part}" for part in range(count_of(type))]

    def _head(self, node: Function) -> None:
        names = ["turns", *self.globals]
        self.writer.line(f"nonlocal {', '.join(names)}")
        assert self.function is not None
        for param, type in zip(node.params, self.function.types, strict=True):
            symbol = self.typing.declared.get(id(param))
            if param.direction == "out" and symbol is not None:
                self._blank_parameter(symbol, type)

    def _blank_parameter(self, symbol: VariableSymbol, type: Type) -> None:
        names = self.names_of(symbol)
        self.facts.unsure.add(symbol)
        if self.is_in_memory(symbol):
            text = blank_text(type, False)
            self.writer.line(f"{names[0]} = [{text}]" if is_boxed(type) else f"{names[0]} = {text}")
        else:
            self.writer.line(f"{' = '.join(names)} = None")

    def _end(self, function: FunctionSymbol) -> str:
        if function.result is VOID:
            return self.return_text(None)
        return self.return_text(Value(function.result, ("None",) * count_of(function.result)))

    def return_text(self, value: Value | None) -> str:
        texts: list[str] = []
        if value is not None:
            texts += (
                value.texts
                if is_numeric(value.type) or isinstance(value.type, Pointer)
                else [self._returned(value)]
            )
        assert self.function is not None
        node = self.facts.definitions[self.function]
        for k, param in enumerate(node.params):
            if param.direction in ("out", "inout"):
                texts += self._output_texts(param, self.function.types[k], k)
        return f"return {', '.join(texts)}" if texts else "return"

    def _returned(self, value: Value) -> str:
        return value.text if value.text == "None" else self.as_list(value)

    def _output_texts(self, param: Param, type: Type, k: int) -> list[str]:
        symbol = self.typing.declared.get(id(param))
        if symbol is None:
            first = "None" if param.direction == "out" else None
            return [first or name for name in self._unnamed_names(k, type)]
        names = self.names_of(symbol)
        if not self.is_in_memory(symbol) or not is_numeric(type):
            return list(names)
        place = self._in_list(type, names[0], None, tracked="", partial=False)
        return [slot.text for slot in place.slots]
