"""GLSL and ESSL as WGSL: parameters that are pointers, the entry point, resources as variables."""

from __future__ import annotations

from typing import Final

from aberration.core.inputs import Inputs, Uniform

from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..interpret.interface import Resource
from ..layout import Standard
from ..tree import (
    Access,
    Assign,
    Attribute,
    Block,
    Call,
    Declaration,
    Deref,
    Directive,
    Expression,
    Function,
    Member,
    Module,
    Name,
    Node,
    Param,
    Return,
    Statement,
    StructDecl,
    TypeName,
)
from ..tree.walk import walk
from ..types import BOOL, UINT, Array, Scalar, Struct, Type, Vector, element_of, is_opaque, vector
from .declarations import BUILTIN_VALUES, TranslatedParameter, same_bytes
from .glsl.module import (
    bind_block,
    bind_outputs,
    constants_and_privates,
    is_read_only,
    main_body,
    name_functions,
    name_structs,
    note_atomics,
    variables_used,
)
from .glsl.reader import FamilyReader
from .glsl.statements import bind_local
from .glsl.uniformity import Uniformity
from .inputs import bindings, bytes_of, plain, uniform_values, with_bindings
from .reader import Given
from .tables import FAMILY
from .values import TranslatedValue, call, root_name
from .wgsl.declarations import attribute, colour, storage_decl
from .wgsl.emitter import WgslEmitter
from .wgsl.rows import Rows
from .wgsl.textures import call_texture_function, take_textures

_BUFFER_BARRIERS: Final = frozenset(("memoryBarrier", "memoryBarrierBuffer", "groupMemoryBarrier"))


