"""The values that the inputs give to a shader's specialisation constants: GLSL's with `constant_id`
(GL_KHR_vulkan_glsl, "Specialization Constants") and WGSL's overrides (WGSL, 8.2 "override
Declarations").

A shader whose constants have these values in its text means the same as one whose host gives them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.constants import Constant, ConstantType
from aberration.core.errors import BadInput

from .builtins.row import Stage
from .checker import check
from .checker.typing import Typing
from .read import Shader
from .tree import Attribute, Binary, Declaration, Declare, Expression, Literal, Unary, Variable
from .types import BOOL, FLOAT, INT, UINT, Type

_TYPES: Final[Mapping[Type, ConstantType]] = {
    BOOL: "bool",
    INT: "int",
    UINT: "uint",
    FLOAT: "float",
}
_LEAST: Final = -(1 << 31)
_SMALLEST: Final = 2.0**-126


def with_given_constants(read: Shader, stage: Stage, constants: Sequence[Constant]) -> Shader:
    """Return a shader that has the given values in its text; raise `BadInput` where one is of
    another type, or no number that every device has. Values of constants that the shader does not
    have are of no effect.
    """
    if not constants:
        return read
    typing = check(read.module, stage, read.source)
    given = {one.id: one for one in constants}
    changed = {
        id(variable): replace(variable, init=_value(given[key], typing, variable))
        for key, variable in numbered_constants(typing)
        if key in given
    }
    decls = tuple(_with_changed(one, changed) for one in read.module.decls)
    return replace(read, module=replace(read.module, decls=decls))


def numbered_constants(typing: Typing) -> Iterator[tuple[str, Variable]]:
    """Yield the specialisation constants of a checked shader: each with its number, or in WGSL with
    its name where it has none.
    """
    wgsl = typing.module.language == "wgsl"
    for declaration in typing.module.decls:
        for variable in declaration.variables if isinstance(declaration, Declare) else ():
            if variable.kind != ("override" if wgsl else "const"):
                continue
            name = "id" if wgsl else "constant_id"
            number = next((one for one in variable.attributes if one.name == name), None)
            if number is not None:
                yield str(_integer(typing, number)), variable
            elif wgsl:
                yield variable.name, variable


def _integer(typing: Typing, attribute: Attribute) -> int:
    (argument,) = attribute.args
    known = typing.constants.get(id(argument))
    if known is None and isinstance(argument, Literal):
        known = argument.value
    if not isinstance(known, int):
        raise BadInput(f"the value of {attribute.name} is not known")
    return known


def _value(given: Constant, typing: Typing, variable: Variable) -> Expression:
    kind = _TYPES.get(typing.declared[id(variable)].type)
    if kind != given.type:
        known = kind or "of another kind than 32 bits"
        raise BadInput(f"specialisation constant {given.id} is {known}, and {given.type} is given")
    value = given.value
    if isinstance(value, float) and not (value == 0.0 or _SMALLEST <= abs(value) < math.inf):
        raise BadInput(f"specialisation constant {given.id} is given no normal number")
    if value == _LEAST and given.type == "int":
        return Binary("-", Unary("-", Literal("int", -1 - _LEAST)), Literal("int", 1))
    is_negative = given.type in ("int", "float") and math.copysign(1.0, value) < 0.0
    literal = Literal(given.type, abs(value) if is_negative else value)
    return Unary("-", literal) if is_negative else literal


def _with_changed(declaration: Declaration, changed: Mapping[int, Variable]) -> Declaration:
    if not isinstance(declaration, Declare):
        return declaration
    return replace(
        declaration, variables=tuple(changed.get(id(one), one) for one in declaration.variables)
    )
