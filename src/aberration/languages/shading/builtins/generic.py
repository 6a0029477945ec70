"""WGSL's functions whose types go by structure, not by a list: the checker finds their results."""

from __future__ import annotations

from typing import Final

from .row import Builtin

ROWS: Final = (
    Builtin("bitcast", "generic", ()),
    Builtin("arrayLength", "generic", (), constant=False),
    Builtin("workgroupUniformLoad", "generic", (), constant=False),
)
NAMES: Final = frozenset(row.name for row in ROWS)
