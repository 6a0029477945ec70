"""Each built-in function of the table, with arguments at the ends of their types."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from helpers.reconditioned import reconditioned_text, run_text
from helpers.shading_runs import compute_text

from aberration.core.outcome import Buffers
from aberration.languages.shading.builtins.lookup import lookup
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.types import Scalar, Type, Vector, parts

_FLOATS: Final = (
    0.0, 1.0, -1.0, 0.5, -0.5, 2.5, -2.0, 3e38, -3e38, 1e-30, 1e20, -1e12, 65504.0, 7e4,
    100.0, -100.0, 0.9999999, 1.0000001, 88.0, 1e10, 0.0039370079, 0.0019607844, 3.5,
)  # fmt: skip
_INTEGERS: Final = (
    0, 1, -1, 31, 32, 33, -(2**31) + 1, 2**31 - 1, 100, 129, -127, -300, 0x7F800000, 0x7FC00000,
    -8388608, 0x7C00, 0x7C007C00,
)  # fmt: skip
_VALUES: Final[dict[str, tuple[float, ...]]] = {
    "float": _FLOATS,
    "double": (*_FLOATS, 1e-40, 1e300, -1e308, 1e-310),
    "half": (0.0, 1.0, -1.0, 0.5, 2.5, 65504.0, -65504.0, 6e-8, 6e-5, 12.0, 300.0, -2.0, 200.0),
    "int": _INTEGERS,
    "uint": tuple(value & 0xFFFFFFFF for value in _INTEGERS),
    "bool": (True, False),
}
_ENDINGS: Final = {"double": "lf", "half": "h", "uint": "u"}
_APART: Final = frozenset(("atomic", "barrier", "image", "texture", "wgsl texture"))
_VERSIONS: Final[dict[LanguageName, int]] = {"glsl": 450, "essl": 310, "wgsl": 0}
_CALLS: Final = 2


def _overloads(language: LanguageName) -> Iterator[Overload]:
    found = lookup(language, _VERSIONS[language], "compute")
    for name in sorted(found.names):
        for one in found.overloads(name):
            usable = one.builtin.meaning is not None and one.builtin.theme not in _APART
            if usable and all(_is_number(type) for type in one.types):
                yield one


def _is_number(type: Type) -> bool:
    return type.scalar is not None and not type.scalar.is_abstract


def _value(type: Type, language: LanguageName, random: Random) -> str:
    element = type.scalar
    assert element is not None
    count, values = parts(type), _VALUES[element.kind]
    same = random.random() < 0.25
    drawn = [random.choice(values)] * count if same else random.choices(values, k=count)
    name = type.wgsl if language == "wgsl" else type.glsl
    return f"{name}({', '.join(_literal(value, element) for value in drawn)})"


def _literal(value: float, element: Scalar) -> str:
    if element.kind == "bool":
        return str(value).lower()
    return f"({value!r}{_ENDINGS.get(element.kind, '')})"


def _statement(overload: Overload, language: LanguageName, number: int, random: Random) -> str:
    """Variables for the arguments, so that nothing is constant, and the call."""
    lines, names = [], []
    for k, (type, direction) in enumerate(zip(overload.types, overload.directions, strict=True)):
        name, value = f"v{number}_{k}", _value(type, language, random)
        declared = f"var {name}" if language == "wgsl" else f"{type.glsl} {name}"
        lines.append(f"{declared};" if direction == "out" else f"{declared} = {value};")
        names.append(name)
    call = f"{overload.name}({', '.join(names)});"
    if overload.result.glsl == "void":
        return " ".join((*lines, call))
    result = "let" if language == "wgsl" else overload.result.glsl
    return " ".join((*lines, f"{result} r{number} = {call}"))


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_no_built_in_function_is_undefined(language: LanguageName) -> None:
    random = Random(7)
    statements: list[str] = []
    for overload in _overloads(language):
        # Vectors of three and four components are as those of two.
        plain = any(isinstance(type, Vector) and type.size > 2 for type in overload.types)
        if overload.builtin.componentwise and plain:
            continue
        for _ in range(_CALLS):
            statements.append(_statement(overload, language, len(statements), random))
    assert len(statements) > 400
    heading = "enable f16;\n" if language == "wgsl" else ""
    text = heading + compute_text(language, "\n".join(statements))
    assert isinstance(run_text(text, language), Trap)
    found = run_text(reconditioned_text(text, language), language)
    assert isinstance(found, Buffers), str(found)
