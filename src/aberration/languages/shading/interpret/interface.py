"""What a shader has to do with the outside: resources, shared variables, outputs, the entry
point.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.program import POINTED
from aberration.core.texture_arrays import element_name

from ..builtins.row import Stage
from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..checker.typing import Typing
from ..layout import Standard
from ..tree import Attribute, Declare, Function, Interface, Literal, Module, Requalify, Variable
from ..types import Array, Type, is_opaque, stored_type
from .block_arrays import check_block_array
from .trap import Refused

_STAGES: Final[Mapping[str, Stage]] = MappingProxyType(
    {"fragment": "fragment", "compute": "compute", "vertex": "vertex"}
)


class Resource(msgspec.Struct, frozen=True, eq=False):
    """A uniform or storage buffer, or a loose uniform (`binding` None there, and where a block
    states none).

    `symbols` are the variables that name it: one, or each member of a block without a name of its
    own. `coherent`: barriers order it. GLSL asks for the qualifier on the block, or on each of its
    members. `pushed`: it is the block of push constants (GL_KHR_vulkan_glsl). An array of blocks
    has the `type` of all its elements.
    """

    name: str
    type: Type
    standard: Standard
    buffer: bool
    symbols: tuple[VariableSymbol, ...]
    binding: int | None = None
    group: int = 0
    loose: bool = False
    members: bool = False
    coherent: bool = False
    node: Variable | Interface | None = None
    pushed: bool = False

    def elements(self) -> tuple[Resource, ...]:
        """Return the elements of an array of blocks, each with a name and binding of its own
        (GLSL 4.60, 4.4.5); a resource that is no such array is its only one.
        """
        if not isinstance(self.node, Interface) or not isinstance(self.type, Array):
            return (self,)
        return tuple(
            msgspec.structs.replace(
                self,
                name=element_name(self.name, number),
                type=self.type.element,
                binding=None if self.binding is None else self.binding + number,
            )
            for number in range(self.type.size or 0)
        )


class ShaderInterface(msgspec.Struct, frozen=True, eq=False):
    """The outside of a shader. `outputs` are those of all but compute shaders by location;
    `attributes` the inputs of a vertex or geometry shader outside of its entry point, with the
    locations that the text states; `shared` a workgroup's variables; `handed_on` those of blocks
    that the vertex shader of a pair gives.
    """

    stage: Stage
    entry: FunctionSymbol
    resources: tuple[Resource, ...]
    shared: tuple[VariableSymbol, ...]
    outputs: tuple[tuple[int, VariableSymbol], ...]
    private: tuple[Variable, ...]
    local_size: tuple[int, int, int] = (1, 1, 1)
    attributes: tuple[tuple[int | None, VariableSymbol], ...] = ()
    handed_on: tuple[VariableSymbol, ...] = ()


class InterfaceReader:
    """Reads the outside of one module, which may be one of a pair (`varyings.py` has the blocks
    between the two).
    """

    def __init__(self, typing: Typing, stage: Stage, *, paired: bool = False) -> None:
        self.paired: Final = paired
        self.typing: Final = typing
        self.module: Final[Module] = typing.module
        self.stage: Final[Stage] = stage
        self.resources: Final[list[Resource]] = []
        self.shared: Final[list[VariableSymbol]] = []
        self.outputs: Final[list[tuple[int, VariableSymbol]]] = []
        self.attributes: Final[list[tuple[int | None, VariableSymbol]]] = []
        self.handed_on: Final[list[VariableSymbol]] = []
        self.private: Final[list[Variable]] = []
        self.size = [1, 1, 1]
        self.standards: Final[dict[str, Standard]] = {}
        # The symbols of blocks and of their members that are used, by the node of the block.
        self._members: Final[dict[int, dict[str, VariableSymbol]]] = {}
        for symbol in typing.symbols.values():
            if isinstance(symbol.node, Interface):
                self._members.setdefault(id(symbol.node), {})[symbol.name] = symbol

    def read(self) -> ShaderInterface:
        for node in self.module.decls:
            if isinstance(node, Declare):
                for variable in node.variables:
                    self._variable(variable)
            elif isinstance(node, Interface):
                self._block(node)
            elif isinstance(node, Requalify):
                self._defaults(node)
        entry = self._entry()
        shared, outputs = tuple(self.shared), tuple(self.outputs)
        x, y, z = self.size
        return ShaderInterface(
            self.stage,
            entry,
            tuple(self.resources),
            shared,
            outputs,
            tuple(self.private),
            (x, y, z),
            tuple(self.attributes),
            tuple(self.handed_on),
        )

    # ---- declarations

    def _variable(self, node: Variable) -> None:
        symbol = self.typing.declared[id(node)]
        type = symbol.type
        if node.storage in ("uniform", "storage") or symbol.role in ("uniform", "buffer"):
            self._resource(node, symbol)
        elif node.storage == "workgroup" or symbol.role == "shared":
            self.shared.append(symbol)
        elif symbol.role == "out":
            location = self._integer(node.attributes, "location")
            self.outputs.append((location if location is not None else len(self.outputs), symbol))
        elif symbol.role == "in":
            if self.stage in POINTED:
                self.attributes.append((self._integer(node.attributes, "location"), symbol))
        elif not is_opaque(type) and node.storage != "handle":
            self.private.append(node)

    def _resource(self, node: Variable, symbol: VariableSymbol) -> None:
        if is_opaque(symbol.type):
            return
        binding = self._integer(node.attributes, "binding")
        group = self._integer(node.attributes, "group") or 0
        wgsl = self.module.language == "wgsl"
        standard: Standard = "wgsl" if wgsl else "std140"
        buffer = node.storage == "storage"
        self.resources.append(
            Resource(
                node.name,
                stored_type(symbol.type),
                standard,
                buffer,
                (symbol,),
                binding,
                group,
                not wgsl,
                coherent=buffer,
                node=node,
            )
        )

    def _block(self, node: Interface) -> None:
        if self.paired and node.storage == ("out" if self.stage == "vertex" else "in"):
            if self.stage == "vertex":
                self.handed_on.extend(self._members.get(id(node), {}).values())
            return
        if node.storage not in ("uniform", "storage"):
            raise Refused(f"the block {node.name} of inputs or outputs")
        struct: Type = self.typing.structs[id(node)]
        used = self._members.get(id(node), {})
        if node.instance:
            symbol = used.get(node.instance)
            if symbol is None:
                return
            if isinstance(symbol.type, Array):
                check_block_array(node, symbol.type)
                struct = symbol.type
            symbols: tuple[VariableSymbol, ...] = (symbol,)
        else:
            symbols = tuple(used.values())
        binding, group = (
            self._integer(node.attributes, "binding"),
            self._integer(node.attributes, "group") or 0,
        )
        standard = self._standard(node.attributes, node.storage)
        self.resources.append(
            Resource(
                node.name, struct, standard, node.storage == "storage", symbols, binding, group,
                members=not node.instance, coherent=_is_coherent(node), node=node,
                pushed=any(attribute.name == "push_constant" for attribute in node.attributes),
            )
        )  # fmt: skip

    def _standard(self, attributes: tuple[Attribute, ...], storage: str) -> Standard:
        names = {attribute.name for attribute in attributes}
        for name in ("std140", "std430"):
            if name in names:
                return "std140" if name == "std140" else "std430"
        if "push_constant" in names:
            return "std430"
        return self.standards.get(storage, "std140")

    def _defaults(self, node: Requalify) -> None:
        for attribute in node.attributes:
            if attribute.name.startswith("local_size_"):
                self.size["xyz".index(attribute.name[-1])] = self._value(attribute)
            elif attribute.name in ("std140", "std430"):
                self.standards[node.storage] = "std140" if attribute.name == "std140" else "std430"

    def _integer(self, attributes: tuple[Attribute, ...], name: str) -> int | None:
        return next(
            (self._value(attribute) for attribute in attributes if attribute.name == name), None
        )

    def _value(self, node: Attribute, k: int = 0) -> int:
        argument = node.args[k]
        found = self.typing.constants.get(id(argument))
        if found is None and isinstance(argument, Literal):
            found = argument.value
        if not isinstance(found, int):
            raise Refused(f"the value of {node.name}, which is not known")
        return found

    # ---- entry points

    def _entry(self) -> FunctionSymbol:
        wgsl = self.module.language == "wgsl"
        for node in self.module.decls:
            if not isinstance(node, Function) or node.body is None:
                continue
            names = {attribute.name for attribute in node.attributes}
            if (self.stage in names) if wgsl else node.name == "main":
                self._workgroup_size(node)
                return next(symbol for symbol, body in self.typing.bodies.items() if body is node)
        raise Refused(f"a shader without an entry point for the {self.stage} stage")

    def _workgroup_size(self, node: Function) -> None:
        for attribute in node.attributes:
            if attribute.name == "workgroup_size":
                for k in range(len(attribute.args)):
                    self.size[k] = self._value(attribute, k)


def _is_coherent(node: Interface) -> bool:
    return "coherent" in node.qualifiers or all(
        "coherent" in member.qualifiers for member in node.members
    )


def stages_of(module: Module) -> tuple[Stage, ...]:
    """Return the stages that a WGSL module has entry points for, in the order of its text."""
    found = []
    for node in module.decls:
        if isinstance(node, Function):
            found += [_STAGES[one.name] for one in node.attributes if one.name in _STAGES]
    return tuple(found)
