"""Every built-in function that C has gives the bits that the table gives, and traps where the
table does.
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from aberration.languages.native.compiler import Library, build
from aberration.languages.shading.builtins.lookup import lookup
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.builtins.values import is_subnormal, single
from aberration.languages.shading.interpret.builtin import (
    Cast,
    Origin,
    component_function,
    is_scalar_wise,
    whole_function,
)
from aberration.languages.shading.interpret.compiled import SEMANTICS
from aberration.languages.shading.interpret.native.cells import cells_of
from aberration.languages.shading.interpret.native.kinds import (
    INT,
    Kind,
    Row,
    cells,
    kind_of,
    numbers_in,
    row_of,
)
from aberration.languages.shading.interpret.native.meaning_tables import FLOATS, INTEGERS, WHOLE
from aberration.languages.shading.interpret.native.meanings import Meanings
from aberration.languages.shading.interpret.native.prelude import CELLS, HELPERS
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.trap import Undefined
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.types import FLOAT, UINT, Matrix, Scalar, Type, Vector
from aberration.languages.shading.types import INT as INT_TYPE

_AROUND: Final = """
static jmp_buf out_of_here;
static void stop(int64_t code) { longjmp(out_of_here, (int)code); }
static void wait_at(int64_t number, int64_t workgroup, int64_t storage) { stop(number); }
"""
_VERSIONS: Final[dict[LanguageName, int]] = {"glsl": 460, "essl": 320, "wgsl": 0}
_FLOAT_CORNERS: Final = (0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.5, -2.5, 0.1, -0.7, 3.75, 100.25,
                         -1e-3, 2.0**24, 1e30, -1e30, 2.0**-126, 2.0**-149, 3.4e38, 32.0,
                         0.75)  # fmt: skip
_ROUNDS: Final = 60


def _overloads(language: LanguageName) -> Iterator[Overload]:
    known = lookup(language, _VERSIONS[language], "fragment")
    for name in sorted(known.names):
        for overload in known.overloads(name):
            if overload.builtin.meaning is not None and overload.builtin.theme not in (
                "atomic",
                "barrier",
            ):
                yield overload


def _origin(overload: Overload) -> Origin:
    return Origin(overload, not is_scalar_wise(overload))


def _cases(language: LanguageName) -> list[tuple[str, Origin]]:
    """The overloads that C has, each under a name; of those that go by component one for each
    element.
    """
    found: list[tuple[str, Origin]] = []
    seen = set()
    meanings = Meanings(SEMANTICS[language])
    for overload in _overloads(language):
        origin = _origin(overload)
        key = (
            overload.builtin.name,
            tuple(id(type) for type in (*origin.argument_types, *origin.result_types)),
        )
        name = f"f{len(found)}"
        if key not in seen and meanings.function_for(name, origin) is not None:
            seen.add(key)
            found.append((name, origin))
    return found


def _result_kind(origin: Origin) -> Kind:
    parts = tuple(INT if type is None else kind_of(type) for type in origin.result_types)
    return parts[0] if len(parts) == 1 else row_of(parts)


def _caller(name: str, origin: Origin) -> str:
    """A function that takes its arguments from cells."""
    numbers = numbers_in(Row(tuple(kind_of(type) for type in origin.argument_types)))
    given = ", ".join(f"in[{k}].{number.field}" for k, number in enumerate(numbers))
    results = numbers_in(_result_kind(origin))
    made = (
        f"out[0].{results[0].field} = {name}({given});"
        if len(results) == 1
        else f"{name}(out, {given});"
    )
    return (
        f"int64_t call_{name}(cell *in, cell *out) {{ if (setjmp(out_of_here)) return 1; "
        f"{made} return 0; }}"
    )


def _library(language: LanguageName, cases: list[tuple[str, Origin]]) -> Library:
    meanings = Meanings(SEMANTICS[language])
    for name, origin in cases:
        assert meanings.function_for(name, origin) == name
    callers = [_caller(name, origin) for name, origin in cases]
    return build("\n".join([CELLS, _AROUND, HELPERS, *meanings.lines, *callers]))


def _drawn(type: Type, random: Random) -> Any:
    if isinstance(type, Matrix):
        return tuple(_drawn(type.column, random) for _ in range(type.columns))
    if isinstance(type, Vector):
        return tuple(_drawn(type.component, random) for _ in range(type.size))
    assert isinstance(type, Scalar)
    if type.kind == "bool":
        return random.random() < 0.5
    if type.kind == "float":
        return single(random.choice((*_FLOAT_CORNERS, random.uniform(-4, 4), random.gauss(0, 1e3))))
    low, high = (0, 2**32 - 1) if type.kind == "uint" else (-(2**31), 2**31 - 1)
    return random.choice(
        (0, 1, 2, 31, 32, 33, low, high, random.randint(low, high), random.randint(0, 40))
    )


def _expected(origin: Origin, language: LanguageName, arguments: tuple[Any, ...]) -> bytes | None:
    semantics, options = SEMANTICS[language], Options()
    make = whole_function if origin.whole else component_function
    try:
        return cells_of(_result_kind(origin), make(origin.overload, semantics, options)(*arguments))
    except Undefined:
        return None


def _found(library: Library, name: str, origin: Origin, arguments: tuple[Any, ...]) -> bytes | None:
    given = b"".join(
        [
            cells_of(kind_of(type), value)
            for type, value in zip(origin.argument_types, arguments, strict=True)
        ]
    )
    result = ctypes.create_string_buffer(8 * cells(_result_kind(origin)))
    if getattr(library.functions, f"call_{name}")(ctypes.create_string_buffer(given), result):
        return None
    return result.raw


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_the_bits_are_those_of_the_table(language: LanguageName) -> None:
    cases = _cases(language)
    library = _library(language, cases)
    trapped = 0
    for name, origin in cases:
        random = Random(f"{language} {origin.overload.name}")
        for _ in range(_ROUNDS):
            arguments = tuple(_drawn(type, random) for type in origin.argument_types)
            expected = _expected(origin, language, arguments)
            found = _found(library, name, origin, arguments)
            assert found == expected, f"{origin.overload.builtin.name}{arguments}"
            trapped += expected is None
    assert trapped > _ROUNDS


def test_every_row_of_the_tables_in_c_is_reached() -> None:
    reached = {
        origin.overload.builtin.name for language in _VERSIONS for _, origin in _cases(language)
    }
    assert reached >= {*FLOATS, *INTEGERS, *WHOLE}


def test_what_c_lacks_is_left_to_python() -> None:
    known = lookup("glsl", 460, "fragment")
    (overload,) = known.overloads("packHalf2x16")
    assert Meanings(SEMANTICS["glsl"]).function_for("f0", _origin(overload)) is None


def test_floats_of_other_sizes_are_left_to_python() -> None:
    known = lookup("glsl", 460, "fragment")
    doubles = [
        overload for overload in known.overloads("floor") if overload.types[0].glsl == "double"
    ]
    assert [
        Meanings(SEMANTICS["glsl"]).function_for("f0", _origin(overload)) for overload in doubles
    ] == [None]


@pytest.mark.parametrize("bits", [0, 1, 0x3F800000, 0x80000000, 0x7F7FFFFF, 0x7F800000, 0xFFC00001])
def test_bits_as_another_type(bits: int) -> None:
    meanings = Meanings(SEMANTICS["wgsl"])
    texts = [
        f"out[0].d = {meanings.cast(Cast(UINT, FLOAT), 'in[0].i')};",
        f"out[1].i = {meanings.cast(Cast(FLOAT, UINT), 'out[0].d')};",
        f"out[2].i = {meanings.cast(Cast(FLOAT, INT_TYPE), 'out[0].d')};",
    ]
    start = "int64_t call(cell *in, cell *out) { if (setjmp(out_of_here)) return 1;"
    library = build("\n".join([CELLS, _AROUND, HELPERS, start, *texts, "return 0; }"]))
    out = (ctypes.c_int64 * 3)()
    trapped = library.functions.call((ctypes.c_int64 * 1)(bits), out)
    value = struct.unpack("<f", struct.pack("<I", bits))[0]
    assert bool(trapped) == (not math.isfinite(value) or is_subnormal(value))
    if not trapped:
        assert struct.pack("<d", value) == bytes(out)[:8]
        assert (out[1], out[2]) == (bits, bits - (bits >> 31 << 32))
