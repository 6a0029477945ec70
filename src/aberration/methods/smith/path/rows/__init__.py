"""All operations, each a row of a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.types import Type, scalar_or_vector

from . import arithmetic, bits, conversions, floats, logic
from .row import Row

ROWS: Final = (
    *arithmetic.ROWS,
    *bits.ROWS,
    *logic.ROWS,
    *conversions.ROWS,
    *floats.ROWS,
)
BY_NAME: Final[Mapping[str, Row]] = MappingProxyType({row.name: row for row in ROWS})


@cache
def rows_for(language: LanguageName, version: int) -> tuple[tuple[Row, Type], ...]:
    """Return the rows that a version has, each with each type that it takes."""
    return tuple(
        (row, scalar_or_vector(element, size))
        for row in ROWS
        if row.spelling(language, version) is not None
        for element in row.elements
        for size in row.sizes
    )
