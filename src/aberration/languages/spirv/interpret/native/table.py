"""How each opcode is written as C, all of them."""

from __future__ import annotations

from typing import Final

from .composites import COMPOSITES
from .conversions import CONVERSIONS
from .extended import EXTENDED
from .floats import FLOATS_TABLE
from .helpers import HELPERS
from .images import IMAGES
from .integer_dots import INTEGER_DOTS
from .integers import INTEGERS
from .memory import MEMORY
from .shared import SHARED
from .subgroups import SUBGROUPS
from .writer import Write

TABLE: Final[dict[int, Write]] = {
    **INTEGERS,
    **FLOATS_TABLE,
    **CONVERSIONS,
    **COMPOSITES,
    **EXTENDED,
    **MEMORY,
    **SHARED,
    **IMAGES,
    **HELPERS,
    **INTEGER_DOTS,
    **SUBGROUPS,
}
