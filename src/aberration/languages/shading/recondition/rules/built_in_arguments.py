"""Arguments for which built-in functions are undefined, or give no finite number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from ...builtins.signature import Overload
from ...checker.arithmetic import flat
from ...shrink.subject import callee_name
from ...tree import Call, Expression, Node
from ...types import Scalar, Type, Vector
from ..argument_repairs import OF_GLSL, REPAIRS, Repair, differences, of_float_bits
from ..context import Context
from ..rule import rule
from ..wrappers import call

_CLAMPS: Final = frozenset(("clamp", "clamp of floats"))
_FIELDS: Final = frozenset(("bitfieldExtract", "bitfieldExtract of uint", "bitfieldInsert"))
_BITS: Final = 32


@rule(
    "a built-in function gets arguments for which it is undefined or gives no finite number",
    "functions that return other arguments, or that call it where it is defined",
    (Call,),
    "domain",
    "nan",
)
def built_in_arguments(context: Context, old: Node, new: Node) -> Node | None:
    """Repair the arguments of a call as `argument_repairs` says."""
    assert isinstance(old, Call)
    assert isinstance(new, Call)
    if not context.may_call(old):
        return None
    callee = context.typing.callees.get(id(old))
    if isinstance(callee, Overload):
        if _has_safe_constants(context, callee.builtin.name, old.args):
            return None
        return _with_repair(new, _repair_of(context, callee))
    if context.wgsl and callee_name(old) == "bitcast":
        return _cast(context, old, new)
    return None


def _has_safe_constants(context: Context, name: str, args: Sequence[Expression]) -> bool:
    """Whether the last two arguments are all that the function rests on, and are constants that it
    is defined for.
    """
    if name not in _CLAMPS | _FIELDS:
        return False
    first, second = (_constants(context, one) for one in args[-2:])
    if not first or not second:
        return False
    pairs = _pairs(first, second)
    if name in _CLAMPS:
        return all(low <= high for low, high in pairs)
    return all(at >= 0 and count >= 0 and at + count <= _BITS for at, count in pairs)


def _constants(context: Context, node: Expression) -> list[Any]:
    """Return the components of a constant, or of a vector of such; none for others."""
    known = context.constant_of(node)
    if known is not None:
        return flat(known)
    if not isinstance(node, Call) or not isinstance(context.typing.callees.get(id(node)), Vector):
        return []
    given = [context.constant_of(one) for one in node.args]
    return [] if None in given else [part for one in given for part in flat(one)]


def _pairs(first: Sequence[Any], second: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Return components of one vector and another, or of a scalar with each."""
    count = max(len(first), len(second))
    return [(first[k % len(first)], second[k % len(second)]) for k in range(count)]


def _repair_of(context: Context, callee: Overload) -> Repair:
    name = callee.builtin.name
    if any(type.scalar is not None and type.scalar.is_abstract for type in callee.types):
        return None
    if callee.builtin.theme == "derivative":
        return None if callee.name.startswith("interpolate") else differences(context, callee)
    repairer = REPAIRS.get(name)
    if repairer is None and not context.wgsl:
        repairer = OF_GLSL.get(name)
    # WGSL says what integers become.
    element = callee.types[0].scalar if callee.types else None
    if repairer is None or (context.wgsl and name == "clamp" and element is not None):
        return None
    return repairer(context, callee)


def _with_repair(node: Call, repair: Repair) -> Node | None:
    if repair is None:
        return None
    if isinstance(repair, str):
        return call(repair, *node.args)
    pairs = zip(repair, node.args, strict=True)
    args: tuple[Expression, ...] = tuple(
        arg if name is None else call(name, arg) for name, arg in pairs
    )
    return None if args == node.args else replace(node, args=args)


def _cast(context: Context, old: Call, new: Call) -> Node | None:
    """WGSL's `bitcast<f32>(bits)`."""
    type: Type | None = context.type_of(old)
    given = context.type_of(old.args[0])
    if type is None or type.scalar is None or type.scalar.kind != "float":
        return None
    if not isinstance(given, Scalar | Vector) or given.scalar is None:
        return None
    if given.scalar.kind not in ("int", "uint"):
        return None
    return replace(new, args=(call(of_float_bits(context, given), new.args[0]),))
