"""Built-in functions in C, to the same bits as the table's meanings: what is not here is asked of
Python.

The mathematical functions are those of the C library, which Python itself calls. Sums of floats are
here as Python adds up to 3.11; from 3.12 on its `sum` compensates, and functions with such sums
stay in Python.
"""

from __future__ import annotations

from typing import Final

from ...semantics import Semantics
from ...types import Matrix, Scalar, Type, element_of
from ..builtin import Cast, Origin, open_hazards
from ..value import count_of, scalar_of
from .kinds import FLOAT, INT, Kind, kind_text, result_kinds
from .meaning_tables import (
    CONDITIONS,
    FIELDS,
    FLOATS,
    INTEGERS,
    NAN,
    OF_ANY,
    PLAIN_SUMS,
    SUMMED,
    WHOLE,
)
from .texels import TEXEL_CONDITIONS, TEXEL_MEANINGS

_NAMES: Final = "xyzwv"
_CONDITIONS_OF_WHOLE: Final = {**CONDITIONS, **OF_ANY, **TEXEL_CONDITIONS}


class Meanings:
    """The built-in functions of one text. `lines` are their definitions."""

    def __init__(self, semantics: Semantics) -> None:
        self.semantics: Final = semantics
        self.lines: Final[list[str]] = []
        self._defined: Final[set[str]] = set()

    def function_for(self, name: str, origin: Origin) -> str | None:
        """Return the name of a function in C, or None where there is none."""
        if name in self._defined:
            return name
        text = self._whole(name, origin) if origin.whole else self._component(name, origin)
        if text is None:
            return None
        self._defined.add(name)
        self.lines.append(text)
        return name

    def cast(self, origin: Cast, given: str) -> str | None:
        """Return the same 32 bits as another type."""
        if origin.target.kind == "float" and origin.source.kind in ("int", "uint"):
            return f"bits_float({given})"
        if origin.source.kind == "float" and origin.target.kind in ("int", "uint"):
            sign = "int32_t" if origin.target.kind == "int" else "uint32_t"
            return f"(int64_t)({sign})float_bits({given})"
        return None

    # ---- component by component

    def _component(self, name: str, origin: Origin) -> str | None:
        result = origin.result_types[0]
        assert isinstance(result, Scalar)
        kinds = result_kinds(origin.argument_types)
        builtin = origin.overload.builtin.name
        meaning = FLOATS.get(builtin) if result.kind == "float" else None
        plain = all(map(_is_plain, origin.argument_types))
        if plain and result.kind in ("int", "uint", "bool"):
            meaning = INTEGERS.get(builtin)
        checks = self._checks(origin, kinds)
        if meaning is None or checks is None:
            return None
        given = ", ".join(f"{kind_text(kind)}{_NAMES[k]}" for k, kind in enumerate(kinds))
        if result.is_float:
            return f"static double {name}({given}) {{ {checks} return bounded({meaning}); }}"
        wrapped = {"int": "(int64_t)(int32_t)", "uint": "(int64_t)(uint32_t)"}.get(result.kind, "")
        return f"static int64_t {name}({given}) {{ {checks} return {wrapped}({meaning}); }}"

    def _checks(self, origin: Origin, kinds: tuple[Kind, ...]) -> str | None:
        found: list[str] = []
        for hazard in open_hazards(origin.overload, self.semantics):
            conditions = _conditions(hazard.says, kinds)
            if conditions is None:
                return None
            found += conditions
        return " ".join(f"if ({condition}) stop(TRAPPED);" for condition in found)

    # ---- whole values

    def _whole(self, name: str, origin: Origin) -> str | None:
        builtin = origin.overload.builtin.name
        body = WHOLE.get(builtin) or TEXEL_MEANINGS.get(builtin)
        results = [type for type in origin.result_types if type is not None]
        types = [*origin.argument_types, *results]
        if body is None or (builtin in SUMMED and not PLAIN_SUMS) or not all(map(_is_plain, types)):
            return None
        first, second = origin.argument_types[0], origin.argument_types[-1]
        columns, rows = (first.columns, first.rows) if isinstance(first, Matrix) else (1, 1)
        sizes = {"n": count_of(first), "m": count_of(second), "columns": columns, "rows": rows}
        checks = ""
        for hazard in open_hazards(origin.overload, self.semantics):
            condition = _CONDITIONS_OF_WHOLE.get(hazard.says)
            if condition is None:
                return None
            checks += f"if ({condition.format(**sizes)}) stop(TRAPPED);"
        return _whole_function(name, checks, body.format(**sizes), origin)


def _whole_function(name: str, checks: str, made: str, origin: Origin) -> str:
    """A function of all components, that writes its results to cells, or returns the one number
    that it gives.
    """
    given, fill, arrays = [], [], []
    for letter, type in zip(_NAMES, origin.argument_types, strict=False):
        arrays.append(f"cell {letter}[{count_of(type)}];")
        element = element_of(type)
        kind = FLOAT if element is not None and element.is_float else INT
        for part in range(count_of(type)):
            given.append(f"{kind.ctype} {letter}{part}")
            fill.append(f"{letter}[{part}].{kind.field} = {letter}{part};")
    results: list[Scalar | None] = []
    for result in origin.result_types:
        results += [None] if result is None else [scalar_of(result)] * count_of(result)
    fitted = [_fit_line(k, scalar) for k, scalar in enumerate(results)]
    inner = " ".join(["int64_t k = 0;", *arrays, *fill, checks, made])
    if len(fitted) > 1:
        return (
            f"static void {name}(cell *result, {', '.join(given)}) {{ {inner} {' '.join(fitted)} }}"
        )
    kind = FLOAT if "bounded" in fitted[0] else INT
    head = f"static {kind.ctype} {name}({', '.join(given)})"
    return f"{head} {{ cell result[1]; {inner} {fitted[0]} return result[0].{kind.field}; }}"


def _fit_line(k: int, type: Scalar | None) -> str:
    """Bring a result to its type."""
    if type is not None and type.is_float:
        return f"result[{k}].d = bounded(result[{k}].d);"
    wrap = {"int": "int32_t", "uint": "uint32_t"}.get("" if type is None else type.kind)
    return f"result[{k}].i = (int64_t)({wrap})result[{k}].i;" if wrap else ""


def _conditions(says: str, kinds: tuple[Kind, ...]) -> list[str] | None:
    if says == NAN:
        return [f"{_NAMES[k]} != {_NAMES[k]}" for k, kind in enumerate(kinds) if kind == FLOAT]
    if says in FIELDS:
        a, b = _NAMES[len(kinds) - 2], _NAMES[len(kinds) - 1]
        return [form.format(a=a, b=b) for form in FIELDS[says]]
    found = CONDITIONS.get(says)
    return None if found is None or "{" in found else [found]


def _is_plain(type: Type) -> bool:
    element = element_of(type)
    return element is not None and element.kind in ("float", "int", "uint", "bool")
