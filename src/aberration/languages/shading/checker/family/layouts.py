"""Layout identifiers: which there are, what they are given, where they may stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...builtins.row import NEVER
from ...opaque import COUNTER
from ...source import quoted
from ...tree import Attribute, Literal, Node, Requalify
from ...types import Array, Matrix, Opaque, Struct, Type
from .base import Base

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
    )
)
_UNIFORM_LOCATION: Final = (430, 310)
_VARYING_LOCATION: Final = (410, 310)
_EXPRESSIONS_SINCE: Final = (440, NEVER)


class LayoutsPart(Base):
    """Layouts."""

    def check_layout(
        self, node: Node, attributes: tuple[Attribute, ...], role: str, type: Type | None
    ) -> None:
        """Check the layout of a variable or block; `role` is what it is for, `type` None for a
        block.
        """
        if not attributes:
            return
        names = {attribute.name for attribute in attributes}
        for attribute in attributes:
            self.check_identifier(attribute)
            self._check_place(attribute, role, type)
            if attribute.name == "index" and (
                role != "out" or self.stage != "fragment" or "location" not in names
            ):
                self.fail(
                    attribute,
                    "`index` beside `location`, on an output of a fragment shader",
                    "another place",
                )

    def check_identifier(self, node: Attribute) -> None:
        """Refuse identifiers that the version does not know, and values where they are wrong."""
        valued = _VALUES.get(node.name)
        plain = _WORDS.get(node.name)
        known = any(since is not None and self.features.has(since) for since in (valued, plain))
        if not known and not self.extensions & _BROUGHT.get(node.name, frozenset()):
            self.fail(node, "a layout identifier", quoted(node.name))
        if plain is not None and node.args:
            self.fail(node, f"no value for {quoted(node.name)}", "one")
        if valued is None:
            return
        if len(node.args) != 1:
            self.fail(node, f"a value for {quoted(node.name)}", "none")
        self._check_value(node)

    def _check_value(self, node: Attribute) -> None:
        (argument,) = node.args
        type = self.expression(argument)
        literal = isinstance(argument, Literal)
        if type.glsl not in ("int", "uint") or not (
            literal or self.features.has(_EXPRESSIONS_SINCE)
        ):
            self.fail(argument, f"an integer for {quoted(node.name)}", "another expression")
        value = self.constant(argument)
        if value is None:
            self.refuse(
                argument,
                f"expected a constant for {quoted(node.name)}, came an expression that is not one",
            )
        if isinstance(value, int) and (value < 0 or (node.name in _SIZES and value == 0)):
            self.fail(argument, f"a larger value for {quoted(node.name)}", str(value))

    def _check_place(self, node: Attribute, role: str, type: Type | None) -> None:
        name = node.name
        if name in _SIZES:
            self.fail(node, "a layout identifier of variables", quoted(name))
        if name in ("std430", "std140", "shared", "packed") and type is not None:
            self.fail(
                node, "a layout identifier of variables", f"{quoted(name)}, which is for blocks"
            )
        if name == "std430" and role not in ("buffer", "uniform"):
            self.fail(node, "`std430` on a storage block", "one on another block")
        if name == "binding" and type is not None and not isinstance(_base(type), Opaque):
            self.fail(node, "`binding` on a block, sampler or image", self.a(type))
        if name == "location":
            self._check_location(node, role, type)
        if name == "offset":
            self._check_offset_of(node, type)
        if name in FORMATS and (type is None or getattr(_base(type), "family", "") != "image"):
            self.fail(node, "a format on an image", "one on another type")

    def _check_location(self, node: Attribute, role: str, type: Type | None) -> None:
        if role in ("var", "const", "buffer", "shared") or (role == "uniform" and type is None):
            self.fail(node, "`location` on an input, output or uniform", "one on another variable")
        by_extension = "GL_ARB_explicit_uniform_location" in self.extensions
        if role == "uniform" and not self.features.has(_UNIFORM_LOCATION) and not by_extension:
            self.refuse(node, "this version has no `location` on uniforms")
        passed = (self.stage == "fragment") == (role == "in")
        if role in ("in", "out") and passed and not self.features.has(_VARYING_LOCATION):
            self.refuse(
                node,
                "this version has no `location` on what vertex shaders pass to fragment shaders",
            )

    def _check_offset_of(self, node: Attribute, type: Type | None) -> None:
        if type is None or _base(type) is not COUNTER:
            self.fail(
                node,
                "`offset` on a member of a block or an atomic counter",
                "one on another variable",
            )
        value = self.constant(node.args[0])
        if isinstance(value, int) and value % 4:
            self.fail(node, "a multiple of 4 as the offset of an atomic counter", str(value))

    def take_locations(
        self, node: Node, attributes: tuple[Attribute, ...], role: str, type: Type
    ) -> None:
        """Refuse a second input or output in a place that is taken."""
        if not attributes or role not in ("in", "out"):
            return
        given = {attribute.name: attribute for attribute in attributes}
        if "location" not in given or given.keys() & {"component", "index"}:
            return
        first = self.constant(given["location"].args[0])
        if not isinstance(first, int):
            return
        for location in range(first, first + _slots(type)):
            if (role, location) in self.locations:
                self.refuse(
                    node, f"location {location} is taken by another of the shader's {role}puts"
                )
            self.locations.add((role, location))

    def check_default_layout(self, node: Requalify) -> None:
        """Check `layout(...) in;` and the like."""
        words = [one.name for one in node.attributes if one.name in ("row_major", "column_major")]
        if words:
            self.row_major[node.storage] = words[-1] == "row_major"
        for attribute in node.attributes:
            self.check_identifier(attribute)
            name = attribute.name
            if name in _SIZES and (self.stage != "compute" or node.storage != "in"):
                self.fail(
                    attribute,
                    "`layout(local_size_x = ...) in` in a compute shader",
                    "another place",
                )
            if name in _BLOCK_WORDS and node.storage not in ("uniform", "storage"):
                self.fail(attribute, f"`{name}` before uniform or buffer", quoted(node.storage))
            if name == "early_fragment_tests" and (
                self.stage != "fragment" or node.storage != "in"
            ):
                self.fail(
                    attribute,
                    "`layout(early_fragment_tests) in` in a fragment shader",
                    "another place",
                )
            if name not in _DEFAULTS:
                self.fail(attribute, "a layout identifier that may be a default", quoted(name))


def _slots(type: Type) -> int:
    """Return how many locations a type takes; those of vertex inputs take no more for doubles."""
    if isinstance(type, Array):
        return (type.size or 1) * _slots(type.element)
    if isinstance(type, Matrix):
        return type.columns
    if isinstance(type, Struct):
        return sum(_slots(member.type) for member in type.members)
    return 1


def _base(type: Type) -> Type:
    while isinstance(type, Array):
        type = type.element
    return type
