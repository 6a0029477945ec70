"""What both parts of a fused program get from outside: their resources at bindings of their own,
their inputs by the new names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from itertools import count
from typing import Final, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.textures import NO_BINDING, Sampler, Texture
from aberration.languages.shading.checker.symbols import VariableSymbol
from aberration.languages.shading.interpret.interface import Resource
from aberration.languages.shading.interpret.supply import Supply
from aberration.languages.shading.layout import extent
from aberration.languages.shading.tree import (
    Attribute,
    Declaration,
    Declare,
    Interface,
    Module,
    Variable,
)
from aberration.languages.shading.tree import Literal as LiteralNode
from aberration.languages.shading.types import Matrix, Scalar, Type, Vector, is_opaque

from .part import Part
from .placed import PlacedDeclaration

Bound = TypeVar("Bound", Interface, Variable)
Kind = Literal["uniform", "storage", "handle"]
Handle = TypeVar("Handle", Texture, Sampler)
_MOST_TEXTURES: Final = 8
"""As many as each device takes (OpenGL ES 2.0, `MAX_TEXTURE_IMAGE_UNITS`)."""
Place = tuple[Kind, int, int]
"""What is bound, its group (descriptor set), and its binding there."""


class UniformVariable(msgspec.Struct, frozen=True, eq=False):
    """A uniform that is a variable of its own: its new name and type, and its input."""

    name: str
    type: Type
    given: Uniform


class Outside(msgspec.Struct, frozen=True):
    """The inputs of a fused program, the declarations of both parts with their bindings, and the
    uniforms that are variables. `places` are all that are taken, `uniforms` those of the uniforms
    of WGSL by name.
    """

    inputs: Inputs
    decls: tuple[PlacedDeclaration, ...]
    variables: tuple[UniformVariable, ...]
    places: frozenset[Place]
    uniforms: Mapping[str, Place]


def join_outside(parts: tuple[Part, Part]) -> Outside:
    """Return the outside of the fused program; its size is what all parts are to be run with."""
    taken: set[tuple[int, int]] = set()
    tables = [_numbers(part, taken) for part in parts]
    if sum(any(one.pushed for one in part.outside.resources) for part in parts) > 1:
        raise BadInput("they cannot be fused: both have push constants")
    fed: list[tuple[Uniform, Resource, Part]] = []
    buffers: list[Buffer] = []
    textures: list[Texture] = []
    samplers: list[Sampler] = []
    for part, numbers in zip(parts, tables, strict=True):
        textures += [_move_handle(one, part, numbers) for one in part.program.inputs.textures]
        samplers += [_move_handle(one, part, numbers) for one in part.program.inputs.samplers]
        fed += [(made, resource, part) for made, resource in _uniforms(part, numbers)]
        buffers += [_move(buffer, numbers) for buffer in part.program.inputs.buffers]
    _refuse_more_textures(textures)
    inputs = replace(
        parts[0].program.inputs,
        uniforms=tuple(one for one, _, _ in fed),
        buffers=tuple(buffers),
        textures=tuple(textures),
        samplers=tuple(samplers),
    )
    return Outside(
        inputs,
        tuple(
            _bind(made, home, part, numbers)
            for part, numbers in zip(parts, tables, strict=True)
            for made, home in zip(part.decls, part.home, strict=True)
        ),
        tuple(_variables(fed)),
        frozenset(
            (kind, group, number)
            for numbers in tables
            for (kind, group, _), number in numbers.items()
        ),
        {
            name: place
            for part, numbers in zip(parts, tables, strict=True)
            for name, place in _uniform_places(part, numbers)
        },
    )


def free_binding(inputs: Inputs, others: Set[int] = frozenset()) -> int:
    """Return a binding of group 0 that no input has, and none of the others is."""
    bound: tuple[Uniform | Buffer, ...] = (*inputs.uniforms, *inputs.buffers)
    taken = {*others, *(one.binding for one in bound if one.descriptor_set == 0)}
    return next(number for number in count() if number not in taken)


def take_binding(taken: set[tuple[int, int]], group: int, own: int) -> int:
    """Return the binding that a resource gets in a group: its own, or the first that is free; it is
    taken then.
    """
    number = own
    if (group, own) in taken:
        number = next(one for one in count() if (group, one) not in taken)
    taken.add((group, number))
    return number


# ---- bindings


def _numbers(part: Part, taken: set[tuple[int, int]]) -> dict[Place, int]:
    """Return a binding for each place of a part: its own, or the first that is free."""
    places = [place for node in part.shader.module.decls for place in _places(node, part)]
    buffers = part.program.inputs.buffers
    places += [("storage", buffer.descriptor_set, buffer.binding) for buffer in buffers]
    numbers: dict[Place, int] = {}
    for place in dict.fromkeys(places):
        _, group, own = place
        numbers[place] = take_binding(taken, group, own)
    return numbers


def _uniform_places(part: Part, numbers: dict[Place, int]) -> Iterator[tuple[str, Place]]:
    """Give the new name and place of each uniform of a part in WGSL."""
    for one in part.outside.resources if part.language == "wgsl" else ():
        if not one.buffer and one.binding is not None:
            number = numbers["uniform", one.group, one.binding]
            yield part.renaming.variables[one.symbols[0]], ("uniform", one.group, number)


def _places(node: Declaration, part: Part) -> Iterator[Place]:
    blocks: tuple[Interface | Variable, ...] = (
        (node,)
        if isinstance(node, Interface)
        else node.variables
        if isinstance(node, Declare) and part.language == "wgsl"
        else ()
    )
    for one in blocks:
        place = _place(one, part)
        if place is not None:
            yield place


def _place(node: Interface | Variable, part: Part) -> Place | None:
    if node.storage not in ("uniform", "storage", "handle"):
        return None
    if any(one.name == "push_constant" for one in node.attributes):
        return None
    binding = _number(node.attributes, "binding", part)
    if binding is None and node.storage == "uniform":
        return None
    kind: Kind = node.storage
    return kind, _number(node.attributes, "group", part) or 0, binding or 0


def _number(attributes: tuple[Attribute, ...], name: str, part: Part) -> int | None:
    found = next((one for one in attributes if one.name == name), None)
    if found is None:
        return None
    argument = found.args[0]
    value = part.constants.get(id(argument))
    if value is None and isinstance(argument, LiteralNode):
        value = argument.value
    return value if isinstance(value, int) else None


def _bind(
    placed: PlacedDeclaration, home: Declaration | None, part: Part, numbers: dict[Place, int]
) -> PlacedDeclaration:
    made = _with_place(placed.node, home, part, numbers)
    return placed if made is placed.node else PlacedDeclaration(placed.part, made)


def _with_place(
    made: Declaration, home: Declaration | None, part: Part, numbers: dict[Place, int]
) -> Declaration:
    """Return a declaration of a part with its binding in the fused program."""
    if isinstance(home, Interface) and isinstance(made, Interface):
        place = _place(home, part)
        return made if place is None else _with_binding(made, numbers[place], part.module)
    if not isinstance(made, Declare) or not isinstance(home, Declare):
        return made
    if part.language == "wgsl":
        place = _place(home.variables[0], part)
        if place is None:
            return made
        one = _with_binding(made.variables[0], numbers[place], part.module)
        return replace(made, variables=(one,))
    if made.variables[0].storage != "uniform":
        return made
    return replace(made, variables=tuple(replace(one, attributes=()) for one in made.variables))


def _with_binding(node: Bound, number: int, like: Module) -> Bound:
    literal = LiteralNode(kind="abstract_int" if like.language == "wgsl" else "int", value=number)
    binding = Attribute(name="binding", args=(literal,))
    kept = [binding if one.name == "binding" else one for one in node.attributes]
    if binding not in kept:
        kept.append(binding)
    return replace(node, attributes=tuple(kept))


# ---- inputs


def _refuse_more_textures(textures: list[Texture]) -> None:
    if len(textures) > _MOST_TEXTURES:
        raise BadInput(f"they cannot be fused: both have more than {_MOST_TEXTURES} textures")


def _move_handle(given: Handle, part: Part, numbers: dict[Place, int]) -> Handle:
    """Return a texture or sampler by its new name; in GLSL and ESSL that alone says which it is."""
    symbols = part.renaming.variables.items()
    names = {one.name: new for one, new in symbols if is_opaque(one.type) and _is_global(one)}
    # The part may have come to name it no more.
    name = names.get(given.name, f"{part.renaming.prefix}_{given.name}")
    place: Place = ("handle", given.descriptor_set, given.binding)
    return replace(given, name=name, binding=numbers.get(place, NO_BINDING))


def _is_global(symbol: VariableSymbol) -> bool:
    return isinstance(symbol.node, Variable)


def _move(buffer: Buffer, numbers: dict[Place, int]) -> Buffer:
    place: Place = ("storage", buffer.descriptor_set, buffer.binding)
    return replace(buffer, binding=numbers[place])


def _uniforms(part: Part, numbers: dict[Place, int]) -> Iterator[tuple[Uniform, Resource]]:
    """Give the uniforms of a part that reach a resource, as the fused program has them: one for
    each block that states no binding, as names of members may be those of the other part.
    """
    supply = Supply(part.outside, part.program.inputs)
    for resource in filter(_goes_by_name, part.outside.resources):
        if any(supply.place_in(resource, one) is not None for one in part.program.inputs.uniforms):
            name = part.renaming.blocks[id(resource.node)]
            yield Uniform(name, supply.block(resource), UNBOUND), resource
    others = [one for one in part.outside.resources if not _goes_by_name(one)]
    for uniform in part.program.inputs.uniforms:
        for resource in others:
            offset = supply.place_in(resource, uniform)
            if offset is not None:
                yield _new_uniform(uniform, offset, resource, part, numbers), resource
                break


def _goes_by_name(resource: Resource) -> bool:
    is_block = isinstance(resource.node, Interface) and not resource.buffer
    return is_block and resource.binding is None and not resource.pushed


def _new_uniform(
    uniform: Uniform, offset: int, resource: Resource, part: Part, numbers: dict[Place, int]
) -> Uniform:
    """Return a uniform as the fused program has it: loose, or at the place of its block."""
    if resource.pushed:
        return uniform
    made = replace(uniform, name=_new_name(uniform.name, resource, part), binding=UNBOUND)
    if resource.loose or resource.binding is None:
        return made
    number = numbers["uniform", resource.group, resource.binding]
    return replace(made, binding=number, descriptor_set=resource.group, offset=offset)


def _new_name(name: str, resource: Resource, part: Part) -> str:
    """Return the name of a variable, or of a member where the block has no name of its own, as the
    fused program has it; any other name says nothing, and is only kept apart.
    """
    node, renaming = resource.node, part.renaming
    end = next((at for at, letter in enumerate(name) if letter in ".["), len(name))
    head, rest = name[:end], name[end:]
    if not isinstance(node, Interface) and (resource.loose or head == resource.name):
        return renaming.variables[resource.symbols[0]] + rest
    if isinstance(node, Interface) and head == resource.name:
        return renaming.blocks[id(node)] + rest
    if isinstance(node, Interface) and not node.instance:
        return renaming.members.get((id(node), head), f"{renaming.prefix}_{head}") + rest
    return f"{renaming.prefix}_{name}"


def _variables(fed: list[tuple[Uniform, Resource, Part]]) -> Iterator[UniformVariable]:
    """Give the uniforms that are a variable each, with a value from the inputs."""
    for made, resource, part in fed:
        is_variable = resource.loose or part.language == "wgsl"
        if not is_variable or not isinstance(resource.type, Scalar | Vector | Matrix):
            continue
        alone = sum(other is resource for _, other, _ in fed) == 1
        whole = made.offset == 0 and len(made.data) >= extent(resource.type, "std140").size
        if alone and whole:
            yield UniformVariable(part.renaming.variables[resource.symbols[0]], resource.type, made)
