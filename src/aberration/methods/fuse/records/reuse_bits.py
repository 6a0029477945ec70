"""Let a dead integer hold the bits of a float, or of an integer with another sign."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.languages.shading.tree import (
    AddressOf,
    Assign,
    AssignExpr,
    Call,
    Expression,
    Increment,
    IncrementExpr,
    Name,
    Node,
    TypeName,
)
from aberration.languages.shading.tree.walk import walk
from aberration.languages.shading.types import FLOAT, INT, UINT, Type

from ..fusion import Fusion
from ..locals import Local
from ..variables import is_dead_before, put_in_place, writing_functions

_SINCE: Final = {"glsl": 330, "essl": 300}
_GLSL: Final[Mapping[tuple[Type, Type], tuple[str, str]]] = MappingProxyType(
    {
        (INT, FLOAT): ("intBitsToFloat", "floatBitsToInt"),
        (UINT, FLOAT): ("uintBitsToFloat", "floatBitsToUint"),
        (INT, UINT): ("uint", "int"),
        (UINT, INT): ("int", "uint"),
    }
)
"""By the type of the dead variable and that of the value: what reads the value, and what gives its
bits. Integers in floats are left out: bits that are no normal number may get lost there.
"""


class ReuseBits(msgspec.Struct, frozen=True, tag_field="type", tag="ReuseBits"):
    """Precondition: `dead` is an integer variable of the wrapper that no statement from `name`'s
    first on names; `name` is a float, or an integer of the other sign, that is only read and
    assigned as a whole.
    Effect: `dead` holds the bits of `name`, and each use reads them as what `name` was.
    """

    dead: str
    name: str

    @property
    def words(self) -> str:
        """Say what the step did."""
        return f"`{self.dead}` holds the bits of what `{self.name}` held"

    def apply(self, fusion: Fusion) -> bool:
        """Make the step; return whether its precondition holds."""
        found = fusion.locals().by_name
        dead, name = found.get(self.dead), found.get(self.name)
        if dead is None or name is None or not can_hold_bits(fusion, dead, name):
            return False
        held, value = fusion.types[self.dead], fusion.types[self.name]
        read, give = _GLSL[held, value]
        if fusion.wgsl:
            reading: Expression | TypeName = _bitcast(value)
            giving: Expression | TypeName = _bitcast(held)
        else:
            reading, giving = Name(name=read), Name(name=give)
        own = Name(name=value.wgsl if fusion.wgsl else value.glsl)
        put_in_place(
            fusion,
            dead,
            name,
            lambda bits: Call(callee=reading, args=(bits,)),
            # What is given may be of a type that converts by itself.
            lambda given: Call(callee=giving, args=(Call(callee=own, args=(given,)),)),
            frozenset() if fusion.wgsl else frozenset((read, give)),
        )
        return True


def can_hold_bits(fusion: Fusion, dead: Local, name: Local) -> bool:
    """Whether a dead variable can hold the bits of another."""
    return bool(holders_of_bits(fusion, name, (dead,)))


def holders_of_bits(fusion: Fusion, name: Local, among: Iterable[Local]) -> list[Local]:
    """Return the variables that can hold the bits of another one."""
    found = [one for one in among if _may_hold(fusion, one, name)]
    # One answer for all of them.
    return found if found and _is_used_whole(fusion, name) else []


def _may_hold(fusion: Fusion, dead: Local, name: Local) -> bool:
    held = fusion.types.get(dead.name)
    value = fusion.types.get(name.name)
    if held is None or value is None or (held, value) not in _GLSL:
        return False
    if not fusion.wgsl and fusion.version < _SINCE[fusion.parts[0].language]:
        return False
    if dead.precision not in ("", "highp") or name.precision not in ("", "highp"):
        return False
    return is_dead_before(fusion, dead, name)


def _is_used_whole(fusion: Fusion, name: Local) -> bool:
    writing = writing_functions(fusion)
    for item in fusion.items[name.first : name.last + 1]:
        if name.name not in item.names:
            continue
        for node in walk(item.node):
            if any(_is(one, name.name) for one in _targets(node, writing)):
                return False
    return True


def _targets(node: Node, writing: frozenset[str]) -> tuple[Expression | None, ...]:
    """Return what a node may write to in another way than by a plain assignment."""
    if isinstance(node, Increment | AssignExpr | IncrementExpr):
        return (_root(node.target),)
    if isinstance(node, Assign):
        whole = node.op == "=" and isinstance(node.target, Name)
        return () if whole else (_root(node.target),)
    if isinstance(node, AddressOf):
        return (_root(node.operand),)
    if isinstance(node, Call) and isinstance(node.callee, Name):
        return node.args if node.callee.name in writing else ()
    return ()


def _root(node: Expression | None) -> Expression | None:
    while node is not None and not isinstance(node, Name):
        node = getattr(node, "base", None) or getattr(node, "operand", None)
    return node


def _is(node: Expression | None, name: str) -> bool:
    return isinstance(node, Name) and node.name == name


def _bitcast(type: Type) -> TypeName:
    return TypeName(name="bitcast", args=(TypeName(name=type.wgsl),))
