"""The one table of built-in functions: all rows, by theme."""

from __future__ import annotations

from typing import Final

from . import (
    atomic,
    barrier,
    common,
    derivative,
    emission,
    exponent,
    generic,
    geometric,
    image,
    integer,
    legacy_texture,
    matrix,
    packing,
    relational,
    subgroup,
    texture,
    trigonometry,
    wgsl_texture,
)
from .row import Builtin

THEMES: Final = (
    trigonometry,
    exponent,
    common,
    geometric,
    matrix,
    relational,
    integer,
    packing,
    derivative,
    texture,
    legacy_texture,
    wgsl_texture,
    image,
    atomic,
    barrier,
    emission,
    subgroup,
    generic,
)
ROWS: Final[tuple[Builtin, ...]] = tuple(row for theme in THEMES for row in theme.ROWS)
