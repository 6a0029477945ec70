"""Which scalars the inputs of a module are."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.languages.shading.leaves import Leaf
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.interpret.interface import Interface, Variable
from aberration.languages.spirv.interpret.leaves import Leaf as ScalarType
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.module import Module

_KINDS: Final[Mapping[tuple[str, int, bool], str]] = MappingProxyType(
    {
        ("int", 32, True): "int",
        ("int", 32, False): "uint",
        ("float", 32, False): "float",
        ("float", 16, False): "half",
    }
)


class ModuleScalars:
    """See `methods.shaders.drawing.Scalars`. What is of another width is left out."""

    def __init__(self, module: Module, inputs: Inputs) -> None:
        self._interface: Final = Interface(module, Leaves(module))
        self._inputs: Final = inputs

    def of_uniform(self, uniform: Uniform) -> list[Leaf]:
        """Return those of a uniform."""
        wanted = StorageClass.PUSH_CONSTANT if uniform.push_constant else StorageClass.UNIFORM
        for variable in self._interface.of_storage(wanted):
            if uniform.push_constant or self._interface.place(variable) == uniform.place:
                return self._scalars(variable, uniform.offset, len(uniform.data))
        return []

    def of_buffer(self, buffer: Buffer) -> list[Leaf]:
        """Return those of a storage buffer."""
        for variable in self._interface.of_storage(StorageClass.STORAGE_BUFFER):
            if self._interface.place(variable) == (buffer.descriptor_set, buffer.binding):
                return self._scalars(variable, 0, len(buffer.data))
        return []

    def _scalars(self, variable: Variable, start: int, size: int) -> list[Leaf]:
        """Return the scalars of a block in so many bytes from a place on."""
        slots = self._interface.slots(variable, self._inputs)
        return [
            (place - start, kind)
            for place, leaf in slots
            if (kind := _kind(leaf)) and start <= place < start + size
        ]


def _kind(leaf: ScalarType) -> str:
    return _KINDS.get((leaf.kind, leaf.width, leaf.signed), "")
