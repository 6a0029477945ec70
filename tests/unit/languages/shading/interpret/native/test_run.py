"""Loaded C with its inputs."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.shading_runs import compute_inputs, compute_text, needs_compiler

from aberration.core.inputs import Inputs
from aberration.core.outcome import PixelFormat
from aberration.languages.shading.interpret.compiled import Compiled
from aberration.languages.shading.interpret.native.run import (
    DISCARDED,
    DONE,
    ENDLESS,
    TRAPPED,
    Drawn,
    Native,
    image_bytes,
)
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import pixel_bytes
from aberration.languages.shading.interpret.supply import Supply
from aberration.languages.shading.read import read

pytestmark = needs_compiler
_FRAGMENT = "#version 450\nlayout(location = 0) out vec4 colour;\nvoid main() {{ {body} }}"


def _fragments(body: str, turns: int = 100) -> Native:
    compiled = Compiled(read(_FRAGMENT.format(body=body), "glsl"), "fragment", Options(turns=turns))
    native = Native(compiled)
    assert native.open(Supply(compiled.shader, Inputs()).resources(), logging=False)
    return native


def test_pixels_are_drawn_until_one_fails() -> None:
    drawn = _fragments("if (gl_FragCoord.x > 2.0) colour = vec4(1.0); colour.x = 1.0;").draw(
        2, 0, 3, (8, 8)
    )
    assert (drawn.done, drawn.failure) == (3, DONE)
    drawn = _fragments("if (gl_FragCoord.x < 2.0) colour = vec4(0.5);").draw(0, 0, 4, (8, 8))
    assert (drawn.done, drawn.failure) == (2, TRAPPED)
    assert drawn.colours[:2].tolist() == [[0.5] * 4] * 2


def test_how_an_invocation_ends_is_told() -> None:
    assert _fragments("while (true) { colour.x = 1.0; }").draw(0, 0, 2, (2, 1)).failure == ENDLESS
    assert _fragments("discard;").draw(0, 0, 2, (2, 1)).ends.tolist() == [DISCARDED] * 2


def test_quads_become_rows() -> None:
    body = "colour = vec4(gl_FragCoord.xy, dFdx(gl_FragCoord.x), 1.0);"
    colours, ends = _fragments(body).draw(0, 0, 2, (4, 2)).rows()
    assert colours[..., 0].tolist() == [[0.5, 1.5, 2.5, 3.5]] * 2
    assert colours[..., 1].tolist() == [[0.5] * 4, [1.5] * 4]
    assert ends.tolist() == [[DONE] * 4] * 2


_PIXELS: tuple[PixelFormat, ...] = ("rgba8", "rgba32f")


@pytest.mark.parametrize("pixels", _PIXELS)
def test_the_bytes_of_an_image_are_those_of_its_pixels(pixels: PixelFormat) -> None:
    random = np.random.default_rng(7)
    colours = random.uniform(-0.5, 1.5, (6, 5, 4)).astype(np.float32).astype(np.float64)
    colours[0, 0] = (0.0, -0.0, 1.0, 0.5)
    ends = random.choice([DONE, DISCARDED], (6, 5))
    expected = b""
    for end, (red, green, blue, alpha) in zip(
        ends.flat, colours.reshape(-1, 4).tolist(), strict=True
    ):
        expected += pixel_bytes(None if end == DISCARDED else (red, green, blue, alpha), pixels)
    assert image_bytes(colours, ends, pixels) == expected


def test_buffers_change_and_come_back() -> None:
    text = compute_text("glsl", "data[1] = data[2] * 21; real[0] = 0.5;")
    compiled = Compiled(read(text, "glsl"), "compute", Options())
    native = Native(compiled)
    native.open(Supply(compiled.shader, compute_inputs()).resources(), logging=True)
    assert native.work(0, (0, 0, 0), (1, 1, 1), "forward") == DONE
    ((numbers, reals),) = native.resources()
    native.close()
    assert numbers[:3] == [0, 42, 2]
    assert reals[:2] == [0.5, 1.5]


def test_a_row_without_failure() -> None:
    assert Drawn(8, together=True).failure == DONE
