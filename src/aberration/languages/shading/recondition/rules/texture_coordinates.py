"""Coordinates between two texels, and texels outside of their texture."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.shapes import LARGEST_SIDE, is_cube, is_line, plain_shape
from aberration.core.textures import MODULUS

from ...builtins.signature import Overload
from ...rules import SECOND_GENERATION
from ...sampled.requests import Kind, TextureRequest
from ...tree import Call, Expression, Literal, Name, Node
from ...types import FLOAT, INT, UINT, Scalar, Type, Vector, vector
from ..context import Context
from ..rule import rule
from ..texture_questions import are_free, request_in
from ..wrappers import call, declare, function, name_for, spelling

_BUILT_IN: Final = frozenset(
    ("abs", "floor", "clamp", "max", "min", "step", "textureSize", "textureDimensions")
)
"""What the rewritten program calls, and so may not have as names of its own."""
_FLAT: Final = 2
_DEEP: Final = 3
_SHORTEST: Final = "1e-9"
"""A direction that is shorter is taken for one of this length."""


@rule(
    "a sample lies between two texels, or a texel outside of its texture",
    "coordinates in the middle of the texel, the nearest texel",
    (Call,),
    "domain",
)
def texture_coordinates(context: Context, old: Node, new: Node) -> Node | None:
    """Give coordinates to a function that takes the texture's size, too."""
    assert isinstance(old, Call)
    assert isinstance(new, Call)
    found = request_in(context, old)
    if found is None:
        return None
    callee, request = found
    if request.place is None or not _can_ask(context):
        return None
    name = _function(context, callee, request)
    if name is None:
        return None
    size = _size_of(context, new.args[request.texture], _level(new, request))
    args = list(new.args)
    args[request.place] = call(name, args[request.place], size)
    if request.reference is not None:
        between = declare(
            context, "between_depths", FLOAT, (FLOAT,), (f"return {_between_depths('a')};",)
        )
        args[request.reference] = call(between, args[request.reference])
    return replace(new, args=tuple(args))


def _can_ask(context: Context) -> bool:
    """Whether the program may call all that a repair needs."""
    if context.module.version < SECOND_GENERATION[context.module.language]:
        return False
    return are_free(context, _BUILT_IN)


def _level(node: Call, request: TextureRequest) -> Literal:
    """Return the level whose size counts: that of a fetch, where it is written as a number."""
    named = None if request.level is None else node.args[request.level]
    return named if isinstance(named, Literal) else Literal(kind="int", value=0)


def _size_of(context: Context, texture: Expression, level: Literal) -> Expression:
    if not context.wgsl:
        return Call(callee=Name(name="textureSize"), args=(texture, level))
    args = (texture, level) if level.value else (texture,)
    return Call(callee=Name(name="textureDimensions"), args=args)


def _function(context: Context, callee: Overload, request: TextureRequest) -> str | None:
    """Return the function that gives other coordinates; None where there is none."""
    assert request.place is not None
    place = callee.types[request.place]
    if not isinstance(place, Vector) or request.projected:
        return None
    shape = getattr(callee.types[request.texture], "shape", "")
    if is_line(shape):
        return None
    plain, kind = plain_shape(shape), request.kind
    if kind == "compare" and request.reference is not None:
        kind = "sample"
    compared = kind == "compare"
    sides = place.size - compared
    if is_cube(shape):
        sides = _FLAT if plain == "Cube" or context.wgsl else _FLAT + 1
    size = vector(UINT if context.wgsl else INT, sides)
    if request.kind == "fetch":
        return None if request.offset is not None else _inside(context, place, size)
    if is_cube(shape):
        return _to_middle_of_face(context, place, size, kind)
    layered = sides > _FLAT and plain == "2DArray"
    return _to_middle(context, place, size, kind, layered=layered)


def _inside(context: Context, place: Vector, size: Vector) -> str:
    """Return the function to the nearest texel."""
    type = spelling(context, place)
    last = f"{type}(b) - {type}({_one(place.component)})"
    wanted = name_for(context, "inside_texture", place, (place, size))
    if place.component is UINT:
        return declare(context, wanted, place, (place, size), (f"return min(a, {last});",))
    return declare(context, wanted, place, (place, size), (f"return clamp(a, {type}(0), {last});",))


