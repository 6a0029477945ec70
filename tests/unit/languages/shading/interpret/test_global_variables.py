"""Initialisers of global variables: undefined operations there, and what they may call."""

from __future__ import annotations

import pytest
from helpers.shading_runs import fragment, numbers_after, run_compute

from aberration.languages.shading.interpret.trap import Refused, Trap

_KINDS = [
    ("int k = data[0]; int g = 4 / k;", "division", "4 / k"),
    ("int g = data[3] % data[4];", "division", "data[3] % data[4]"),
    ("int a[2] = int[](1, 2); int g = a[data[2] + 3];", "out-of-bounds", "a[data[2] + 3]"),
    ("int g = 1 << data[6];", "shift", "1 << data[6]"),
    ("int u; int g = u + 1;", "uninitialised", "u"),
    ("int g = int(sqrt(real[2]));", "domain", "sqrt(real[2])"),
    ("float big = real[3] * real[3]; int g = int(big);", "nan", "real[3] * real[3]"),
]


@pytest.mark.parametrize(("before", "kind", "excerpt"), _KINDS)
@pytest.mark.parametrize(
    "body", ["data[0] = g;", "barrier(); data[0] = g;"], ids=["alone", "together"]
)
def test_an_undefined_operation_is_named_with_its_place(
    before: str, kind: str, excerpt: str, body: str
) -> None:
    found = run_compute("glsl", body, before)
    assert isinstance(found, Trap), str(found)
    assert (found.kind, found.excerpt, found.line) == (kind, excerpt, 4)


def test_the_invocation_that_meets_it_is_named() -> None:
    before = "int g = 8 / (2 - int(gl_LocalInvocationIndex));"
    found = run_compute("glsl", "barrier(); data[gl_LocalInvocationIndex] = g;", before, size=4)
    assert isinstance(found, Trap)
    assert (found.kind, found.invocation) == ("division", (2, 0, 0))


@pytest.mark.parametrize("value", ["vec4(g)", "dFdx(vec4(g))"], ids=["alone", "together"])
def test_a_pixel_names_it_too(value: str) -> None:
    text = f"""#version 450
layout(location = 0) out vec4 colour;
int g = 6 / (2 - int(gl_FragCoord.x));
void main() {{ colour = {value}; }}"""
    shown = fragment("glsl", text)
    assert isinstance(shown.pixel(1, 1), tuple)
    found = shown.pixel(2, 1)
    assert isinstance(found, Trap)
    assert (found.kind, found.line, found.invocation[0]) == ("division", 3, 2)
    assert isinstance(shown.image(), Trap)


def test_a_global_variable_may_be_indexed_and_changed_by_another() -> None:
    before = "vec4 v = vec4(5, 6, 7, 8); int k = data[1]; float g = v[k + 1]; int old = k++;"
    assert numbers_after("glsl", "data[0] = int(g); data[1] = old; data[2] = k;", before)[:3] == (
        7,
        1,
        2,
    )


def test_a_function_of_the_shader_is_refused_there() -> None:
    with pytest.raises(
        Refused, match="the call of three in the initialiser of the global variable g"
    ):
        run_compute("glsl", "data[0] = g;", "int three() { return 3; }\nint g = three();")


def test_what_waits_for_other_pixels_is_refused_there() -> None:
    text = """#version 450
layout(location = 0) out vec4 colour;
float g = dFdx(gl_FragCoord.x);
void main() { colour = vec4(g); }"""
    with pytest.raises(
        Refused, match="the call of dFdx in the initialiser of the global variable g"
    ):
        fragment("glsl", text)
