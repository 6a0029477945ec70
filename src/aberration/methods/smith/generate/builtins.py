"""The built-in functions that generated programs may call, by what they give.

Left out are those whose float results compilers may round differently, those of ESSL whose results
are of low precision (their arithmetic would be, too), and those that give floats of any bits.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from aberration.languages.shading.builtins.lookup import lookup
from aberration.languages.shading.builtins.row import Builtin, Stage
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.types import BOOL, FLOAT, INT, UINT, VOID, Type

_THEMES: Final = frozenset(("common", "geometric", "matrix", "relational", "integer", "packing"))
_INEXACT_THEMES: Final = frozenset(("exponent", "trigonometry"))
_EXACT_ON_SMALL: Final = frozenset(
    ("fract", "dot", "cross", "fma", "matrixCompMult", "outerProduct")
)
"""Inexact in general, but no more so than the operators `+ - *`: exact on small whole numbers."""
_LEFT_OUT: Final = frozenset(
    (
        # They give floats of any bits, or round to fewer than 32.
        "intBitsToFloat", "uintBitsToFloat", "unpackHalf2x16", "unpack2x16float", "packHalf2x16",
        "pack2x16float", "quantizeToF16",
    )
)  # fmt: skip
_LOW_IN_ESSL: Final = frozenset(("bitCount", "findLSB", "findMSB", "packSnorm4x8", "packUnorm4x8"))
_SCALARS: Final = (BOOL, INT, UINT, FLOAT)


class CallableBuiltins(msgspec.Struct, frozen=True):
    """`values` are the functions without `out` parameters, by their result; `others` those with,
    by theirs, VOID among these.
    """

    values: dict[Type, tuple[Overload, ...]]
    others: dict[Type, tuple[Overload, ...]]


@cache
def callable_builtins(
    language: LanguageName, version: int, stage: Stage, *, inexact: bool
) -> CallableBuiltins:
    """Return what a program of this language, version and stage may call."""
    table = lookup(language, version, stage)
    values: dict[Type, list[Overload]] = {}
    others: dict[Type, list[Overload]] = {}
    for name in sorted(table.names):
        for overload in table.overloads(name):
            if not _is_wanted(overload, language, inexact=inexact):
                continue
            plain = all(direction == "in" for direction in overload.directions)
            (values if plain else others).setdefault(overload.result, []).append(overload)
    return CallableBuiltins(
        {type: tuple(found) for type, found in values.items()},
        {type: tuple(found) for type, found in others.items()},
    )


def _is_wanted(overload: Overload, language: LanguageName, *, inexact: bool) -> bool:
    builtin = overload.builtin
    if overload.name in _LEFT_OUT or (language == "essl" and overload.name in _LOW_IN_ESSL):
        return False
    if builtin.theme not in _THEMES and not (inexact and builtin.theme in _INEXACT_THEMES):
        return False
    if not inexact and not _is_exact(builtin, language):
        return False
    types = (*overload.types, *(() if overload.result is VOID else (overload.result,)))
    return all(type.scalar in _SCALARS for type in types)


def is_left_to_rounding(overload: Overload, language: LanguageName) -> bool:
    """Whether a function of floats of 32 bits gives floats that compilers may round differently."""
    builtin = overload.builtin
    if builtin.theme not in _THEMES | _INEXACT_THEMES or _is_exact(builtin, language):
        return False
    if builtin.theme == "packing" or overload.result.scalar is not FLOAT:
        return False
    plain = all(direction == "in" for direction in overload.directions)
    return plain and all(type.scalar in (FLOAT, INT) for type in overload.types)


def _is_exact(builtin: Builtin, language: LanguageName) -> bool:
    return builtin.name in _EXACT_ON_SMALL or builtin.bound_in(language).kind == "exact"
