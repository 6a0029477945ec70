"""The last wrappers of a program that a reducer has made small.

Where a bug shows only with rewrites that the program's inputs do not need, those that the bug does
not need either go one by one. The option `kept` of a recipe names the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.recipe import Recipe

KEPT: Final = "kept"
_MOST: Final = 24
"""Names that are tried: each costs runs on drivers, and a program with more is not small."""


def kept_in(recipe: Recipe) -> frozenset[str] | None:
    """Return the names of the rewrites that stay beside those that the inputs need; None where a
    recipe does not say.
    """
    text = recipe.options.get(KEPT)
    if text is None:
        return None
    try:
        return frozenset(msgspec.json.decode(text, type=list[str]))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"expected names of rewrites, but {error}") from None


def leaner(recipe: Recipe, names: frozenset[str]) -> Iterator[Recipe]:
    """Give recipes with one of these rewrites less, in the order of the names."""
    if len(names) > _MOST:
        return
    for name in sorted(names):
        kept = msgspec.json.encode(sorted(names - {name})).decode()
        yield replace(recipe, options={**recipe.options, "wrappers": "needed", KEPT: kept})
