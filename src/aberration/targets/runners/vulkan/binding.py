"""The raw cffi side of PyPI `vulkan`: structures that stay alive, results that are looked at.

The binding's own constructors let go of what embedded structures point to (a pipeline stage's entry
point name, for one), and its exception table lacks results; so only its declarations and its
library are used.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Protocol

import vulkan

Handle = object
"""A Vulkan handle, or a pointer to a Vulkan structure, as cffi gives it."""

FFI: Final = vulkan.ffi
LIBRARY: Final = vulkan.lib
NULL: Final[Handle] = FFI.NULL


class Destroy(Protocol):
    """A `vkDestroy...` or `vkFree...` function of a device."""

    def __call__(self, device: Handle, handle: Handle, allocator: Handle, /) -> None:
        """Destroy `handle`."""


class VulkanFailure(Exception):
    """A Vulkan call gave another result than success; `result` is its name, such as
    `VK_ERROR_UNKNOWN`.
    """

    def __init__(self, call: str, code: int) -> None:
        self.call = call
        self.result = result_name(code)
        super().__init__(f"{call} gave {self.result}")


class Structs:
    """Makes structures and arrays, and keeps them alive as long as itself."""

    def __init__(self) -> None:
        self._kept: list[object] = []

    def make(self, kind: str, **fields: object) -> Handle:
        """Return a pointer to a new structure; `sType` is filled in, embedded structures come
        as dicts.
        """
        tag = structure_type(kind)
        made: object = FFI.new(f"{kind} *", fields if tag is None else {"sType": tag, **fields})
        self._kept.append((made, fields))
        return made

    def array(self, kind: str, values: object) -> Handle:
        """Return a new array of structures (dicts), handles or numbers, or of the given length."""
        made: object = FFI.new(f"{kind}[]", values)
        self._kept.append((made, values))
        return made

    def text(self, value: bytes) -> Handle:
        """Return a zero-terminated string."""
        return self.array("char", value + b"\0")

    def tagged_struct(self, kind: str, **fields: object) -> dict[str, object]:
        """Return the fields of an embedded structure with its `sType`."""
        self._kept.append(fields)
        return {"sType": structure_type(kind), **fields}


@cache
def structure_type(kind: str) -> int | None:
    """Return the value of `sType` for a structure, or None for one without."""
    if "sType" not in dict(FFI.typeof(kind).fields):
        return None
    dotted = re.sub(r"Vulkan(\d)(\d)", r"Vulkan_\1_\2_", kind.removeprefix("Vk"))
    words = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", "_", dotted).upper()
    value: int = getattr(vulkan, f"VK_STRUCTURE_TYPE_{words}")
    return value


@cache
def _result_names() -> dict[int, str]:
    names = [name for name in dir(vulkan) if name.startswith("VK_ERROR_")]
    return {getattr(vulkan, name): name for name in sorted(names, reverse=True)} | {2: "VK_TIMEOUT"}


def result_name(code: int) -> str:
    """Return the name of a result code."""
    return _result_names().get(code, f"VkResult {code}")


def check(call: str, code: int) -> None:
    """Raise `VulkanFailure` unless the code means success."""
    if code != 0:
        raise VulkanFailure(call, code)


def create(call: str, kind: str, *arguments: object) -> Handle:
    """Call a `vkCreate...`-like function that writes one handle of type `kind`, and return the
    handle.
    """
    out = FFI.new(f"{kind} *")
    check(call, getattr(LIBRARY, call)(*arguments, out))
    made: object = out[0]
    return made
