"""Floats that compilers may round at other places. `real` holds 0, 1.5, -2, 3e38."""

from __future__ import annotations

import struct

import pytest
from helpers.reconditioned import program, reconditioned_text, result_of, unchanged
from helpers.shading_runs import compute_inputs

from aberration.core.outcome import Buffers, Image
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.rounding import MODES
from aberration.languages.shading.interpret.run import Interpreter, execute
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import PRESETS, generate

EXACT = Settings(exact=True, turns=400, one_budget=True)
LIMIT = "exact_float("
_NEW = {"glsl": "float ", "essl": "float ", "wgsl": "var "}


def _results(text: str, language: LanguageName) -> set[Buffers]:
    """Return what a program gives in every way in which it may be rounded."""
    shader = read(text, language)
    found = set[Buffers]()
    for number in range(len(MODES)):
        options = Options(rounding=number, path="python")
        met = Interpreter(shader, "compute", compute_inputs(), options).dispatch()
        assert isinstance(met, Buffers), f"{met}\n{text}"
        found.add(met)
    return found


def _made_exact(language: LanguageName, body: str, before: str = "") -> tuple[float, ...]:
    """Return the floats of a program that gives several results as it is, and one with the rule."""
    text = program(language, body, before)
    assert len(_results(text, language)) > 1
    made = reconditioned_text(text, language, EXACT)
    found = _results(made, language)
    assert len(found) == 1, made
    return struct.unpack_from("<4f", found.pop().data[0], 32)


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize(
    "body",
    [
        "real[0] = real[1] / 3.0;",
        "real[0] = 250.125 * 250.125 * real[1] * 3.125;",
        "x = 250.625; x *= x; x *= x; real[0] = x + 0.125;",
        "x = 0.1; real[0] = x * real[1];",
        "real[0] = (real[1] + 0.125) * 77.125 * 3.875 * 33.625 * 201.125 - 0.25 * real[2];",
        "real[0] = sqrt(real[1] + 0.5) * 5.0 + 1.0;",
    ],
)
def test_one_result_in_all_roundings(language: LanguageName, body: str) -> None:
    new = f"{_NEW[language]}x = 0.0; " if "x = " in body else ""
    found = _made_exact(language, new + body)
    assert all(one * 8 == int(one * 8) and abs(one) <= 256 for one in found[:3])


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize(
    "body",
    [
        "vec3 v = vec3(250.125, 3.625, 77.5); v *= v; v *= v.zxy; real[0] = v.x + v.y + v.z;",
        "mat2 m = mat2(250.125, 3.5, 9.25, 17.125); m *= m; m = m * m; real[0] = m[0].x;",
        "float list[2]; list[0] = 255.875; int k = 0; list[k++] /= 7.0; real[0] = list[0];",
        "real[0] = dot(vec2(real[1] / 7.0, 200.125), vec2(201.375 * 3.0, real[2]));",
    ],
)
def test_vectors_matrices_and_elements(language: LanguageName, body: str) -> None:
    _made_exact(language, body)


@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_what_a_builtin_function_writes_is_stored(language: LanguageName) -> None:
    """`modf` wrote numbers of 16 bits to variables, whose squares were not exact."""
    body = (
        "float x, y; real[0] = modf(250.125 * real[1] * 201.125, x); "
        "real[0] = modf(250.125 * real[1] * 201.125 + 100.5, y); "
        "real[0] = dot(vec2(x, y), vec2(x, -y));"
    )
    _made_exact(language, body)


def test_the_parts_of_what_a_builtin_function_gave_in_wgsl() -> None:
    body = (
        "let r = modf(250.125 * real[1] * 201.125); "
        "let q = modf(250.125 * real[1] * 201.125 + 100.5); "
        "real[0] = dot(vec2(r.whole, q.whole), vec2(r.whole, -q.whole));"
    )
    _made_exact("wgsl", body)


def test_pointers_and_lets_of_wgsl() -> None:
    body = "var v = vec2f(real[1]); let p = &v; *p /= 7.0; let q = *p * 3.0; real[0] = q.x;"
    _made_exact("wgsl", body)
    _made_exact("wgsl", "var a = 255.5; a %= 0.7; real[0] = a;")


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_constants_that_are_no_small_multiples(language: LanguageName) -> None:
    body = f"{_NEW[language]}x = 1.0 / 3.0; x *= real[1] + 0.1; real[0] = x * 7.0; real[1] = 0.7;"
    assert _made_exact(language, body)[1] == 0.625


