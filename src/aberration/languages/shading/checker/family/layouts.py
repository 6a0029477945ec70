"""Layout identifiers: which there are, what they are given, where they may stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...builtins.row import NEVER, Stage
from ...opaque import COUNTER
from ...source import quote
from ...tree import Attribute, Function, Literal, Node, Requalify
from ...types import Array, Matrix, Opaque, Struct, Type, without_arrays
from ..fault import fail, refuse
from .constants import constant
from .primitives import NUMBERS, WORDS, check_default
from .state import FamilyChecker, spelling

_VALUES: Final[Mapping[str, tuple[int, int]]] = {
    "location": (330, 300),
    "index": (330, NEVER),
    "component": (440, NEVER),
    "binding": (420, 310),
    "offset": (420, 310),
    "align": (440, NEVER),
    "local_size_x": (430, 310),
    "local_size_y": (430, 310),
    "local_size_z": (430, 310),
    "xfb_buffer": (440, NEVER),
    "xfb_offset": (440, NEVER),
    "xfb_stride": (440, NEVER),
    "group": (330, 310),
    "constant_id": (330, 310),
    "invocations": (400, 320),
    "max_vertices": (150, 320),
}
"""Identifiers with a value: the first versions of GLSL and ESSL. `group` (`set`), `constant_id` and
`push_constant` are GLSL's for Vulkan (GL_KHR_vulkan_glsl); they are always taken.
"""
_FORMATS_BOTH: Final = (
    "rgba32f rgba16f r32f rgba8 rgba8_snorm rgba32i rgba16i rgba8i r32i rgba32ui rgba16ui "
    "rgba8ui r32ui"
)
_FORMATS_GLSL: Final = (
    "rg32f rg16f r11f_g11f_b10f r16f rgba16 rgb10_a2 rg16 rg8 r16 r8 rgba16_snorm "
    "rg16_snorm rg8_snorm r16_snorm"
    " r8_snorm rg32i rg16i rg8i r16i r8i rgb10_a2ui rg32ui rg16ui rg8ui r16ui r8ui"
)
_WORDS: Final[Mapping[str, tuple[int, int]]] = {
    **dict.fromkeys(("std140", "shared", "packed", "row_major", "column_major"), (140, 300)),
    "std430": (430, 310),
    "push_constant": (330, 310),
    "early_fragment_tests": (420, 310),
    **dict.fromkeys(WORDS, (150, 320)),
    **dict.fromkeys(("origin_upper_left", "pixel_center_integer"), (150, NEVER)),
    **dict.fromkeys(("depth_any", "depth_greater", "depth_less", "depth_unchanged"), (420, NEVER)),
    **dict.fromkeys(_FORMATS_BOTH.split(), (420, 310)),
    **dict.fromkeys(_FORMATS_GLSL.split(), (420, NEVER)),
}
"""Identifiers without a value."""
_SIZES: Final = frozenset(("local_size_x", "local_size_y", "local_size_z"))
_BROUGHT: Final[Mapping[str, frozenset[str]]] = {
    "location": frozenset(
        (
            "GL_ARB_explicit_attrib_location",
            "GL_ARB_explicit_uniform_location",
            "GL_ARB_separate_shader_objects",
        )
    ),
    "binding": frozenset(("GL_ARB_shading_language_420pack",)),
    **dict.fromkeys(_SIZES, frozenset(("GL_ARB_compute_shader",))),
    **dict.fromkeys(("offset", "align"), frozenset(("GL_ARB_enhanced_layouts",))),
    "std430": frozenset(("GL_ARB_shader_storage_buffer_object",)),
    "early_fragment_tests": frozenset(("GL_ARB_shader_image_load_store",)),
}
"""Identifiers that extensions bring to versions before their own."""
FORMATS: Final = frozenset((*_FORMATS_BOTH.split(), *_FORMATS_GLSL.split()))
_BLOCK_WORDS: Final = frozenset(
    ("std140", "std430", "shared", "packed", "row_major", "column_major")
)
_DEFAULTS: Final = _BLOCK_WORDS | frozenset(
    (
        "local_size_x",
        "local_size_y",
        "local_size_z",
        "early_fragment_tests",
        "align",
        "xfb_buffer",
        "xfb_stride",
        *WORDS,
        *NUMBERS,
    )
)
# Since which GLSL and which ESSL.
_UNIFORM_LOCATION: Final = (430, 310)
_VARYING_LOCATION: Final = (410, 310)
_EXPRESSIONS_SINCE: Final = (440, NEVER)


def check_layout(
    checker: FamilyChecker, attributes: tuple[Attribute, ...], role: str, type: Type | None
) -> None:
    """Check the layout of a variable or block; `role` is what it is for, `type` None for a
    block.
    """
    if not attributes:
        return
    names = {attribute.name for attribute in attributes}
    for attribute in attributes:
        check_identifier(checker, attribute)
        _check_place(checker, attribute, role, type)
        if attribute.name == "index" and (
            role != "out" or checker.stage != "fragment" or "location" not in names
        ):
            fail(
                attribute,
                "`index` beside `location`, on an output of a fragment shader",
                "another place",
            )


def check_identifier(checker: FamilyChecker, node: Attribute) -> None:
    """Refuse identifiers that the version does not know, and values where they are wrong."""
    valued = _VALUES.get(node.name)
    plain = _WORDS.get(node.name)
    known = any(since is not None and checker.features.has(since) for since in (valued, plain))
    if not known and not checker.extensions & _BROUGHT.get(node.name, frozenset()):
        fail(node, "a layout identifier", quote(node.name))
    if plain is not None and node.args:
        fail(node, f"no value for {quote(node.name)}", "one")
    if valued is None:
        return
    if len(node.args) != 1:
        fail(node, f"a value for {quote(node.name)}", "none")
    _check_value(checker, node)


def _check_value(checker: FamilyChecker, node: Attribute) -> None:
    (argument,) = node.args
    type = checker.expression(argument)
    literal = isinstance(argument, Literal)
    if type.glsl not in ("int", "uint") or not (
        literal or checker.features.has(_EXPRESSIONS_SINCE)
    ):
        fail(argument, f"an integer for {quote(node.name)}", "another expression")
    value = constant(checker, argument)
    if value is None:
        fail(argument, f"a constant for {quote(node.name)}", "an expression that is not one")
    if isinstance(value, int) and (value < 0 or (node.name in _SIZES and value == 0)):
        fail(argument, f"a larger value for {quote(node.name)}", str(value))


def _check_place(checker: FamilyChecker, node: Attribute, role: str, type: Type | None) -> None:
    name = node.name
    if name in _SIZES:
        fail(node, "a layout identifier of variables", quote(name))
    if name in ("std430", "std140", "shared", "packed") and type is not None:
        fail(node, "a layout identifier of variables", f"{quote(name)}, which is for blocks")
    if name == "std430" and role not in ("buffer", "uniform"):
        fail(node, "`std430` on a storage block", "one on another block")
    if name == "binding" and type is not None and not isinstance(without_arrays(type), Opaque):
        fail(node, "`binding` on a block, sampler or image", spelling(type))
    if name == "location":
        _check_location(checker, node, role, type)
    if name == "offset":
        _check_offset_of(checker, node, type)
    if name in FORMATS and (type is None or getattr(without_arrays(type), "family", "") != "image"):
        fail(node, "a format on an image", "one on another type")


def _check_location(checker: FamilyChecker, node: Attribute, role: str, type: Type | None) -> None:
    if role in ("var", "const", "buffer", "shared") or (role == "uniform" and type is None):
        fail(node, "`location` on an input, output or uniform", "one on another variable")
    by_extension = "GL_ARB_explicit_uniform_location" in checker.extensions
    if role == "uniform" and not checker.features.has(_UNIFORM_LOCATION) and not by_extension:
        refuse(node, "this version has no `location` on uniforms")
    passed = not is_end(checker.stage, role)
    if role in ("in", "out") and passed and not checker.features.has(_VARYING_LOCATION):
        refuse(node, "this version has no `location` on what one stage passes to the next")


def is_end(stage: Stage, role: str) -> bool:
    """Whether inputs or outputs of a stage are none that stages pass to each other."""
    return (stage, role) in (("vertex", "in"), ("fragment", "out"))


def _check_offset_of(checker: FamilyChecker, node: Attribute, type: Type | None) -> None:
    if type is None or without_arrays(type) is not COUNTER:
        fail(
            node, "`offset` on a member of a block or an atomic counter", "one on another variable"
        )
    value = constant(checker, node.args[0])
    if isinstance(value, int) and value % 4:
        fail(node, "a multiple of 4 as the offset of an atomic counter", str(value))


def take_locations(
    checker: FamilyChecker, node: Node, attributes: tuple[Attribute, ...], role: str, type: Type
) -> None:
    """Refuse a second input or output in a place that is taken."""
    if not attributes or role not in ("in", "out"):
        return
    given = {attribute.name: attribute for attribute in attributes}
    if "location" not in given or given.keys() & {"component", "index"}:
        return
    first = constant(checker, given["location"].args[0])
    if not isinstance(first, int):
        return
    for location in range(first, first + slots(type)):
        if (role, location) in checker.locations:
            refuse(node, f"location {location} is taken by another of the shader's {role}puts")
        checker.locations.add((role, location))


def check_default_layout(checker: FamilyChecker, node: Requalify) -> None:
    """Check `layout(...) in;` and the like."""
    words = [one.name for one in node.attributes if one.name in ("row_major", "column_major")]
    if words:
        checker.row_major[node.storage] = words[-1] == "row_major"
    for attribute in node.attributes:
        check_identifier(checker, attribute)
        name = attribute.name
        if name in _SIZES and (checker.stage != "compute" or node.storage != "in"):
            fail(attribute, "`layout(local_size_x = ...) in` in a compute shader", "another place")
        check_default(checker, node, attribute)
        if name in _BLOCK_WORDS and node.storage not in ("uniform", "storage"):
            fail(attribute, f"`{name}` before uniform or buffer", quote(node.storage))
        if name == "early_fragment_tests" and (checker.stage != "fragment" or node.storage != "in"):
            fail(
                attribute, "`layout(early_fragment_tests) in` in a fragment shader", "another place"
            )
        if name not in _DEFAULTS:
            fail(attribute, "a layout identifier that may be a default", quote(name))


def check_workgroup_size(checker: FamilyChecker) -> None:
    """Refuse a compute shader that does not say the size of its workgroups, for it is not linked
    (GLSL 4.60 and GLSL ES 3.20, 4.4.1, "Compute Shader Inputs").
    """
    if checker.stage != "compute":
        return
    defaults = [one for one in checker.module.decls if isinstance(one, Requalify)]
    if any(attribute.name in _SIZES for one in defaults for attribute in one.attributes):
        return
    for one in checker.module.decls:
        if isinstance(one, Function) and one.name == "main":
            fail(one, "`layout(local_size_x = ...) in;` in a compute shader", "one without a size")


def slots(type: Type) -> int:
    """Return how many locations a type takes; those of vertex inputs take no more for doubles."""
    if isinstance(type, Array):
        return (type.size or 1) * slots(type.element)
    if isinstance(type, Matrix):
        return type.columns
    if isinstance(type, Struct):
        return sum(slots(member.type) for member in type.members)
    return 1
