"""WGSL's entry points: their attributes, and what they take and give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ...builtins.row import Stage
from ...builtins.subgroup import WGSL
from ...source import quote
from ...tree import Attribute, Function, Name, Node, StructDecl
from ...types import BOOL, FLOAT, INT, UINT, VOID, Scalar, Struct, Type, Vector, element_of, vector
from ..fault import fail, refuse
from ..symbols import UNKNOWN
from .declarations import attribute_value
from .state import WgslChecker, spelling
from .statements import DIAGNOSTIC, check_control
from .type_syntax import type_of
from .values import concrete_type

STAGES: Final[Mapping[str, Stage]] = {
    "vertex": "vertex",
    "fragment": "fragment",
    "compute": "compute",
}
_VEC4: Final = vector(FLOAT, 4)
_UVEC3: Final = vector(UINT, 3)
_OF_SUBGROUPS: Final = ("subgroup_size", "subgroup_invocation_id")
BUILTIN_VALUES: Final[Mapping[tuple[str, Stage, str], Type]] = {
    ("vertex_index", "vertex", "in"): UINT,
    ("instance_index", "vertex", "in"): UINT,
    ("position", "vertex", "out"): _VEC4,
    ("position", "fragment", "in"): _VEC4,
    ("front_facing", "fragment", "in"): BOOL,
    ("frag_depth", "fragment", "out"): FLOAT,
    ("sample_index", "fragment", "in"): UINT,
    ("sample_mask", "fragment", "in"): UINT,
    ("sample_mask", "fragment", "out"): UINT,
    ("local_invocation_id", "compute", "in"): _UVEC3,
    ("local_invocation_index", "compute", "in"): UINT,
    ("global_invocation_id", "compute", "in"): _UVEC3,
    ("workgroup_id", "compute", "in"): _UVEC3,
    ("num_workgroups", "compute", "in"): _UVEC3,
    **{(name, stage, "in"): UINT for name in _OF_SUBGROUPS for stage in ("fragment", "compute")},
}
"""By name, stage and direction."""
_FUNCTION_ATTRIBUTES: Final = frozenset(
    ("vertex", "fragment", "compute", "workgroup_size", "must_use", "diagnostic")
)
_SAMPLINGS: Final = ("center", "centroid", "sample")
_FLAT_SAMPLINGS: Final = ("first", "either")
_PASSED_ATTRIBUTES: Final = frozenset(
    ("builtin", "location", "interpolate", "invariant", "blend_src")
)


class _Side(NamedTuple):
    """What goes into an entry point, or comes out of it; `places` are those that are taken."""

    stage: Stage
    direction: str
    places: set[tuple[str, object]]


def check_attributes(checker: WgslChecker, node: Function, result: Type) -> None:
    names = [attribute.name for attribute in node.attributes]
    for attribute in node.attributes:
        if attribute.name not in _FUNCTION_ATTRIBUTES:
            fail(attribute, "an attribute of functions", quote(attribute.name))
        if attribute.name == DIAGNOSTIC:
            check_control(attribute)
    stages = [STAGES[name] for name in names if name in STAGES]
    if len(stages) > 1:
        refuse(node, f"expected one stage for {quote(node.name)}, came several")
    if "must_use" in names and result is VOID:
        refuse(node, "expected a value of a function that is `@must_use`, came none")
    if ("workgroup_size" in names) != (stages == ["compute"]):
        refuse(node, "expected `@workgroup_size` with `@compute`, came one without the other")
    if stages:
        _check_entry_point(checker, node, stages[0], result)
    else:
        _check_plain(node)


def _check_plain(node: Function) -> None:
    for part in (*(param.attributes for param in node.params), node.result_attributes):
        if part:
            fail(part[0], "no attributes but in an entry point", quote(part[0].name))


def _check_entry_point(checker: WgslChecker, node: Function, stage: Stage, result: Type) -> None:
    for attribute in node.attributes:
        if attribute.name == "workgroup_size":
            _check_workgroup_size(checker, attribute)
    if stage == "compute" and result is not VOID:
        fail(node, "no value of a compute shader", spelling(result))
    taken, given = _Side(stage, "in", set()), _Side(stage, "out", set())
    for param in node.params:
        _check_passed(checker, param, param.attributes, type_of(checker, param.type), taken)
    if result is not VOID:
        _check_passed(checker, node, node.result_attributes, result, given)
    if stage == "vertex" and ("builtin", "position") not in given.places:
        refuse(node, "expected a vertex shader to give `@builtin(position)`, came none")


def _check_workgroup_size(checker: WgslChecker, node: Attribute) -> None:
    if not 1 <= len(node.args) <= 3:
        fail(node, "one to three sizes", str(len(node.args)))
    for argument in node.args:
        type = concrete_type(checker, argument)
        value = checker.constants.get(id(argument))
        if type not in (INT, UINT) or value is None:
            fail(argument, "a constant or overridable integer", "something else")
        if value is not UNKNOWN and value <= 0:
            fail(argument, "a size above 0", str(value))


def _check_passed(
    checker: WgslChecker, node: Node, attributes: tuple[Attribute, ...], type: Type, side: _Side
) -> None:
    """Check one input or output, or those in a structure."""
    if isinstance(type, Struct) and not attributes:
        declaration = checker.globals.get(type.name)
        assert isinstance(declaration, StructDecl)
        for member, made in zip(declaration.members, type.members, strict=True):
            passed = tuple(one for one in member.attributes if one.name not in ("align", "size"))
            _check_one(checker, member, passed, made.type, side)
        return
    _check_one(checker, node, attributes, type, side)


def _check_one(
    checker: WgslChecker, node: Node, attributes: tuple[Attribute, ...], type: Type, side: _Side
) -> None:
    given = {attribute.name: attribute for attribute in attributes}
    unknown = given.keys() - _PASSED_ATTRIBUTES
    if unknown:
        fail(node, "an attribute of inputs and outputs", quote(min(unknown)))
    if ("builtin" in given) == ("location" in given):
        refuse(
            node, "expected either `@builtin` or `@location` on what an entry point takes and gives"
        )
    if "builtin" in given:
        key: tuple[str, object] = (
            "builtin",
            _builtin_value(checker, given["builtin"], type, side),
        )
    else:
        key = ("location", _location(checker, node, given, type, side))
    if key in side.places and "blend_src" not in given:
        refuse(node, f"{key[0]} {key[1]} is taken already")
    side.places.add(key)


def _builtin_value(checker: WgslChecker, node: Attribute, type: Type, side: _Side) -> str:
    word = node.args[0] if len(node.args) == 1 else None
    if not isinstance(word, Name):
        fail(node, "`@builtin(name)`", "something else")
    wanted = BUILTIN_VALUES.get((word.name, side.stage, side.direction))
    if wanted is None:
        fail(node, f"a built-in {side.direction}put of a {side.stage} shader", quote(word.name))
    if word.name in _OF_SUBGROUPS and WGSL not in checker.enabled:
        refuse(node, f"the built-in value {quote(word.name)} needs `enable {WGSL};`")
    if type is not wanted:
        fail(node, f"{spelling(wanted)} for {quote(word.name)}", spelling(type))
    return word.name


def _location(
    checker: WgslChecker, node: Node, given: dict[str, Attribute], type: Type, side: _Side
) -> int:
    element = element_of(type)
    if not isinstance(type, Scalar | Vector) or element is None or not element.is_numeric:
        fail(node, "a number or vector of numbers at a location", spelling(type))
    if side.stage == "compute":
        refuse(node, "expected built-in inputs only in a compute shader, came `@location`")
    between = (side.stage == "vertex") == (side.direction == "out")
    flat = "interpolate" in given and _is_flat(given["interpolate"])
    if between and element.is_integer and not flat:
        refuse(node, "expected `@interpolate(flat)` on an integer that is passed on, came none")
    return attribute_value(checker, given["location"])


def _is_flat(node: Attribute) -> bool:
    words = [argument.name for argument in node.args if isinstance(argument, Name)]
    kinds = ("perspective", "linear", "flat")
    if not words or len(words) != len(node.args) or words[0] not in kinds:
        fail(node, "perspective, linear or flat", " ".join(words) or "something else")
    samplings = _FLAT_SAMPLINGS if words[0] == "flat" else _SAMPLINGS
    if len(words) > 2 or (len(words) == 2 and words[1] not in samplings):
        fail(node, f"{', '.join(samplings)} or nothing after {words[0]}", " ".join(words[1:]))
    return words[0] == "flat"
