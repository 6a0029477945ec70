"""Division and remainder of integers. `data` holds 0, 1, 2, 3, -1, -2^31, 40, 7."""

from __future__ import annotations

import pytest
from helpers.reconditioned import program, reconditioned_text, repaired, unchanged

from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import LanguageName

_COUNTS = "int calls = 0; int next() { calls++; return calls; }"
_LOWEST = -(2**31)


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("data[6] / data[0]", 40),
        ("data[6] % data[0]", 0),
        ("data[5] / data[4]", _LOWEST),
        ("data[5] % data[4]", 0),
        ("-data[7] % data[3]", -1),
        ("data[7] % -data[3]", 1),
        ("int(uint(data[6]) / uint(data[0]))", 40),
        ("int(uint(data[6]) % uint(data[0]))", 40),
        ("(ivec3(7, 8, 9) / ivec3(data[1], data[0], 2)).y", 8),
        ("(ivec3(7, 8, 9) % data[4]).z", 0),
        ("(9 / ivec2(data[0], 2)).x", 9),
        ("int((uvec2(9, 8) % uint(data[0])).y)", 8),
        ("7 / 0", 7),
    ],
)
def test_what_is_undefined_has_a_result(
    language: LanguageName, expression: str, value: int
) -> None:
    assert repaired("division", language, f"data[1] = {expression};").numbers[1] == value


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_what_is_defined_stays(language: LanguageName) -> None:
    vector = "vec2i" if language == "wgsl" else "ivec2"
    unchanged(
        language,
        f"data[0] = data[6] / data[7] + data[6] % data[7]; data[1] /= data[4]; data[6] %= data[7];"
        f"data[2] = ({vector}(data[6], 9) / {vector}(data[7], 2)).x;",
    )


def test_wgsl_says_what_it_is() -> None:
    found = unchanged("wgsl", "data[1] = data[6] / data[0]; data[2] %= data[0];")
    assert "divide" not in found.text
    assert found.numbers[1:3] == (40, 0)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("data[6] /= data[0];", {6: 40}),
        ("data[7] %= data[4];", {7: 0}),
        ("ivec3 v = ivec3(8); v /= data[0]; data[6] = v.y;", {6: 8}),
        ("ivec3 v = ivec3(8); v.zx /= ivec2(data[0], 2); data[6] = v.x; data[7] = v.z;",
         {6: 4, 7: 8}),
        ("int x = 9; data[6] = (x /= data[0]) + 1; data[7] = x;", {6: 10, 7: 9}),
        ("uint x = 9u; data[6] = int(x %= uint(data[0]));", {6: 9}),
    ],
)  # fmt: skip
def test_compound_assignments(body: str, expected: dict[int, int]) -> None:
    found = repaired("division", "glsl", body)
    assert {k: found.numbers[k] for k in expected} == expected


def test_each_operand_is_evaluated_once() -> None:
    body = "data[6] = next() / data[0]; data[7] = calls;"
    found = repaired("division", "glsl", body, _COUNTS)
    assert found.numbers[6:] == (1, 1)


def test_the_target_of_an_assignment_is_evaluated_once() -> None:
    body = "data[next()] /= data[0]; data[7] = (data[next() + 1] %= data[4]) + 10; data[6] = calls;"
    found = repaired("division", "glsl", body, _COUNTS)
    assert found.numbers == (0, 1, 2, 0, -1, _LOWEST, 2, 10)


def test_constant_expressions_stay_where_the_language_wants_them() -> None:
    body = "const int n = 8 / 2; int list[n / 2]; list[0] = 5 / data[0]; data[1] = list[0];"
    found = repaired("division", "essl", body)
    assert "8 / 2" in found.text
    assert "list[n / 2]" in found.text
    assert found.numbers[1] == 5


def test_global_variables_stay() -> None:
    found = unchanged("glsl", "data[1] = b;", "int a = 2; int b = 3 / a;")
    assert "int b = 3 / a;" in found.text


def test_a_safe_divisor_needs_nothing() -> None:
    found = unchanged("glsl", "data[1] = data[6] / 7; data[2] = int(uint(data[6]) % 7u);")
    assert "divide" not in found.text
    assert "remainder" not in found.text


def test_places_that_are_not_named_stay() -> None:
    text = program("glsl", "data[1] = data[6] / data[0]; data[2] = data[6] % data[7];")
    shader = read(text, "glsl")
    rewrites = recondition(shader, "compute", Settings(rules=frozenset(("integer-division",))))
    assert [one.rule for one in rewrites.rewrites] == ["integer-division"] * 2
    wanted = rewrites.rewrites[0]
    assert text[slice(*wanted.place)] == "data[6] / data[0]"
    settings = Settings(places=frozenset(((wanted.rule, wanted.place),)))
    found = reconditioned_text(text, "glsl", settings)
    assert "data[1] = divide_int(data[6], data[0]);" in found
    assert "data[2] = data[6] % data[7];" in found
