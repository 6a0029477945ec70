"""Let a dead variable hold what another one of its type held."""

from __future__ import annotations

import msgspec

from aberration.languages.shading.types import Array

from ..fusion import Fusion
from ..locals import Local
from ..variables import is_dead_before, put_in_place


class ReuseVariable(msgspec.Struct, frozen=True, tag_field="type", tag="ReuseVariable"):
    """Precondition: `dead` and `name` are variables of the wrapper, of one type and precision; the
    last statement that names `dead` comes before the first that names `name`.
    Effect: `dead` stands wherever `name` stood, whose declaration becomes an assignment.
    """

    dead: str
    name: str

    @property
    def words(self) -> str:
        """Say what the step did."""
        return f"`{self.dead}` holds what `{self.name}` held"

    def apply(self, fusion: Fusion) -> bool:
        """Make the step; return whether its precondition holds."""
        found = fusion.locals().by_name
        dead, name = found.get(self.dead), found.get(self.name)
        if dead is None or name is None or not can_hold(fusion, dead, name):
            return False
        put_in_place(fusion, dead, name)
        return True


def can_hold(fusion: Fusion, dead: Local, name: Local) -> bool:
    """Whether a dead variable can take the place of another."""
    type = fusion.types.get(dead.name)
    if type is None or fusion.types.get(name.name) is not type:
        return False
    if dead.precision != name.precision:
        return False
    # GLSL 1.10 and ESSL 1.00 assign no arrays.
    if isinstance(type, Array) and not fusion.wgsl and fusion.version < 300:
        return False
    return is_dead_before(fusion, dead, name)