def _one(component: Scalar) -> str:
    return "1u" if component is UINT else "1"


def _to_middle(context: Context, place: Vector, size: Vector, kind: Kind, *, layered: bool) -> str:
    """Return the function to the middle of a texel, of a gather to the corner of four; what is
    compared is moved between two depths.
    """
    apart = layered or kind == "compare"
    flat: Type = vector(FLOAT, _FLAT) if apart else place
    type, part = spelling(context, flat), ".xy" if apart else ""
    side = f"{type}(b.xy)" if layered else f"{type}(b)"
    far = f"{type}({LARGEST_SIDE}.0)"
    texel = f"floor(clamp(a{part}, -{far}, {far}) * {side})"
    gathered = kind in ("gather", "gather compare")
    middle = texel if gathered else f"({texel} + {type}(0.5))"
    parts = [f"{middle} / {side}"]
    stem = f"{'corner' if gathered else 'middle'}_of_{'layer' if layered else 'texel'}"
    if layered:
        parts.append(f"floor(clamp(a.z, 0.0, {LARGEST_SIDE}.0) + 0.5)")
    if kind == "compare":
        stem = f"{stem}_and_depth"
        parts.append(_between_depths("a.w" if layered else "a.z"))
    value = f"{spelling(context, place)}({', '.join(parts)})" if apart else parts[0]
    wanted = name_for(context, stem, place, (place, size))
    return declare(context, wanted, place, (place, size), (f"return {value};",))


def _between_depths(reference: str) -> str:
    """Return the text of a reference in the middle between two depths, from 0 to 1."""
    steps = f"{MODULUS - 1}.0"
    return f"(floor(clamp({reference}, 0.0, 0.998) * {steps}) + 0.5) / {steps}"


def _to_middle_of_face(context: Context, place: Vector, size: Vector, kind: Kind) -> str:
    """Return the function to the middle of a texel of a cube, of a gather to the corner of four:
    the largest coordinate becomes one, the others lie on its face. A fourth number is the layer, or
    what is compared.
    """
    cube, one = spelling(context, vector(FLOAT, _DEEP)), spelling(context, FLOAT)
    flat, side = spelling(context, vector(FLOAT, _FLAT)), f"{one}(b.x)"
    is_gather = kind in ("gather", "gather compare")
    least, moved = ("1.0", "0.0") if is_gather else ("0.0", "0.5")
    last, stem = "", "corner_of_face" if is_gather else "middle_of_face"
    if place.size > _DEEP:
        layer = f"floor(clamp(a.w, 0.0, {LARGEST_SIDE}.0) + 0.5)"
        last = _between_depths("a.w") if kind == "compare" else layer
        stem = f"{stem}_and_{'depth' if kind == 'compare' else 'layer'}"

    def with_last(direction: str) -> str:
        return f"{spelling(context, place)}({direction}, {last})" if last else direction

    def moved_to(axis: str, others: str) -> str:
        texel = f"floor((a.{others} / max(abs(a.{axis}), {_SHORTEST}) * 0.5 + 0.5) * {side})"
        inside = f"clamp({texel}, {flat}({least}), {flat}({side} - 1.0))"
        sign = f"step(0.0, a.{axis}) * 2.0 - 1.0"
        return f"{cube}(({inside} + {moved}) / {side} * 2.0 - 1.0, {sign})"

    def is_largest(axis: str, others: str) -> str:
        return f"abs(a.{axis}) >= max(abs(a.{others[0]}), abs(a.{others[1]}))"

    cases = (
        (is_largest("x", "yz"), with_last(f"{moved_to('x', 'yz')}.zxy")),
        (is_largest("y", "xz"), with_last(f"{moved_to('y', 'xz')}.xzy")),
    )
    wanted = name_for(context, stem, place, (place, size))
    return function(
        context, wanted, place, (place, size), *cases, last=with_last(moved_to("z", "xy"))
    )
