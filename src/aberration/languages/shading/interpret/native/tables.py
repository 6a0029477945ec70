"""How each kind of node of the generated text is written as C, all of them."""

from __future__ import annotations

from typing import Final

from .calls import CALLS
from .lists import LISTS
from .loops import LOOPS
from .scalars import SCALARS
from .statements import STATEMENTS
from .writer import NativeTables

TABLES: Final = NativeTables(
    terms={**SCALARS, **LISTS, **CALLS}, statements={**STATEMENTS, **LOOPS}
)
