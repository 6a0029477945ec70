"""From the inputs of a program to the lists that its resources are, and back to the bytes of
buffers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from aberration.core.inputs import Buffer, Inputs, Uniform

from ..checker.arithmetic import zero
from ..layout import Standard, extent, offsets
from ..types import Array, Scalar, Struct, Type
from .interface import Resource, ShaderInterface
from .memory import Memory
from .trap import Refused


class Supply:
    """The resources of one shader, filled from inputs."""

    def __init__(self, shader: ShaderInterface, inputs: Inputs) -> None:
        self.shader: Final = shader
        self.inputs: Final = inputs

    def resources(self) -> list[Any]:
        """Return fresh values of all resources, in the shader's order."""
        return [self._value(resource) for resource in self.shader.resources]

    def buffers(self, resources: list[Any]) -> tuple[bytes, ...]:
        """Return the bytes of the inputs' buffers after a run."""
        after = {
            (buffer.descriptor_set, buffer.binding): bytearray(buffer.data)
            for buffer in self.inputs.buffers
        }
        for whole, values in zip(self.shader.resources, resources, strict=True):
            elements = whole.elements()
            parts = [values] if elements == (whole,) else values
            for resource, value in zip(elements, parts, strict=True):
                data = after.get((resource.group, resource.binding or 0))
                if resource.buffer and data is not None:
                    Memory(resource.standard).write(resource.type, value, data)
        return tuple(
            bytes(after[buffer.descriptor_set, buffer.binding]) for buffer in self.inputs.buffers
        )

    def block(self, resource: Resource) -> bytes:
        """Return the bytes of a block: of the uniforms at its place, or of those that are named
        like it or its members.
        """
        size = extent(resource.type, resource.standard).size
        data = bytearray(size)
        for uniform, offset in self._uniforms_in(resource):
            end = offset + len(uniform.data)
            data.extend(bytes(max(end - len(data), 0)))
            data[offset:end] = uniform.data
        return bytes(data)

    def _value(self, resource: Resource) -> Any:
        if resource.loose:
            return self._loose(resource)
        elements = resource.elements()
        if elements != (resource,):
            return [self._value(one) for one in elements]
        data = self._buffer(resource) if resource.buffer else self.block(resource)
        return Memory(resource.standard).read(resource.type, data)

    def _buffer(self, resource: Resource) -> bytes:
        binding = resource.binding or 0
        for buffer in self.inputs.buffers:
            if (buffer.descriptor_set, buffer.binding) == (resource.group, binding):
                return _data_for(buffer, resource)
        raise Refused(
            f"the storage buffer {resource.name}, for which the inputs have nothing at "
            f"binding {binding}"
        )

    # ---- uniforms

    def _uniforms_in(self, resource: Resource) -> list[tuple[Uniform, int]]:
        if resource.pushed:
            return [
                (uniform, uniform.offset)
                for uniform in self.inputs.uniforms
                if uniform.push_constant
            ]
        named, placed = self._by_name(resource), self._by_place(resource)
        return (placed or named) if resource.binding is not None else (named or placed)

    def place_in(self, resource: Resource, uniform: Uniform) -> int | None:
        """Return the offset at which a resource holds a uniform of the inputs, None where it
        does not.
        """
        if resource.buffer:
            return None
        if resource.loose:
            return _place_in_loose(resource, uniform)
        held = (pair for each in resource.elements() for pair in self._uniforms_in(each))
        return next((offset for one, offset in held if one is uniform), None)

    def _by_place(self, resource: Resource) -> list[tuple[Uniform, int]]:
        place = (resource.group, resource.binding or 0)
        uniforms = self.inputs.uniforms
        return [
            (uniform, uniform.offset)
            for uniform in uniforms
            if (uniform.descriptor_set, uniform.binding) == place and not uniform.push_constant
        ]

    def _by_name(self, resource: Resource) -> list[tuple[Uniform, int]]:
        members = _member_offsets(resource.type, resource.standard)
        found = []
        for uniform in self.inputs.uniforms:
            if uniform.name == resource.name:
                found.append((uniform, uniform.offset))
            elif uniform.name in members:
                found.append((uniform, members[uniform.name]))
        return found

    def _loose(self, resource: Resource) -> Any:
        """A uniform outside of blocks: its data are std140, but for a lone vector; zero where
        the inputs lack it.
        """
        data = {uniform.name: uniform.data for uniform in self.inputs.uniforms}
        named = any(
            name == resource.name or name.startswith((f"{resource.name}.", f"{resource.name}["))
            for name in data
        )
        symbol = resource.symbols[0]
        if not named and symbol.node is not None and getattr(symbol.node, "init", None) is not None:
            raise Refused(f"the uniform {resource.name}, which has an initialiser and no input")
        return _loose_parts(resource.name, resource.type, data)


def _loose_parts(name: str, type: Type, data: Mapping[str, bytes]) -> Any:
    """The value of an active uniform, or of the active uniforms that a structure or an array of
    these is made of.
    """
    if name in data:
        return Memory("std140").read(type, data[name])
    if isinstance(type, Struct):
        return [_loose_parts(f"{name}.{member.name}", member.type, data) for member in type.members]
    if isinstance(type, Array) and isinstance(type.element, Array | Struct):
        return [_loose_parts(f"{name}[{k}]", type.element, data) for k in range(type.size or 0)]
    return _as_lists(zero(type))


def _place_in_loose(resource: Resource, uniform: Uniform) -> int | None:
    if uniform.name == resource.name:
        return 0
    if not isinstance(resource.type, Struct):
        return None
    places = {
        f"{resource.name}.{name}": at
        for name, at in _member_offsets(resource.type, "std140").items()
    }
    return places.get(uniform.name)


def _member_offsets(type: Type, standard: Standard) -> dict[str, int]:
    if not isinstance(type, Struct):
        return {}
    return {
        member.name: offset
        for member, offset in zip(type.members, offsets(type, standard), strict=True)
    }


def _data_for(buffer: Buffer, resource: Resource) -> bytes:
    """A block whose members reach beyond the buffer would be read out of bounds."""
    type = resource.type
    fixed = extent(type, resource.standard).size
    if isinstance(type, Struct) and type.members and isinstance(type.members[-1].type, Array):
        last = type.members[-1].type
        if last.size is None:
            fixed = offsets(type, resource.standard)[-1]
    elif isinstance(type, Array) and type.size is None:
        fixed = 0
    if _content_end(type, resource.standard) > len(buffer.data) and fixed > len(buffer.data):
        raise Refused(
            f"the storage buffer {resource.name} of {fixed} bytes, of which the inputs "
            f"have {len(buffer.data)}"
        )
    return buffer.data


def _content_end(type: Type, standard: Standard) -> int:
    """Where the last member ends, without the padding after it."""
    if not isinstance(type, Struct):
        return extent(type, standard).size
    last = type.members[-1]
    start = offsets(type, standard)[-1]
    if isinstance(last.type, Array) and last.type.size is None:
        return start
    inner = last.type
    if isinstance(inner, Struct):
        return start + _content_end(inner, standard)
    if isinstance(inner, Array) and isinstance(inner.element, Scalar) and inner.size is not None:
        placed = extent(inner, standard)
        return start + placed.stride * (inner.size - 1) + inner.element.bits // 8
    return start + extent(inner, standard, row_major=last.row_major).size


def _as_lists(value: Any) -> Any:
    return [_as_lists(part) for part in value] if isinstance(value, tuple) else value