def test_halves_stay_halves() -> None:
    """Constants without a type may become floats of 16 bits there: they are left alone."""
    body = "var h = 0.7h; h = 0.3; real[0] = f32(h) * 0.0;"
    text = program("wgsl", body, heading="enable f16;\n")
    assert "h = 0.3" in reconditioned_text(text, "wgsl", EXACT)


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_what_functions_are_given_and_return(language: LanguageName) -> None:
    before = (
        "fn third(a: f32) -> f32 { return a / 3.0; }"
        if language == "wgsl"
        else "float third(float a) { return a / 3.0; }"
    )
    _made_exact(language, "real[0] = third(real[1] / 7.0) * 5.0;", before)


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize(
    "body",
    [
        "x = real[1] * 3.0 + 0.5; real[0] = x * x - x;",
        "x = real[1] + real[2] * 4.0; x += 1.0; x *= 2.5; real[0] = x;",
        "real[0] = real[1] * 1.5 * 2.0 + abs(real[2]) * 100.0;",
        "real[0] = real[1] / 0.5; real[1] = 7.0 / 2.0;",
    ],
)
def test_small_numbers_keep_their_values(language: LanguageName, body: str) -> None:
    new = f"{_NEW[language]}x = 0.0; " if "x = " in body else ""
    unchanged(language, new + body, settings=EXACT)


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_what_is_narrow_has_no_call(language: LanguageName) -> None:
    """Compilers see as many raw operations as can be."""
    body = f"{_NEW[language]}x = 3.0; real[0] = (x * 0.5 + x * x) - max(x, 2.0);"
    made = reconditioned_text(program(language, body), language, EXACT)
    # What is stored, which is too wide, is limited as a whole.
    assert made.count(LIMIT) <= 2
    assert "x * 0.5 + x * x" in made


def test_results_are_raw() -> None:
    """Nothing is computed of what goes out of a program."""
    text = "#version 300 es\nprecision highp float; in vec2 at; out vec4 c;\nvoid main() {\n%s\n}"
    body = "c = vec4(at.x * at.x, at.y * 0.5, 0.0, 1.0);"
    shader = read(text % body, "essl")
    assert body in write(recondition(shader, "fragment", EXACT).module)


def test_remainders_of_multiples() -> None:
    """WGSL lets `%` of a multiple give the divisor, or almost: it gives zero here."""
    text = reconditioned_text(program("wgsl", "real[0] = (real[1] * 4.0) % 3.0;"), "wgsl", EXACT)
    assert result_of(text, "wgsl").reals[0] == 0.0


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize(
    "head",
    [
        "x = -81.0; x >= -265.0; x -= 8.0",
        "x = 250.0; x < 262.0; x += 1.0",
        "x = 0.0; x < 1.0; x += 0.0625",
    ],
)
def test_loops_whose_counters_are_brought_back_end(language: LanguageName, head: str) -> None:
    body = f"for ({_NEW[language]}{head}) {{ data[0]++; }}"
    text = program(language, body)
    # They are short as they are written; with `x` kept small they would go round for ever.
    assert result_of(text, language).numbers[0] < 30
    settings = Settings(exact=True, turns=100)
    assert result_of(reconditioned_text(text, language, settings), language).numbers[0] <= 100


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_only_by_request(language: LanguageName) -> None:
    text = program(language, "real[0] = real[1] / 3.0 + 250.125 * 250.125 * 3.125;")
    assert LIMIT not in reconditioned_text(text, language)


@pytest.mark.parametrize(("language", "version"), [("glsl", 450), ("essl", 310), ("wgsl", 0)])
def test_random_programs_give_one_result(language: LanguageName, version: int) -> None:
    ended = 0
    for number in range(4):
        made = generate(language, version, number, PRESETS["tiny"])
        text = write(recondition(read(write(made.module), language), made.stage, EXACT).module)
        shader = read(text, language)
        plain = execute(shader, made.stage, made.inputs, Options(path="python"))
        for rounding in (1, 3, 5):
            options = Options(rounding=rounding, path="python")
            assert execute(shader, made.stage, made.inputs, options) == plain, number
        ended += isinstance(plain, Buffers | Image)
    assert ended
