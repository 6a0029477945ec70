"""How many bits floats need: before the point and behind it."""

from __future__ import annotations

import pytest
from helpers.reconditioned import program

from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.context import Context, Known, Settings
from aberration.languages.shading.recondition.widths import LEAF, Width, too_wide, width_of
from aberration.languages.shading.tree import Expression, LanguageName, Variable

BEFORE = {
    "glsl": "vec3 v = vec3(real[1]); mat3 m = mat3(real[1]); float x = real[1];",
    "wgsl": "var v = vec3f(real[1]); var m = mat3x3f(v, v, v); var x = real[1];",
}


def _asked(language: LanguageName, before: str, text: str) -> tuple[Context, Expression]:
    new = "let" if language == "wgsl" else "float"
    body = f"{BEFORE[language]} {before} {new} probe = {text};"
    shader = read(program(language, body), language)
    known = Known(check(shader.module, "compute", shader.source))
    context = Context(shader, "compute", known, Settings(exact=True))
    found = [one for one in context.nodes.of(Variable) if one.name == "probe"]
    assert found[0].init is not None
    return context, found[0].init


def _width(language: LanguageName, text: str, before: str = "") -> Width | None:
    return width_of(*_asked(language, before, text))


@pytest.mark.parametrize("language", ["glsl", "wgsl"])
@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("x", LEAF),
        ("-v.x", LEAF),
        ("real[2]", LEAF),
        ("2.0", Width(2, 0)),
        ("0.625", Width(1, 3)),
        ("x + 1.0", Width(9, 3)),
        ("x * 0.5", Width(9, 4)),
        ("x * x", Width(16, 6)),
        # The wider operand is limited, where the result would need more than 24 bits.
        ("x * x * x", Width(16, 6)),
        ("x * x + x * x", Width(17, 6)),
        ("x * x + x * x + x * x", Width(18, 6)),
        ("x * x + x * x + x * x + x", Width(9, 3)),
        ("(m * v).x", Width(18, 6)),
        ("floor(x * 0.5)", Width(10, 0)),
        ("fract(x * x)", Width(1, 6)),
        ("max(x, x * x)", Width(16, 6)),
        ("sign(x * x)", Width(1, 0)),
        ("dot(v, v)", Width(18, 6)),
        ("x / 3.0", LEAF),
    ],
)
def test_of_expressions(language: LanguageName, text: str, width: Width) -> None:
    assert _width(language, text) == width


@pytest.mark.parametrize("language", ["glsl", "wgsl"])
@pytest.mark.parametrize(
    "text", ["sqrt(x)", "0.1", "1.0 + sin(x)", "max(x, exp(x))", "0.25 + 16777216.0"]
)
def test_what_is_rounded_as_one_likes(language: LanguageName, text: str) -> None:
    context, node = _asked(language, "", text)
    assert width_of(context, node) is None
    assert too_wide(context, node)


@pytest.mark.parametrize(
    ("language", "text", "width"),
    [
        ("glsl", "float(data[0] & 255)", Width(8, 0)),
        ("wgsl", "f32(data[0] & 255)", Width(8, 0)),
        ("glsl", "float(data[0] > 1)", Width(1, 0)),
        ("glsl", "float(data[0])", None),
        ("wgsl", "f32(data[0])", None),
        ("wgsl", "frexp(x).fract", None),
        ("glsl", "(data[0] > 1 ? x : x * x)", Width(16, 6)),
    ],
)
def test_of_conversions_and_choices(language: LanguageName, text: str, width: Width | None) -> None:
    assert _width(language, text) == width


def test_variables_that_keep_their_value_are_as_wide_as_it_is() -> None:
    assert _width("wgsl", "y", "let y = x * x;") == Width(16, 6)
    assert _width("glsl", "y", "float y = x * x;") == Width(16, 6)
    assert _width("glsl", "y", "float y = x * x; y += 1.0;") == LEAF


@pytest.mark.parametrize(("text", "wide"), [("x", False), ("x * 0.5", True), ("x + x", True)])
def test_what_has_to_be_limited(text: str, wide: bool) -> None:
    assert too_wide(*_asked("glsl", "", text)) is wide


def test_integers_are_never_too_wide() -> None:
    body = BEFORE["wgsl"] + " let probe = data[0] * 3;"
    shader = read(program("wgsl", body), "wgsl")
    known = Known(check(shader.module, "compute", shader.source))
    context = Context(shader, "compute", known, Settings(exact=True))
    found = [one for one in context.nodes.of(Variable) if one.name == "probe"]
    assert found[0].init is not None
    assert not too_wide(context, found[0].init)
