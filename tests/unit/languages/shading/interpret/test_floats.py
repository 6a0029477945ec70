"""Floats: every operation rounded to 32 bits, against NumPy; infinities and NaN by policy."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from helpers.shading_runs import compute_text, reals_after, run_compute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

singles = st.floats(
    width=32, allow_nan=False, allow_infinity=False, min_value=-(2.0**60), max_value=2.0**60
)
_GLSL = "float a = real[0], b = real[1], c = real[2]; real[0] = {0}; real[1] = {1}; real[2] = {2};"
_WGSL = "let a = held.real[0]; let b = held.real[1]; let c = held.real[2];" + "".join(
    f"held.real[{k}] = {{{k}}};" for k in range(3)
)
_FORMS = ("a * b + c", "(a - b) * (c + a) - b", "-a + (b + c) * 0.1")


def model(a: np.float32, b: np.float32, c: np.float32) -> tuple[np.float32, ...]:
    return a * b + c, (a - b) * (c + a) - b, -a + (b + c) * np.float32(0.1)


_SHADERS = {
    language: read(
        compute_text(language, (_WGSL if language == "wgsl" else _GLSL).format(*_FORMS)), language
    )
    for language in ("glsl", "essl", "wgsl")
}


@pytest.mark.parametrize("language", list(_SHADERS))
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(values=st.tuples(singles, singles, singles))
def test_every_operation_is_rounded(language: str, values: tuple[float, float, float]) -> None:
    data = struct.pack("<8i4f", *[0] * 8, *values, 0.0)
    inputs = Inputs(buffers=(Buffer(0, data, (("int", 8), ("float", 4))),))
    found = Interpreter(_SHADERS[language], "compute", inputs).dispatch()
    assert isinstance(found, Buffers), str(found)
    with np.errstate(all="ignore"):
        expected = np.array(model(*[np.float32(value) for value in values]), dtype=np.float32)
    assert found.data[0][32:44] == expected.tobytes()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("real[0] = float(16777217);", 16777216.0),
        ("real[0] = float(data[5]);", -(2.0**31)),
        ("real[0] = float(uint(data[4]));", 2.0**32),
        ("real[0] = 0.1;", float(np.float32(0.1))),
        ("real[0] = vec3(1.0, 2.0, 3.0).zx.y;", 1.0),
        ("real[0] = mix(1.0, 5.0, 0.25);", 2.0),
        ("real[0] = floor(real[2] * 1.75) + fract(2.75);", -3.25),
        ("real[0] = dot(vec3(1.0, 2.0, 3.0), vec3(4.0, 5.0, 6.0));", 32.0),
        (
            (
                "mat2 m = mat2(1.0, 2.0, 3.0, 4.0); real[0] = (m * vec2(5.0, 6.0)).y + "
                "(vec2(5.0, 6.0) * m).y;"
            ),
            73.0,
        ),
        ("real[0] = (mat2(1.0, 2.0, 3.0, 4.0) * mat2(2.0))[1][1];", 8.0),
        ("real[0] = determinant(mat2(1.0, 2.0, 3.0, real[1]));", -4.5),
        ("real[0] = determinant(mat2(vec4(1.0, 2.0, 3.0, real[1])));", -4.5),
        ("real[0] = mat2(ivec4(1, 2, 3, 4))[1][0];", 3.0),
        ("real[0] = mat2(vec4(real[1]))[1][0];", 1.5),
        ("real[0] = transpose(mat2(1.0, 2.0, 3.0, 4.0))[0][1];", 3.0),
        ("float w; float f = modf(real[1], w); real[0] = f + w * 10.0;", 10.5),
        ("int e; float f = frexp(12.0, e); real[0] = f + float(e);", 4.75),
        ("real[0] = max(real[2], min(real[1], 9.0)) + clamp(real[1], 0.0, 1.0);", 2.5),
        ("real[0] = length(vec2(3.0, 4.0)) + sqrt(real[1] * 6.0);", 8.0),
        ("real[0] = uintBitsToFloat(floatBitsToUint(real[1]) + 0x800000u);", 3.0),
        ("real[0] = float(real[1] < 2.0 && !(real[2] > 0.0));", 1.0),
        ("real[0] = mix(vec2(1.0, 2.0), vec2(3.0, 4.0), bvec2(true, false)).x;", 3.0),
    ],
)
def test_values_worked_out_by_hand(body: str, expected: float) -> None:
    for language in ("glsl", "essl"):
        assert reals_after("glsl" if language == "glsl" else "essl", body)[0] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("real[0] = 1.0 / real[0];", math.inf),
        ("real[0] = real[2] / real[0];", -math.inf),
        ("real[0] = real[3] * real[3];", math.inf),
        ("real[0] = 0.0 * (1.0 / real[0]);", math.nan),
    ],
)
def test_infinities_and_nan_by_policy(body: str, expected: float) -> None:
    assert isinstance(run_compute("glsl", body), Trap)
    found = run_compute("glsl", body, options=Options(nonfinite="allow"))
    assert isinstance(found, Buffers)
    value = struct.unpack_from("<f", found.data[0], 32)[0]
    assert value == expected or (value != value and expected != expected)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("real[0] = real[1] / 3.0;", "division of floats"),
        ("real[0] = sin(real[1]);", "sin"),
        ("real[0] = real[1] * 3.0 + 1.0;", "a product and a sum that may be fused"),
    ],
)
def test_what_is_not_exact_says_so(body: str, reason: str) -> None:
    def reasons(language: LanguageName, text: str) -> tuple[str, ...]:
        shader = read(compute_text(language, text), language)
        return Interpreter(shader, "compute", Inputs(buffers=(Buffer(0, bytes(48)),))).inexact

    assert reason in reasons("glsl", body)
    assert reasons("glsl", "real[0] = real[1] + 3.0; real[2] = real[1] * 0.5;") == ()


@pytest.mark.parametrize(
    ("language", "statement"),
    [
        ("glsl", "data[0] = intBitsToFloat(63 + data[1]) == 0.0 ? 1 : 2;"),
        ("essl", "data[0] = floatBitsToInt(uintBitsToFloat(uint(data[1]) + 63u));"),
        ("wgsl", "held.data[0] = select(1, 2, bitcast<f32>(63 + held.data[1]) == 0.0);"),
    ],
)
def test_bits_of_a_subnormal_number_may_be_those_of_zero(
    language: LanguageName, statement: str
) -> None:
    """A false alarm: SwiftShader and NVIDIA compare such a number as zero, Mesa does not."""
    shader = read(compute_text(language, statement), language)
    inputs = Inputs(buffers=(Buffer(0, bytes(48), (("int", 8), ("float", 4))),))
    found = Interpreter(shader, "compute", inputs).dispatch()
    assert isinstance(found, Trap)
    assert found.kind == "domain"


def test_a_constant_that_may_be_flushed_is_refused() -> None:
    shader = read(compute_text("glsl", "real[0] = 1e-40;"), "glsl")
    inputs = Inputs(buffers=(Buffer(0, bytes(48), (("int", 8), ("float", 4))),))
    with pytest.raises(Refused, match="too small to be a normal number"):
        Interpreter(shader, "compute", inputs)
