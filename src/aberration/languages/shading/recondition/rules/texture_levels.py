"""The size of a level that a texture lacks."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ...tree import Call, Expression, Literal, Node
from ...types import INT, UINT, Scalar
from ..context import Context
from ..rule import rule
from ..texture_questions import are_free, request_in
from ..wrappers import call, declare, name_for

_BUILT_IN: Final = frozenset(("clamp", "min", "textureNumLevels", "textureQueryLevels"))
"""What the rewritten program calls, and so may not have as names of its own."""
_ASKS_LEVELS: Final = 430
"""The first version of GLSL with `textureQueryLevels`; ESSL has none."""


@rule(
    "the size is asked of a level that the texture lacks",
    "the nearest level that it has",
    (Call,),
    "domain",
)
def texture_levels(context: Context, old: Node, new: Node) -> Node | None:
    """Clamp the level of a question for the size to those that the texture says it has."""
    assert isinstance(old, Call)
    assert isinstance(new, Call)
    found = request_in(context, old)
    if found is None:
        return None
    callee, request = found
    if request.kind != "size" or request.level is None:
        return None
    level, kind = new.args[request.level], callee.types[request.level]
    if _is_first(level) or not isinstance(kind, Scalar) or not _can_ask(context):
        return None
    count = UINT if context.wgsl else INT
    most = "b - 1u" if kind is UINT else f"{'i32(b)' if context.wgsl else 'b'} - 1"
    value = f"min(a, {most})" if kind is UINT else f"clamp(a, 0, {most})"
    name = declare(
        context,
        name_for(context, "level_there", kind, (kind, count)),
        kind,
        (kind, count),
        (f"return {value};",),
    )
    asked = call(_question(context), new.args[request.texture])
    args = list(new.args)
    args[request.level] = call(name, level, asked)
    return replace(new, args=tuple(args))


def _is_first(level: Expression) -> bool:
    return isinstance(level, Literal) and level.value == 0


def _question(context: Context) -> str:
    return "textureNumLevels" if context.wgsl else "textureQueryLevels"


def _can_ask(context: Context) -> bool:
    """Whether the program may call all that the repair needs."""
    module = context.module
    if module.language == "essl" or (module.language == "glsl" and module.version < _ASKS_LEVELS):
        return False
    return are_free(context, _BUILT_IN)
