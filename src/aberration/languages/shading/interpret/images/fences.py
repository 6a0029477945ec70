"""Memory barriers of a shader in which storage buffers stand for its storage images.

GLSL orders images by `memoryBarrierImage()` and buffers by `memoryBarrierBuffer()` (4.60, 8.17), of
both only what is coherent. WGSL orders storage textures by `textureBarrier()` and buffers by
`storageBarrier()` ("Synchronization Built-in Functions"), of both what is written. Where there are
such images and no such buffers, the first becomes the second, and the second one that orders
neither.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ...tree import Call, Interface, Module, Name, Node, Variable
from ...tree.walk import find, rewrite
from ..trap import Refused

_OF_IMAGES: Final = "memoryBarrierImage"
_OF_BUFFERS: Final = "memoryBarrierBuffer"
_OF_NEITHER: Final = "memoryBarrierAtomicCounter"
_WGSL_IMAGES: Final = "textureBarrier"
_WGSL_BUFFERS: Final = "storageBarrier"
_RENAMED: Final = {
    _OF_IMAGES: _OF_BUFFERS,
    _OF_BUFFERS: _OF_NEITHER,
    _WGSL_IMAGES: _WGSL_BUFFERS,
    _WGSL_BUFFERS: _WGSL_IMAGES,
}
_COHERENT: Final = ("coherent", "volatile")


def with_fences(module: Module) -> Module:
    """Return a shader with images that barriers order, whose barriers order the buffers that will
    stand for these; raise `Refused` where they order buffers as well, and there is one of either.
    """
    if not any(_is_fence(node) for node in find(module, Call)):
        return module
    blocks = any(_is_coherent(node) for node in find(module, Interface))
    if blocks or any(_is_written(node) for node in find(module, Variable)):
        raise Refused("a memory barrier that orders either buffers or storage images")
    return rewrite(module, _with_new_name)


def _is_fence(node: Call) -> bool:
    return isinstance(node.callee, Name) and node.callee.name in _RENAMED


def _is_coherent(node: Interface) -> bool:
    words = [*node.qualifiers, *(word for member in node.members for word in member.qualifiers)]
    return node.storage == "storage" and any(word in _COHERENT for word in words)


def _is_written(node: Variable) -> bool:
    """Say whether a variable is a buffer of WGSL that a shader may write."""
    return node.storage == "storage" and node.access == "read_write"


def _with_new_name(node: Node) -> Node:
    if not isinstance(node, Call) or not isinstance(node.callee, Name) or not _is_fence(node):
        return node
    name = replace(node.callee, name=_RENAMED[node.callee.name])
    return replace(node, callee=name)
