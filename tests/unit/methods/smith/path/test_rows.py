"""Each operation, on edge values: what its row says is what the interpreter says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

import pytest
from helpers.path_programs import MAIN, assert_agrees

from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.types import BOOL, FLOAT, INT, UINT, Scalar, Type, Vector
from aberration.methods.smith.generate.syntax import Syntax
from aberration.methods.smith.path.build import finish
from aberration.methods.smith.path.builder import Builder
from aberration.methods.smith.path.expr import literal
from aberration.methods.smith.path.memory import Undefined
from aberration.methods.smith.path.operation import apply_row, evaluate
from aberration.methods.smith.path.records import write_record
from aberration.methods.smith.path.rows import BY_NAME, ROWS, rows_for
from aberration.methods.smith.path.rows.row import Row
from aberration.methods.smith.path.values import LARGEST, LEAST

EDGES: dict[Scalar, tuple[int | float | bool, ...]] = {
    INT: (
        LEAST,
        7,
        0x40490000,
        -0x3F600000,
        -1,
        LARGEST,
        3,
        0,
        -12345,
        1,
        31,
        32,
        16,
        -2,
        0x3F800000,
    ),
    UINT: (2**32 - 1, 5, 0, 2**31, 0xC0A00000, 0x41200000, 1, 31, 32, 16, 123456789, 2**31 - 1),
    FLOAT: (1.0, -2.5, 100.0, 0.0625, -3.0, 0.5, 17.75, -0.5, 0.0, 1024.0),
    BOOL: (True, False),
}
EACH = 3
"""Combinations of values for each row, at most."""


def builder(language: LanguageName, version: int) -> Builder:
    syntax = Syntax(wgsl=language == "wgsl", short=True)
    return Builder(language, version, syntax, write_record, fragment=False)


def values_of(type: Type, shift: int) -> Iterator[object]:
    """Give edge values of a type; of a vector each component has another one."""
    assert type.scalar is not None
    edges = EDGES[type.scalar]
    for k in range(len(edges)):
        if isinstance(type, Vector):
            yield tuple(edges[(k + shift + 3 * c) % len(edges)] for c in range(type.size))
        else:
            yield edges[(k + shift) % len(edges)]


def combinations(row: Row, type: Type) -> Iterator[tuple[object, ...]]:
    """Give operands, mixed so that the first few have all kinds of values."""
    pools = [list(values_of(one, k)) for k, one in enumerate(row.types(type))]
    every = list(product(*pools))
    step = next(n for n in (37, 41, 43, 47) if len(every) % n)
    return (every[k * step % len(every)] for k in range(len(every)))


def defined(row: Row, type: Type, language: LanguageName) -> Iterator[tuple[object, ...]]:
    """Give operands on which the row says what it gives."""
    test = row.is_defined(language)
    for values in combinations(row, type):
        try:
            evaluate(row, test, row.result_type(type), values)
        except Undefined:
            continue
        yield values


def declare_all(b: Builder, row: Row, type: Type, count: int) -> int:
    """Declare a variable for each of some operations; return how many these are."""
    made = 0
    for values in islice(defined(row, type, b.language), count):
        args = [
            b.declare(one, literal(b.syntax, one, value)).read
            for one, value in zip(row.types(type), values, strict=True)
        ]
        found = apply_row(b, row, type, args)
        assert found is not None
        b.declare(found.type, found)
        made += 1
    return made


@pytest.mark.parametrize(("language", "version"), MAIN)
def test_each_row_gives_what_the_interpreter_says(language: LanguageName, version: int) -> None:
    by_name: dict[str, list[Type]] = {}
    for row, type in rows_for(language, version):
        by_name.setdefault(row.name, []).append(type)
    for names in batches(list(by_name), 8):
        b = builder(language, version)
        for k, name in enumerate(names):
            found = [declare_all(b, BY_NAME[name], type, EACH) for type in some(by_name[name], k)]
            assert sum(found) > 0, name
        assert_agrees(finish(b))


def some(types: list[Type], number: int) -> list[Type]:
    """Return the scalars, and one vector of each element."""
    found: list[Type] = [one for one in types if isinstance(one, Scalar)]
    for element in EDGES:
        vectors = [one for one in types if one.scalar is element and isinstance(one, Vector)]
        found += vectors[number % len(vectors) :][:1] if vectors else []
    return found


def batches(names: list[str], size: int) -> Iterator[list[str]]:
    for at in range(0, len(names), size):
        yield names[at : at + size]


def test_names_are_unique_and_each_row_is_written_somewhere() -> None:
    assert len(BY_NAME) == len(ROWS)
    there = {row.name for language, version in MAIN for row, _ in rows_for(language, version)}
    assert there == set(BY_NAME)


def test_versions_lack_what_came_later() -> None:
    old = {row.name for row, _ in rows_for("glsl", 330)}
    new = {row.name for row, _ in rows_for("glsl", 450)}
    assert new - old >= {"count", "extract", "insert", "reverse", "fma", "select", "pack halves"}
    assert "select" not in {row.name for row, _ in rows_for("essl", 300)}
    assert "fma" in {row.name for row, _ in rows_for("essl", 320)}


@pytest.mark.parametrize(
    ("name", "values", "language"),
    [
        ("divide", (5, 0), "glsl"),
        ("divide", (LEAST, -1), "essl"),
        ("remainder", (-5, 3), "glsl"),
        ("remainder", (5, 0), "essl"),
        ("shift left", (1, 32), "glsl"),
        ("shift right by int", (1, -1), "glsl"),
        ("extract", (1, 20, 13), "essl"),
        ("insert", (1, 2, -1, 3), "glsl"),
        ("clamp", (1, 5, 4), "wgsl"),
        ("abs", (LEAST,), "glsl"),
        ("float of int", (2**24 + 1,), "wgsl"),
        ("uint of float", (-1.0,), "wgsl"),
        ("multiply", (4096.0, 4096.0), "wgsl"),
        ("bits as int", (0.0,), "glsl"),
    ],
)
def test_what_is_undefined_or_inexact_has_no_value(
    name: str, values: tuple[object, ...], language: LanguageName
) -> None:
    row = BY_NAME[name]
    type: Type = FLOAT if isinstance(values[0], float) else INT
    with pytest.raises(Undefined):
        evaluate(row, row.is_defined(language), row.result_type(type), values)


@pytest.mark.parametrize(
    ("name", "values", "result"),
    [
        ("divide", (5, 0), 5),
        ("divide", (LEAST, -1), LEAST),
        ("remainder", (-5, 3), -2),
        ("remainder", (-5, 0), 0),
        ("shift left", (1, 33), 2),
        ("abs", (LEAST,), LEAST),
    ],
)
def test_wgsl_defines_more(name: str, values: tuple[object, ...], result: int) -> None:
    row = BY_NAME[name]
    assert evaluate(row, row.is_defined("wgsl"), INT, values) == result


def test_a_dangerous_literal_is_one_of_the_safe_ones() -> None:
    for row in ROWS:
        for k, safe in row.safe.items():
            assert 0 < k < len(row.operands), row.name
            assert len(set(safe)) == len(safe) > 1, row.name
