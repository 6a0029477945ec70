"""Vertex shaders in WGSL as points: a new entry point calls the old one, which becomes a function,
and makes a colour of what that gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from aberration.core.errors import BadInput

from ..checker import Typing, check
from ..read import Shader, read
from ..sampled.unused import without_unused_handles
from ..stage_inputs import entry_of
from ..tree import Declaration, Function
from ..types import Struct, Type, stored_type
from ..write import write
from .attributes import PLACE, asked_attributes, with_locations
from .colour import FOLDED, ColourSpelling, OutputLeaf, leaves_of, sum_lines
from .family import PointShader
from .names import BOUNDED, COUNTED, MAIN, PLACE_NAME, PREFIX, RESULT_NAME, SUM, refuse_names

_STAGES: Final = frozenset(("vertex", "fragment", "compute"))
_GIVEN: Final = f"{PREFIX}given"
_STRUCT: Final = f"{PREFIX}Point"


def as_points(shader: Shader) -> PointShader:
    """Return the first vertex shader of a module as a program under test; raise `BadInput` where it
    cannot be one.
    """
    refuse_names(shader)
    typing = check(shader.module, "vertex", shader.source)
    entry = entry_of(typing, "vertex")
    if entry is None:
        raise BadInput("expected a module with a @vertex function, but it has none")
    return _ModulePoints(typing, entry).point_shader()


class _ModulePoints:
    """Makes one program."""

    def __init__(self, typing: Typing, entry: Function) -> None:
        self._typing: Final = typing
        self._entry: Final = entry
        self._attributes: Final = with_locations((*asked_attributes(typing), PLACE))
        self._leaves: Final = [
            leaf for text, type in self._results() for leaf in leaves_of(text, type)
        ]

    def point_shader(self) -> PointShader:
        module = without_unused_handles(self._typing)
        kept = [self._plain(one) if one is self._entry else one for one in module.decls]
        new = list(_declarations("\n".join(self._new_text())))
        (entry,) = (one for one in new if isinstance(one, Function) and one.name == MAIN)
        point = replace(entry, name=self._entry.name, params=(*self._entry.params, *entry.params))
        others = (one for one in new if one is not entry)
        decls = (*(one for one in kept if not _is_entry(one)), *others, point)
        return PointShader(write(replace(module, decls=decls)), self._attributes)

    def _results(self) -> Iterator[tuple[str, Type]]:
        """Give text and type of all that the entry point gives."""
        type = stored_type(
            next(one.result for one, body in self._typing.bodies.items() if body is self._entry)
        )
        if isinstance(type, Struct):
            yield from ((f"{_GIVEN}.{one.name}", stored_type(one.type)) for one in type.members)
        else:
            yield _GIVEN, type

    def _plain(self, node: Function) -> Function:
        """Return the entry point as a function."""
        attributes = tuple(one for one in node.attributes if one.name not in _STAGES)
        params = tuple(replace(one, attributes=()) for one in node.params)
        return replace(node, name=MAIN, attributes=attributes, result_attributes=(), params=params)

    def _new_text(self) -> Iterator[str]:
        yield f"struct {_STRUCT} {{ @builtin(position) position: vec4f,"
        yield f"@location(0) @interpolate(flat, either) {RESULT_NAME}: vec4f }}"
        if any(one.scalar.is_float for one in self._leaves):
            yield f"fn {BOUNDED}(v: vec4f) -> vec4f {{ return 0.5 + 0.5 * v / (1.0 + abs(v)); }}"
        if not all(one.scalar.is_float for one in self._leaves):
            yield f"fn {COUNTED}(v: vec4i) -> vec4f {{ let half = v ^ (v >> vec4u(16));"
            yield "return vec4f((half ^ (half >> vec4u(8))) & vec4i(255)) / 255.0; }"
        arguments = ", ".join(one.name for one in self._entry.params)
        at = self._attributes[-1].location
        # It has the name of the old one for a while, so that it is found among what is new.
        yield f"@vertex fn {MAIN}(@location({at}) {PLACE_NAME}: vec2f) -> {_STRUCT} {{"
        yield f"let {_GIVEN} = {MAIN}({arguments});"
        yield from sum_lines(self._leaves, ColourSpelling("vec4f", "vec4i", f"var {SUM}", _whole))
        place = f"vec4f({PLACE_NAME}.x, -{PLACE_NAME}.y, 0.0, 1.0)"
        yield f"return {_STRUCT}({place}, {FOLDED}); }}"


def _whole(text: str, leaf: OutputLeaf, count: int) -> str:
    """Return integers as signed ones."""
    if leaf.scalar.kind == "int":
        return text
    return f"i32({text})" if count == 1 else f"vec{count}i({text})"


def _is_entry(node: Declaration) -> bool:
    return isinstance(node, Function) and any(one.name in _STAGES for one in node.attributes)


def _declarations(text: str) -> tuple[Declaration, ...]:
    return read(text, "wgsl").module.decls
