"""Let the second part draw its image the other way round."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from aberration.languages.shading.tree import Assign, Expression, Name, Node

from ..fusion import SECOND, Fusion
from ..written import statements_of

Axes = Literal["x", "y", "xy"]
AXES: Final[tuple[Axes, ...]] = ("x", "y", "xy")
_POSITIONS: Final = {"glsl": "gl_FragCoord", "essl": "gl_FragCoord", "wgsl": "position"}


class MirrorSecond(msgspec.Struct, frozen=True, tag_field="type", tag="MirrorSecond"):
    """Precondition: the second part reads the position of its pixel, nothing else that differs from
    pixel to pixel, and takes no derivatives; nothing of the parts is mixed yet.
    Effect: it reads the position on the other side of the image, along one axis or both, so that
    its image is mirrored. How far that is from this side is exact: positions are halves.
    """

    axes: Axes

    @property
    def words(self) -> str:
        """Say what the step did."""
        axes = " and ".join(self.axes)
        return f"the image of the second part is mirrored, along {axes}"

    def apply(self, fusion: Fusion) -> bool:
        """Make the step; return whether its precondition holds."""
        if not can_mirror(fusion):
            return False
        name = _position(fusion)
        other = self._other_side(fusion, name)

        def change(node: Node) -> Node:
            return other if isinstance(node, Name) and node.name == name else node

        fusion.mirrored = self.axes
        fusion.change_names(frozenset((name,)), change, (SECOND,))
        return True

    def _other_side(self, fusion: Fusion, name: str) -> Expression:
        inputs = fusion.parts[SECOND].program.inputs
        sizes = {"x": inputs.width, "y": inputs.height}
        both = ", ".join(
            f"{size}.0 - {name}.{axis}" if axis in self.axes else f"{name}.{axis}"
            for axis, size in sizes.items()
        )
        text = f"{name} = vec4({both}, {name}.z, {name}.w);"
        (made,) = statements_of(text, fusion.parts[SECOND].module)
        assert isinstance(made, Assign)
        return made.value


def can_mirror(fusion: Fusion) -> bool:
    """Whether the image of the second part can be mirrored."""
    second = fusion.parts[SECOND]
    if fusion.relation.stage != "fragment" or fusion.mirrored or fusion.mixed:
        return False
    if second.waits or second.program.inputs.tiles:
        return False
    return second.reads == {_position(fusion)}


def _position(fusion: Fusion) -> str:
    return _POSITIONS[fusion.parts[SECOND].language]
