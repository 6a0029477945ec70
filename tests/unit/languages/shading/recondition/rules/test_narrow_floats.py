"""Numbers that a smaller float type cannot hold. `real` holds 0, 1.5, -2, 3e38."""

from __future__ import annotations

import pytest
from helpers.reconditioned import repaired, unchanged


@pytest.mark.parametrize(
    "body",
    [
        "double d = real[3]; real[0] = float(d * 2.0lf);",
        "dvec2 d = dvec2(real[3], 1.0); real[0] = vec2(d * 2.0lf).x;",
        "dmat2 d = dmat2(real[3]) * 2.0lf; real[0] = mat2(d)[0].x;",
    ],
)
def test_doubles(body: str) -> None:
    assert repaired("nan", "glsl", body).reals[0] == 1.0


@pytest.mark.parametrize(
    "body",
    [
        "real[0] = f32(f16(real[3]));",
        "real[0] = f32(f16(data[6] * 9000));",
        "real[0] = f32(f16(u32(data[4])));",
        "real[0] = vec2f(vec2h(vec2f(real[3]))).x;",
    ],
)
def test_halves(body: str) -> None:
    assert repaired("nan", "wgsl", body, heading="enable f16;\n").reals[0] == 1.0


def test_what_fits_stays() -> None:
    unchanged("glsl", "double d = real[1]; real[0] = float(d / 3.0lf);")
    unchanged("wgsl", "real[0] = f32(f16(real[1]) * 3h);", heading="enable f16;\n")
