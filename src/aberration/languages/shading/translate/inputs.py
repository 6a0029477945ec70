"""The inputs of a translated program: the same values, where the target's resources have them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from aberration.core.inputs import Inputs, Uniform

from ..interpret.interface import Resource, ShaderInterface
from ..interpret.memory import Memory
from ..interpret.supply import Supply
from ..layout import Standard, extent
from ..types import Array, Atomic, Struct, Type, TypeMember


def uniform_values(shader: ShaderInterface, inputs: Inputs) -> dict[Resource, Any]:
    """Return the value of each uniform, as nested lists; raise `Refused` where the interpreter
    does not know one.
    """
    uniforms = tuple(resource for resource in shader.resources if not resource.buffer)
    values = Supply(replace(shader, resources=uniforms), inputs).resources()
    return dict(zip(uniforms, values, strict=True))


def bytes_of(value: Any, given: Type, laid: Type, standard: Standard) -> bytes:
    """Return the bytes of a value in a layout; `laid` may wrap elements in structures of one
    member.
    """
    data = bytearray(extent(laid, standard).size)
    Memory(standard).write(laid, _wrap(value, given, laid), data)
    return bytes(data)


def _wrap(value: Any, given: Type, laid: Type) -> Any:
    if isinstance(given, Array) and isinstance(laid, Array):
        return [_wrap(part, given.element, laid.element) for part in value]
    if isinstance(given, Struct) and isinstance(laid, Struct):
        rows = zip(value, given.members, laid.members, strict=True)
        return [_wrap(part, one.type, other.type) for part, one, other in rows]
    return [value] if isinstance(laid, Struct) else value


def plain(type: Type) -> Type:
    """Return a type without what a source says about its layout, and without atomics."""
    if isinstance(type, Atomic):
        return type.component
    if isinstance(type, Array):
        return plain(type.element).array(type.size)
    if isinstance(type, Struct):
        return Struct(
            type.name, tuple(TypeMember(one.name, plain(one.type)) for one in type.members)
        )
    return type


def innermost(type: Type, change: Callable[[Type], Type]) -> Type:
    """Return an array type with another type of element; any other type changed itself."""
    if isinstance(type, Array):
        return innermost(type.element, change).array(type.size)
    return change(type)


def plain_atomics(type: Type) -> Type:
    """Return a type with plain integers for atomics; structures are as their declarations say."""
    return innermost(type, lambda one: one.component if isinstance(one, Atomic) else one)


def with_bindings(inputs: Inputs, uniforms: list[Uniform], given: dict[Resource, int]) -> Inputs:
    """Return the inputs with these uniforms alone, and storage buffers at the bindings given."""
    places = {(one.group, one.binding or 0): number for one, number in given.items() if one.buffer}
    buffers = tuple(
        replace(one, binding=places[one.descriptor_set, one.binding], descriptor_set=0)
        if (one.descriptor_set, one.binding) in places
        else one
        for one in inputs.buffers
    )
    return replace(inputs, uniforms=tuple(uniforms), buffers=buffers)


def bindings(shader: ShaderInterface, inputs: Inputs, *, loose: bool) -> dict[Resource, int]:
    """Give each resource a binding of its own in one set: its own number where it can keep it."""
    found: dict[Resource, int] = {}
    taken = {one.binding for one in inputs.buffers if one.descriptor_set == 0}
    for resource in sorted(shader.resources, key=lambda one: not one.buffer):
        if resource.loose and not loose:
            continue
        same = [
            number
            for other, number in found.items()
            if resource.buffer and _place(other) == _place(resource)
        ]
        if same:
            found[resource] = same[0]
            continue
        own = resource.binding if resource.group == 0 and resource.binding is not None else None
        if own is None or own in found.values() or (own in taken and not resource.buffer):
            own = next(n for n in range(1 << 16) if n not in found.values() and n not in taken)
        found[resource] = own
    return found


def _place(resource: Resource) -> tuple[bool, int, int]:
    return resource.buffer, resource.group, resource.binding or 0
