"""WGSL as GLSL or ESSL: the entry point as `main`, variables as blocks, zeros where WGSL has
them by itself.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from aberration.core.inputs import UNBOUND, Inputs, Uniform

from ..builtins.signature import Overload
from ..checker.symbols import UNKNOWN, FunctionSymbol, VariableSymbol
from ..checker.wgsl.conversion_rank import concrete
from ..interpret.interface import Resource
from ..tree import (
    Assign,
    Attribute,
    Binary,
    Block,
    Call,
    CallStatement,
    Declaration,
    Declare,
    Discard,
    Expression,
    Field,
    Function,
    If,
    Literal,
    Member,
    Module,
    Name,
    Node,
    Param,
    Return,
    Statement,
    StructDecl,
    TypeName,
    Variable,
)
from ..tree.walk import walk
from ..types import VOID, Array, Pointer, Struct, Type, is_opaque, stored_type
from .declarations import BUILTIN_VALUES, Output, TranslatedParameter, same_bytes
from .glsl.declarations import block_decl, head, output_decl, states_bindings
from .glsl.emitter import FamilyEmitter
from .inputs import bindings, bytes_of, plain, uniform_values, with_bindings
from .reader import Given, structs_of
from .tables import WGSL
from .values import TranslatedValue
from .wgsl.reader import WgslReader
from .wgsl.statements import LARGEST, element_count, fill

_STAGE_NAMES: Final = {builtin: (name, type) for name, (builtin, type) in BUILTIN_VALUES.items()}
_STAGES: Final = frozenset(("fragment", "compute", "vertex"))
_BARRIERS: Final = {
    "workgroupBarrier": ("memoryBarrierShared", "barrier"),
    "storageBarrier": ("memoryBarrierBuffer", "barrier", "memoryBarrierBuffer"),
}
"""What a barrier becomes. Buffers are ordered by memory barriers of both: of who wrote before,
of who reads after.
"""


class WgslToFamily(WgslReader):
    """One translation."""

    def __init__(self, given: Given, emitter: FamilyEmitter) -> None:
        super().__init__(given, emitter, WGSL)
        self.emitter: FamilyEmitter = emitter
        self.outputs: Final[list[Output]] = []
        self._filled: Final[list[tuple[Expression, Type, str]]] = []
        # A module may have other functions, for other stages.
        self._reached: Final = set(self.facts.reached_from(given.shader.entry))
        self._used: Final = {
            name for function in self._reached for name in self.typing.uses.get(function.name, ())
        }
        resources = [one for one in given.shader.resources if one.name in self._used]
        self.shader = replace(given.shader, resources=tuple(resources))

    def module(self) -> tuple[Module, Inputs]:
        emitter = self.emitter
        self._refuse_first()
        structs = self._structs()
        inputs, resources = self._resources()
        self._name_functions()
        variables = self._variables()
        functions = self.function_decls()
        main = self._main()
        outputs = [output_decl(emitter, one) for one in self.outputs]
        made = [emitter.struct_decl(type) for type in (*structs, *emitter.brought)]
        decls = (*head(emitter, self.shader.local_size), *made, *resources, *outputs, *variables)
        language, version = emitter.rules.language, emitter.rules.version
        return Module(
            language, version, (), (*decls, *emitter.helpers.values(), *functions, main)
        ), inputs

    # ---- what no translation has

    def _refuse_first(self) -> None:
        derives = discards = None
        for node in walk(self.typing.module):
            callee = self.typing.callees.get(id(node)) if isinstance(node, Call) else None
            if isinstance(callee, Overload) and callee.builtin.theme == "derivative":
                derives = node
            if isinstance(node, Discard):
                discards = node
            sizes = node.args[1:] if isinstance(node, TypeName) and node.name == "array" else ()
            if any(self.typing.constants.get(id(size)) is UNKNOWN for size in sizes):
                raise self.emitter.refuse("override", "an array of such a size", node)
            if isinstance(node, Variable) and is_opaque(
                stored_type(self.typing.declared[id(node)].type)
            ):
                raise self.emitter.refuse("textures", node.name, node)
        if derives is not None and discards is not None:
            raise self.emitter.refuse("derivative after discard", "both in one shader", derives)

    # ---- structures

    def _structs(self) -> list[Struct]:
        """Name the structures, each after those that it holds; those with an array of unknown
        length become blocks.
        """
        found = structs_of(
            self.typing, (node for node in self.typing.module.decls if isinstance(node, StructDecl))
        )
        for type in found:
            self.emitter.name_struct(type, type.name)
        return [type for type in found if not _is_unsized(type)]

    # ---- resources

    def _resources(self) -> tuple[Inputs, list[Declaration]]:
        emitter = self.emitter
        given = bindings(self.shader, self.inputs, loose=False)
        values = uniform_values(self.shader, self.inputs)
        uniforms: list[Uniform] = []
        decls: list[Declaration] = []
        for resource in self.shader.resources:
            name = emitter.names.of_module(resource.name)
            self.bound[resource.symbols[0]] = Name(name)
            block = emitter.names.of_module(f"{resource.name}_block")
            if resource.buffer:
                decls.append(self._buffer(resource, name, block, given[resource]))
                continue
            decls.append(
                block_decl(
                    emitter, block, [(name, resource.type)], given[resource], "std140", buffer=False
                )
            )
            wrapped = bytes_of(values[resource], resource.type, plain(resource.type), "std140")
            binding = given[resource] if states_bindings(emitter) else UNBOUND
            uniforms.append(Uniform(block, wrapped, binding))
        return with_bindings(self.inputs, uniforms, given), decls

    def _buffer(self, resource: Resource, name: str, block: str, binding: int) -> Declaration:
        emitter = self.emitter
        type = resource.type
        if not same_bytes(type, "wgsl", plain(type), "std430"):
            raise emitter.refuse(
                "layout", f"the storage buffer {resource.name} in std430", resource.node
            )
        assert isinstance(resource.node, Variable)
        words: tuple[str, ...] = ("readonly",)
        if resource.node.access == "read_write":
            words = ("coherent",) if self._orders_storage() else ()
        members, instance = [(name, type)], ""
        if isinstance(type, Struct) and _is_unsized(type):
            members, instance = emitter.members_of(type), name
        return block_decl(
            emitter,
            block,
            members,
            binding,
            "std430",
            buffer=True,
            instance=instance,
            qualifiers=words,
        )

    def _orders_storage(self) -> bool:
        """Whether invocations may see what others write to buffers: these have to be coherent
        then.
        """
        callees = self.typing.callees.values()
        return any(
            isinstance(callee, Overload) and callee.name == "storageBarrier" for callee in callees
        )

    # ---- variables

    def _variables(self) -> list[Declaration]:
        found: list[Declaration] = []
        for node in self.typing.module.decls:
            for variable in node.variables if isinstance(node, Declare) else ():
                made = self._variable(variable)
                if made is not None:
                    found.append(made)
        return found

    def _variable(self, node: Variable) -> Declaration | None:
        symbol = self.typing.declared[id(node)]
        type = stored_type(symbol.type)
        if node.kind == "const":
            return self._constant(node, symbol, symbol.constant)
        if node.kind == "override":
            # A pipeline takes this value when it is given no other.
            value = None if node.init is None else self.typing.constants.get(id(node.init))
            if value is None or value is UNKNOWN:
                raise self.emitter.refuse("override", node.name, node)
            return self._constant(node, symbol, value)
        if node.storage not in ("private", "workgroup") or node.name not in self._used:
            return None
        name = self.emitter.names.of_module(node.name)
        self.bound[symbol] = Name(name)
        init: Expression | None = None
        if node.storage == "workgroup" or (node.init is None and element_count(type) > LARGEST):
            self._filled.append((Name(name), type, node.storage))
        else:
            init = (
                self.emitter.zero(type)
                if node.init is None
                else self.value_as(node.init, type).expr
            )
        return self.emitter.global_variable(name, symbol, type, node.storage, init)

    def _constant(self, node: Variable, symbol: VariableSymbol, value: Any) -> Declaration | None:
        type = stored_type(symbol.type)
        if concrete(type) is not type or value is UNKNOWN:
            if value is UNKNOWN:
                raise self.emitter.refuse("override", symbol.name, node)
            return None
        name = self.emitter.names.of_module(node.name)
        self.bound[symbol] = Name(name)
        return self.emitter.constant_decl(name, type, value)

    # ---- functions

    def _name_functions(self) -> None:
        for function in self.facts.order_from_leaves():
            entries = {attribute.name for attribute in function.node.attributes} & _STAGES
            if function in self._reached and not entries:
                self.functions[function] = self.emitter.names.of_module(function.name)

    def parameters(self, function: FunctionSymbol, node: Function) -> list[TranslatedParameter]:
        return [self._param(*one) for one in zip(node.params, function.types, strict=True)]

    def _param(self, node: Param, type: Type) -> TranslatedParameter:
        name = self.emitter.names.local(node.name)
        self.bound[self.typing.declared[id(node)]] = Name(name)
        if not isinstance(type, Pointer):
            self.emitter.fixed.add(name)
            return TranslatedParameter(name, type)
        if type.space not in ("function", "private"):
            raise self.emitter.refuse("pointers", f"a pointer into the {type.space} space", node)
        return TranslatedParameter(name, type.store, "inout")

    # ---- the entry point

    def _main(self) -> Declaration:
        node = self.facts.definitions[self.shader.entry]
        assert node.body is not None
        self.function = self.shader.entry
        self._name_outputs(node, self.shader.entry.result)
        with self.emitter.names.function():
            with self.emitter.collecting() as statements:
                self._fill_first()
                for param, type in zip(node.params, self.shader.entry.types, strict=True):
                    self._stage_value(param, type)
                statements += self.block(node.body.statements).statements
            return self.emitter.function_decl("main", (), VOID, statements)

    def _fill_first(self) -> None:
        for expr, type, storage in self._filled:
            if storage == "private":
                fill(self, expr, type)
        with self.emitter.collecting() as statements:
            for expr, type, storage in self._filled:
                if storage == "workgroup":
                    # Atomics are filled as plain integers.
                    fill(self, expr, type if isinstance(type, Struct) else plain(type))
        if statements:
            first = Binary("==", Name("gl_LocalInvocationIndex"), Literal("uint", 0))
            self.emitter.emit(If(first, Block(tuple(statements))))
            self.barriers(["workgroupBarrier"], self.facts.definitions[self.shader.entry])

    def _stage_value(self, node: Param, type: Type) -> None:
        if isinstance(type, Struct):
            members = self._struct_members(type)
            values = [self._stage_builtin(member) for member in members]
            init = self.emitter.constructor(type, [value.expr for value in values])
        else:
            init = self._stage_builtin(node).expr
        name = self.emitter.names.local(node.name)
        self.emitter.emit(self.emitter.declaration(name, type, init, fixed=True))
        self.emitter.fixed.add(name)
        self.bound[self.typing.declared[id(node)]] = Name(name)

    def _stage_builtin(self, node: Param | Member) -> TranslatedValue:
        for one in node.attributes:
            word = (
                one.args[0].name
                if one.name == "builtin" and one.args and isinstance(one.args[0], Name)
                else ""
            )
            if word in _STAGE_NAMES:
                name, type = _STAGE_NAMES[word]
                return TranslatedValue(Name(name), type)
            if one.name == "builtin":
                raise self.emitter.refuse("stage variable", f"@builtin({word})", node)
        raise self.emitter.refuse("inputs from vertices", node.name, node)

    # ---- outputs

    def _name_outputs(self, node: Function, result: Type) -> None:
        if result is VOID:
            return
        if isinstance(result, Struct):
            for member, made in zip(self._struct_members(result), result.members, strict=True):
                self._output(member.name, member.attributes, made.type, member)
        else:
            self._output("colour", node.result_attributes, result, node)

    def _struct_members(self, type: Struct) -> tuple[Member, ...]:
        decls = (node for node in self.typing.module.decls if isinstance(node, StructDecl))
        return next(node.members for node in decls if self.typing.structs.get(id(node)) is type)

    def _output(self, name: str, attributes: tuple[Attribute, ...], type: Type, node: Node) -> None:
        for one in attributes:
            if one.name == "location":
                location = self.typing.constants.get(id(one.args[0]))
                assert isinstance(location, int)
                self.outputs.append(Output(location, self.emitter.names.of_module(name), type))
                return
        raise self.emitter.refuse("outputs", f"the output {name}", node)

    def leave_entry(self, value: Expression | None) -> list[Statement]:
        if value is None:
            return [Return()]
        found = self.value(value)
        if isinstance(found.type, Struct):
            kept = self.emitter.temporary(found, "result")
            fields = [name for name, _ in self.emitter.members_of(found.type)]
            parts: list[Expression] = [Field(kept.expr, field) for field in fields]
        else:
            parts = [found.expr]
        writes = [
            Assign("=", Name(one.name), part) for one, part in zip(self.outputs, parts, strict=True)
        ]
        return [*writes, Return()]

    # ---- barriers

    def barriers(self, words: list[str], node: Node) -> None:
        for word in words:
            if word not in _BARRIERS:
                raise self.emitter.refuse("built-in function", word, node)
            for name in _BARRIERS[word]:
                self.emitter.emit(CallStatement(Call(Name(name))))


def _is_unsized(type: Struct) -> bool:
    return any(
        isinstance(member.type, Array) and member.type.size is None for member in type.members
    )