class FamilyToWgsl(FamilyReader):
    """One translation."""

    def __init__(self, given: Given, emitter: WgslEmitter) -> None:
        super().__init__(given, emitter, FAMILY)
        self.emitter: WgslEmitter = emitter
        self.rows: Final = Rows(emitter)
        self._stage: Final[list[tuple[str, str, Type, str]]] = []
        self._stage_names: Final[dict[VariableSymbol, tuple[str, str]]] = {}

    def module(self) -> tuple[Module, Inputs]:
        emitter = self.emitter
        note_atomics(self)
        waiting = None
        if emitter.stage == "compute":
            waiting = Uniformity(self.facts, self.shader.entry).fault()
        if waiting is not None:
            detail = "a barrier that not all may come to"
            raise emitter.refuse("uniform control flow", detail, waiting)
        structs = name_structs(self)
        inputs, resources = self._resources()
        self._textures = take_textures(self, self._taken)
        name_functions(self)
        self._refuse_samplers_passed()
        self._entry_name = emitter.names.of_module("main")
        stage = self._bind_stage()
        bind_outputs(self)
        outputs = [
            emitter.global_variable(one.name, None, one.type, "private") for one in self.outputs
        ]
        privates = constants_and_privates(self)
        if self.discarding - {self.shader.entry}:
            self.discarded = emitter.names.of_module("discarded")
            privates.append(emitter.global_variable(self.discarded, None, BOOL, "private"))
        functions = self.function_decls()
        entry = self._entry()
        structs_made = [emitter.struct_decl(type) for type in structs]
        decls = (
            *self.rows.wrapper_decls(),
            *self.rows.held_decls(),
            *structs_made,
            *resources,
            *self._textures.decls,
            *stage,
            *outputs,
            *privates,
        )
        return Module(
            "wgsl", 0, self._directives(), (*decls, *emitter.helpers.values(), *functions, *entry)
        ), self._textures.inputs(inputs)

    def _refuse_samplers_passed(self) -> None:
        for function in self.functions:
            if any(map(is_opaque, function.types)):
                detail = f"a texture passed to {function.name}"
                raise self.emitter.refuse("textures", detail, self.facts.definitions[function])

    def texture_call(
        self, node: Call, callee: Overload, values: list[TranslatedValue]
    ) -> TranslatedValue:
        return call_texture_function(self, node, callee, values, self._textures.bound)

    def _directives(self) -> tuple[Directive, ...]:
        """Where control flow varies a derivative is undefined in GLSL, and an error in WGSL
        unless switched off.
        """
        # Of a texture of one level that one is sampled by name.
        has_levels = any(one.level_count > 1 for one in self.inputs.textures)
        themes = ("derivative", "texture") if has_levels else ("derivative",)
        derives = any(
            isinstance(callee, Overload) and callee.builtin.theme in themes
            for callee in self.typing.callees.values()
        )
        return (Directive("diagnostic", ("off", "derivative_uniformity")),) if derives else ()

    # ---- resources

    def _resources(self) -> tuple[Inputs, list[Declaration]]:
        emitter = self.emitter
        given = bindings(self.shader, self.inputs, loose=True)
        values = uniform_values(self.shader, self.inputs)
        if len(set(given.values())) < len(given):
            raise emitter.refuse("one binding twice", "two storage blocks at one binding")
        for resource in self.shader.resources:
            if not resource.loose:
                assert isinstance(resource.type, Struct)
                emitter.name_struct(resource.type, resource.name)
            if not resource.buffer:
                self.rows.place(self._key(resource), resource.type)
        uniforms, decls = [], []
        for resource in self.shader.resources:
            if resource.buffer:
                _refuse_bool(self, resource.type, resource)
            name = emitter.names.of_module(self._variable_name(resource))
            self.memory.add(name)
            if isinstance(resource.type, Struct) and not resource.loose:
                bind_block(self, resource, Name(name))
                if resource.buffer:
                    decls.append(emitter.struct_decl(resource.type))
            else:
                self.bound[resource.symbols[0]] = Name(name)
            place = name, self._key(resource), resource.type, given[resource]
            if resource.buffer:
                access: Access = "read" if is_read_only(resource.node) else "read_write"
                decls.append(storage_decl(emitter, *place, access))
                self._check_bytes(resource)
            else:
                decls.append(self.rows.uniform_decl(*place))
                self.uniform_names.add(name)
                laid = self.rows.layout_type(self._key(resource), resource.type)
                data = bytes_of(values[resource], resource.type, laid, "wgsl")
                uniforms.append(Uniform(name, data, given[resource]))
        self._taken = [*given.values(), *(one.binding for one in self.inputs.buffers)]
        return with_bindings(self.inputs, uniforms, given), decls

    def _key(self, resource: Resource) -> VariableSymbol | None:
        return resource.symbols[0] if resource.loose else None

    def _variable_name(self, resource: Resource) -> str:
        if resource.loose:
            return resource.name
        instance = getattr(resource.node, "instance", "")
        return instance or resource.name[:1].lower() + resource.name[1:] + "_held"

    def _check_bytes(self, resource: Resource) -> None:
        standard: Standard = resource.standard
        if not same_bytes(resource.type, standard, plain(resource.type), "wgsl"):
            raise self.emitter.refuse(
                "layout", f"the storage block {resource.name} in {standard}", resource.node
            )

    # ---- variables of the stage

    def _bind_stage(self) -> list[Declaration]:
        """Values of the stage are parameters of the entry point; functions find them in private
        variables.
        """
        emitter = self.emitter
        decls: list[Declaration] = []
        for symbol in variables_used(self):
            if symbol.node is None and symbol.name == "gl_WorkGroupSize":
                self.bound[symbol] = emitter.constant(self.shader.local_size, vector(UINT, 3))
            if symbol.node is not None or symbol.name not in BUILTIN_VALUES:
                continue
            builtin, type = BUILTIN_VALUES[symbol.name]
            param = emitter.names.of_module(builtin)
            private = ""
            if self._used_outside_main(symbol):
                private = emitter.names.of_module(f"{builtin}_of_all")
                decls.append(emitter.global_variable(private, None, type, "private"))
                self.memory.add(private)
            emitter.fixed.add(param)
            self._stage.append((param, builtin, type, private))
            self._stage_names[symbol] = (param, private)
        return decls

    def _used_outside_main(self, symbol: VariableSymbol) -> bool:
        return any(
            self.typing.symbols.get(id(below)) is symbol
            for function, node in self.facts.definitions.items()
            if function is not self.shader.entry
            for below in walk(node)
        )

    def stage_variable(self, symbol: VariableSymbol) -> Expression | None:
        names = self._stage_names.get(symbol)
        if names is None:
            return None
        return Name(names[0] if self.function is self.shader.entry else names[1])

    # ---- functions

    def parameters(self, function: FunctionSymbol, node: Function) -> list[TranslatedParameter]:
        found = []
        for param, type, direction in zip(
            node.params, function.types, function.directions, strict=True
        ):
            name = self.emitter.names.local(param.name or "unused")
            found.append(TranslatedParameter(name, type, param.direction))
            symbol = self.typing.declared.get(id(param))
            if symbol is None:
                continue
            if direction != "in":
                self.bound[symbol] = Deref(Name(name))
            elif symbol in self.facts.assigned or not isinstance(type, Scalar | Vector):
                held = self.emitter.variable(type, Name(name), param.name)
                bind_local(self, symbol, root_name(held.expr))
            else:
                self.bound[symbol] = Name(name)
                self.emitter.fixed.add(name)
        return found

    # ---- the entry point

    def _entry(self) -> list[Declaration]:
        emitter = self.emitter
        with emitter.names.function():
            first: list[Statement] = [
                Assign("=", Name(private), Name(param))
                for param, _, _, private in self._stage
                if private
            ]
            self._output_struct = (
                emitter.names.of_module("Outputs") if len(self.outputs) > 1 else ""
            )
            body = [*first, *main_body(self)]
        params = tuple(
            Param(
                param,
                emitter.type_syntax(type),
                attributes=(Attribute("builtin", (Name(builtin),)),),
            )
            for param, builtin, type, _ in self._stage
        )
        made: list[Declaration] = []
        result = None
        words: tuple[Attribute, ...] = ()
        if self.outputs:
            body.append(self.leaving_entry())
            result, words, made = self._result()
        if emitter.stage == "compute":
            attributes: tuple[Attribute, ...] = (
                Attribute("compute"),
                attribute("workgroup_size", *self.shader.local_size),
            )
        else:
            attributes = (Attribute("fragment"),)
        entry = Function(
            self._entry_name,
            params,
            result,
            Block(tuple(body)),
            attributes=attributes,
            result_attributes=words,
        )
        return [*made, entry]

    def _result(self) -> tuple[TypeName, tuple[Attribute, ...], list[Declaration]]:
        emitter = self.emitter
        colours = [(one.location, colour(emitter, one)[0]) for one in self.outputs]
        if len(colours) == 1:
            syntax = emitter.type_syntax(colours[0][1])
            assert isinstance(syntax, TypeName)
            return syntax, (attribute("location", colours[0][0]),), []
        members = tuple(
            Member(
                f"colour_{location}",
                emitter.type_syntax(type),
                attributes=(attribute("location", location),),
            )
            for location, type in colours
        )
        return TypeName(self._output_struct), (), [StructDecl(self._output_struct, members)]

    def leaving_entry(self) -> Statement:
        if not self.outputs:
            return Return()
        values = [colour(self.emitter, one)[1] for one in self.outputs]
        return Return(values[0] if len(values) == 1 else call(self._output_struct, *values))

    # ---- barriers

    def barriers(self, words: list[str], node: Node) -> None:
        if "barrier" not in words:
            raise self.emitter.refuse("barrier", f"{words[0]}()", node)
        if any(
            word not in _BUFFER_BARRIERS and word not in ("barrier", "memoryBarrierShared")
            for word in words
        ):
            raise self.emitter.refuse("built-in function", words[0], node)
        if _BUFFER_BARRIERS & set(words):
            self.emitter.call_statement(call("storageBarrier"))
        self.emitter.call_statement(call("workgroupBarrier"))


def _refuse_bool(reader: FamilyToWgsl, type: Type, resource: Resource) -> None:
    if isinstance(type, Array):
        _refuse_bool(reader, type.element, resource)
    elif isinstance(type, Struct):
        for member in type.members:
            _refuse_bool(reader, member.type, resource)
    elif element_of(type) is BOOL:
        raise reader.emitter.refuse("bool in memory", resource.name, resource.node)
