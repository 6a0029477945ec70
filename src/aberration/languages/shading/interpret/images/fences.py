"""Memory barriers of a shader in which storage buffers stand for its storage images.

GLSL orders images by `memoryBarrierImage()` and buffers by `memoryBarrierBuffer()` (4.60, 8.17), of
both only what is coherent. Where there are coherent images and no coherent buffers, the first
becomes the second, and the second one that orders neither.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ...tree import Call, Interface, Module, Name, Node
from ...tree.walk import find, rewrite
from ..trap import Refused

_OF_IMAGES: Final = "memoryBarrierImage"
_OF_BUFFERS: Final = "memoryBarrierBuffer"
_OF_NEITHER: Final = "memoryBarrierAtomicCounter"
_RENAMED: Final = {_OF_IMAGES: _OF_BUFFERS, _OF_BUFFERS: _OF_NEITHER}
_COHERENT: Final = ("coherent", "volatile")


def with_fences(module: Module) -> Module:
    """Return a shader with coherent images whose barriers order the buffers that will stand for
    these; raise `Refused` where there are coherent buffers as well, and a barrier orders either.
    """
    if not any(_is_fence(node) for node in find(module, Call)):
        return module
    if any(_is_coherent(node) for node in find(module, Interface)):
        raise Refused("a memory barrier that orders either buffers or storage images")
    return rewrite(module, _with_new_name)


def _is_fence(node: Call) -> bool:
    return isinstance(node.callee, Name) and node.callee.name in _RENAMED


def _is_coherent(node: Interface) -> bool:
    words = [*node.qualifiers, *(word for member in node.members for word in member.qualifiers)]
    return node.storage == "storage" and any(word in _COHERENT for word in words)


def _with_new_name(node: Node) -> Node:
    if not isinstance(node, Call) or not isinstance(node.callee, Name) or not _is_fence(node):
        return node
    name = replace(node.callee, name=_RENAMED[node.callee.name])
    return replace(node, callee=name)
