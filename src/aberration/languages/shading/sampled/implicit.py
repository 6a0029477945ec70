"""Which calls take derivatives to choose a level: samples of fragment shaders that name none, of
textures that have several.
"""

from __future__ import annotations

from typing import Final

from aberration.core.errors import BadInput

from ..analysis.facts import Derives
from ..builtins.row import Stage
from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol
from ..checker.typing import Typing
from ..tree import Call
from .given import GivenTextures, Sources
from .requests import request_of

SLOPES: Final = "slopes"
"""What is asked for a level of detail: the differences of a pixel's own row, of its own column, of
the other row and of the other column of its quad, one behind the other.
"""


def derivatives_of(typing: Typing, stage: Stage, given: GivenTextures) -> Derives | None:
    """Return whether a call takes derivatives; None where none does. What a projection does to them
    is not known here: such a sample takes none, and its level is open.
    """
    if stage != "fragment" or all(one.level_count == 1 for one in given.textures):
        return None
    sources = Sources(typing, given)

    def derives(node: Call, callee: FunctionSymbol | Overload) -> bool:
        request = request_of(callee) if isinstance(callee, Overload) else None
        if request is None or not request.is_implicit or request.projected:
            return False
        try:
            return sources.texture(node.args[request.texture]).level_count > 1
        except BadInput:
            return False

    return derives
