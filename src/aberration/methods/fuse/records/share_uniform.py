"""Let one uniform stand for another that has the same value."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from aberration.languages.shading.tree import Declare, Name, Node

from ..fusion import Fusion
from ..outside import UniformVariable


class ShareUniform(msgspec.Struct, frozen=True, tag_field="type", tag="ShareUniform"):
    """Precondition: `kept` and `name` are two uniforms of one type whose inputs are equal; `kept`
    is declared first.
    Effect: `kept` stands wherever `name` stood, whose declaration and input go.
    """

    kept: str
    name: str

    @property
    def words(self) -> str:
        """Say what the step did."""
        return f"the uniform `{self.kept}` stands for `{self.name}`, which has the same value"

    def apply(self, fusion: Fusion) -> bool:
        """Make the step; return whether its precondition holds."""
        kept, gone = (_uniform(fusion, name) for name in (self.kept, self.name))
        if kept is None or gone is None or not can_share(fusion, kept, gone):
            return False
        fusion.decls = [one for one in fusion.decls if not _declares(one.node, gone.name)]
        fusion.change_names(frozenset((gone.name,)), self._with_kept)
        inputs = tuple(one for one in fusion.inputs.uniforms if one is not gone.given)
        fusion.inputs = replace(fusion.inputs, uniforms=inputs)
        fusion.uniforms = [one for one in fusion.uniforms if one is not gone]
        return True

    def _with_kept(self, node: Node) -> Node:
        is_gone = isinstance(node, Name) and node.name == self.name
        return Name(name=self.kept) if is_gone else node


def can_share(fusion: Fusion, kept: UniformVariable, gone: UniformVariable) -> bool:
    """Whether a uniform can stand for another: with its type and value, and declared before it."""
    if kept is gone or kept.type is not gone.type or kept.given.data != gone.given.data:
        return False
    order = [
        name
        for item in fusion.decls
        for name in (kept.name, gone.name)
        if _declares(item.node, name)
    ]
    return order == [kept.name, gone.name]


def _uniform(fusion: Fusion, name: str) -> UniformVariable | None:
    return next((one for one in fusion.uniforms if one.name == name), None)


def _declares(node: Node, name: str) -> bool:
    return isinstance(node, Declare) and any(one.name == name for one in node.variables)
