"""How each kind of expression and statement is written, all of them."""

from __future__ import annotations

from typing import Final

from .assignments import ASSIGNMENTS
from .calls import CALLS
from .constructors import CONSTRUCTORS
from .functions import RETURNS
from .generator import Tables
from .loops import LOOPS
from .operators import OPERATORS_TABLE
from .parts import PARTS
from .statements import STATEMENTS

TABLES: Final = Tables(
    values={**PARTS, **OPERATORS_TABLE, **CONSTRUCTORS, **ASSIGNMENTS, **CALLS},
    statements={**STATEMENTS, **LOOPS, **RETURNS},
)
