"""Two parts side by side: what they give together, and which pairs are refused."""

from __future__ import annotations

import pytest
from helpers.fusing import COUNTS, TWICE, fused, fusion, kernel, pair, program, result

from aberration.core.errors import BadInput
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.languages.shading.tree import LanguageName

DISCARDS = "void main() { if (gl_FragCoord.x < 4.0) { discard; } colour = vec4(1.0); }"
DERIVES = "void main() { colour = vec4(dFdx(gl_FragCoord.x)); }"


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_both_parts_are_called_and_combined(language: LanguageName) -> None:
    text = fused(pair(language))
    assert text.count("a_main") >= 2
    assert text.count("floor(clamp(") == 2
    assert "floor((first + second) * 0.5)" in text


def test_old_outputs_become_variables_of_the_parts() -> None:
    head = "#version 100\nprecision highp float;\n"
    first = program(head + "void main() { gl_FragColor = vec4(0.25); }", "essl")
    second = program(head + "void main() { gl_FragData[0] = vec4(gl_FragCoord.x / 8.0); }", "essl")
    text = fused(fusion(first, second))
    assert "highp vec4 a_FragColor;" in text
    assert "b_FragData[0] = " in text
    assert "gl_FragColor = result" in text


def test_colours_of_fewer_components_get_the_others() -> None:
    head = "#version 330\nlayout(location = 0) out vec2 two;\n"
    first = program(head + "void main() { two = gl_FragCoord.xy / 8.0; }")
    second = program("#version 330\nout vec4 four;\nvoid main() { four = vec4(0.5); }")
    assert "vec4(a_two, 0.0, 1.0)" in fused(fusion(first, second))


def test_a_pixel_that_one_part_discards_is_discarded() -> None:
    made = fusion(program(DISCARDS), program(TWICE))
    fused(made)
    found = result(made.program("whole"))
    assert not isinstance(found, Buffers)
    assert found.data[:16] == bytes(16)
    assert found.data[16:20] != bytes(4)


def test_buffers_of_compute_shaders_stand_side_by_side() -> None:
    first = kernel("data[0] = 7;", (1, 2))
    second = kernel("data[1] = data[0] * 2;", (5, 0, 3))
    made = fusion(first, second, "together")
    fused(made)
    found = result(made.program("whole"))
    assert isinstance(found, Buffers)
    assert [len(data) for data in found.data] == [8, 12]
    assert found.data[0][:4] == bytes((7, 0, 0, 0))
    assert found.data[1][4:8] == bytes((10, 0, 0, 0))


def test_directives_of_both_parts_stay() -> None:
    first = program("#version 330\n#extension GL_ARB_gpu_shader5 : enable\n" + "out vec4 c;\n"
                    "void main() { c = vec4(1.0); }")  # fmt: skip
    second = program("#version 330\nout vec4 c;\nvoid main() { c = vec4(0.5); }")
    assert fused(fusion(second, first)).count("#extension GL_ARB_gpu_shader5 : enable") == 1


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (program(TWICE), program(COUNTS, "essl"), "one language and version"),
        (program(DISCARDS), program(DERIVES), "takes derivatives"),
        (kernel("data[0] = 1;", (1,)), kernel("data[0] = 1;", (1,), size=2), "of one size"),
    ],
)
def test_pairs_of_which_no_program_can_be_made_are_refused(
    first: Program, second: Program, said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        fusion(first, second)
