"""What the rules of textures ask of a program: what a call asks a texture for, and whether names
are free for what a repair calls.
"""

from __future__ import annotations

from collections.abc import Set

from ..builtins.signature import Overload
from ..sampled.requests import TextureRequest, request_of
from ..tree import Call
from .context import Context


def request_in(context: Context, node: Call) -> tuple[Overload, TextureRequest] | None:
    """Return the texture function that is called, with what that asks for; None for another call,
    and for what is not known.
    """
    callee = context.typing.callees.get(id(node))
    if not isinstance(callee, Overload) or "texture" not in callee.builtin.theme:
        return None
    request = request_of(callee)
    return None if request is None else (callee, request)


def are_free(context: Context, names: Set[str]) -> bool:
    """Whether a program declares nothing of these names, which are built-in functions."""
    typing = context.typing
    own = {one.name for one in typing.declared.values()} | {one.name for one in typing.bodies}
    return not own & names
