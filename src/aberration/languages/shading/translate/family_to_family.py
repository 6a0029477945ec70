"""GLSL and ESSL as another version of either: what the target has stays as it is written."""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import UNBOUND, Inputs, Uniform

from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..interpret.interface import Resource
from ..layout import Standard
from ..tree import (
    QUALIFIERS,
    Call,
    Declaration,
    Declare,
    Expression,
    Function,
    Module,
    Name,
    Node,
    Return,
    Statement,
    Variable,
)
from ..types import Array, Struct, Type, is_opaque
from .declarations import TranslatedParameter, same_bytes
from .glsl.declarations import block_decl, head, output_decl, states_bindings
from .glsl.emitter import FamilyEmitter
from .glsl.module import (
    bind_block,
    bind_outputs,
    constants_and_privates,
    main_body,
    name_functions,
    name_structs,
)
from .glsl.reader import FamilyReader
from .glsl.textures import call_texture_function, take_textures
from .inputs import bindings, bytes_of, plain, uniform_values, with_bindings
from .reader import Given
from .tables import FAMILY
from .values import TranslatedValue

_STEPS: Final = re.compile(r"\.\w+|\[\d+\]")


class FamilyToFamily(FamilyReader):
    """One translation."""

    def __init__(self, given: Given, emitter: FamilyEmitter) -> None:
        super().__init__(given, emitter, FAMILY)
        self.emitter: FamilyEmitter = emitter

    def module(self) -> tuple[Module, Inputs]:
        emitter = self.emitter
        structs = name_structs(self)
        inputs, resources = self._resources()
        name_functions(self)
        samplers, textures = take_textures(self)
        bind_outputs(self)
        outputs = [output_decl(emitter, one) for one in self.outputs]
        privates = constants_and_privates(self)
        functions = self.function_decls()
        with emitter.names.function():
            entry = emitter.function_decl("main", (), self.shader.entry.result, main_body(self))
        made = [emitter.struct_decl(type) for type in structs]
        decls = (
            *head(emitter, self.shader.local_size),
            *made,
            *samplers,
            *resources,
            *outputs,
            *privates,
        )
        version = emitter.rules.version
        language = emitter.rules.language
        return Module(
            language, version, (), (*decls, *emitter.helpers.values(), *functions, entry)
        ), replace(inputs, textures=textures)

    # ---- resources

    def _resources(self) -> tuple[Inputs, list[Declaration]]:
        emitter = self.emitter
        given = bindings(self.shader, self.inputs, loose=False)
        blocks = replace(
            self.shader, resources=tuple(one for one in self.shader.resources if not one.loose)
        )
        values = uniform_values(blocks, self.inputs)
        uniforms: list[Uniform] = []
        decls: list[Declaration] = []
        for resource in self.shader.resources:
            if resource.loose:
                decls.append(self._loose(resource, uniforms))
                continue
            name = self._bind(resource)
            standard: Standard = resource.standard if resource.buffer else "std140"
            decls.append(self._interface(resource, name, given[resource], standard))
            if not resource.buffer:
                data = bytes_of(values[resource], resource.type, plain(resource.type), "std140")
                binding = given[resource] if states_bindings(emitter) else UNBOUND
                uniforms.append(Uniform(name, data, binding))
        return with_bindings(self.inputs, uniforms, given), decls

    def _loose(self, resource: Resource, uniforms: list[Uniform]) -> Declaration:
        """A uniform outside of blocks stays one; the inputs name it, or its members."""
        name = self.emitter.names.of_module(resource.name)
        self.bound[resource.symbols[0]] = Name(name)
        parts = (f"{resource.name}.", f"{resource.name}[")
        given = [
            replace(one, name=name + self._path(resource.type, one.name[len(resource.name) :]))
            for one in self.inputs.uniforms
            if one.name == resource.name or one.name.startswith(parts)
        ]
        if not given and getattr(resource.node, "init", None) is not None:
            raise self.emitter.refuse(
                "interpreter", f"the uniform {name}, with a value and no input", resource.node
            )
        uniforms.extend(given)
        syntax = self.emitter.type_syntax(resource.type)
        return Declare((Variable("var", name, syntax, storage="uniform"),))

    def _path(self, type: Type, path: str) -> str:
        """Return the way to an active uniform by the names that members have in the target."""
        found = ""
        for step in _STEPS.findall(path):
            if isinstance(type, Struct) and step[1:] in type.by_name:
                found += f".{self.emitter.fields[type, step[1:]]}"
                type = type.by_name[step[1:]].type
            else:
                found += step
                type = type.element if isinstance(type, Array) else type
        return found

    def _bind(self, resource: Resource) -> str:
        assert isinstance(resource.type, Struct)
        emitter = self.emitter
        emitter.name_struct(resource.type, resource.name)
        if resource.members:
            for member in resource.type.members:
                emitter.fields[resource.type, member.name] = emitter.names.of_module(member.name)
            bind_block(self, resource, None)
        else:
            self._instance = emitter.names.of_module(
                getattr(resource.node, "instance", resource.name)
            )
            bind_block(self, resource, Name(self._instance))
        return emitter.structs[resource.type]

    def _interface(
        self, resource: Resource, name: str, binding: int, standard: Standard
    ) -> Declaration:
        assert isinstance(resource.type, Struct)
        if resource.buffer and not same_bytes(
            resource.type, resource.standard, plain(resource.type), standard
        ):
            raise self.emitter.refuse("layout", f"the storage block {resource.name}", resource.node)
        members = self.emitter.members_of(resource.type)
        qualifiers = _qualifiers(resource) if resource.buffer else ()
        instance = "" if resource.members else self._instance
        return block_decl(
            self.emitter,
            name,
            members,
            binding,
            standard,
            buffer=resource.buffer,
            instance=instance,
            qualifiers=qualifiers,
        )

    # ---- names

    def stage_variable(self, symbol: VariableSymbol) -> Expression | None:
        known = symbol.node is None and symbol.name in self.emitter.own_words()
        return Name(symbol.name) if known else None

    # ---- functions

    def texture_call(
        self, node: Call, callee: Overload, values: list[TranslatedValue]
    ) -> TranslatedValue:
        return call_texture_function(self, callee, values)

    def parameters(self, function: FunctionSymbol, node: Function) -> list[TranslatedParameter]:
        found = []
        for param, type in zip(node.params, function.types, strict=True):
            name = self.emitter.names.local(param.name or "unused")
            found.append(TranslatedParameter(name, type, param.direction))
            symbol = self.typing.declared.get(id(param))
            if symbol is not None:
                self.bound[symbol] = Name(name)
            if is_opaque(type):
                self.emitter.fixed.add(name)
        return found

    def leaving_entry(self) -> Statement:
        return Return()

    def barriers(self, words: list[str], node: Node) -> None:
        for word in words:
            if not self.emitter.builtins.has(word):
                raise self.emitter.refuse("built-in function", word, node)
            self.emitter.call_statement(Call(Name(word)))


def _qualifiers(resource: Resource) -> tuple[str, ...]:
    """The qualifiers of a storage block, `coherent` also where each of its members has it."""
    words = {
        *getattr(resource.node, "qualifiers", ()),
        *(("coherent",) if resource.coherent else ()),
    }
    return tuple(word for word in QUALIFIERS if word in words)
