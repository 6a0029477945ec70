"""A whole text as C: what it holds, and what it leaves to Python."""

from __future__ import annotations

import pytest

from aberration.languages.shading.interpret.compiled import Compiled
from aberration.languages.shading.interpret.native.kinds import FLOAT, INT, Many, Row, Unsupported
from aberration.languages.shading.interpret.native.program import Program, write_program
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.read import read

_COMPUTE = """#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer B {{ int count; float more[]; }};
shared float held[4];
void main() {{ {body} }}
"""
_FRAGMENT = "#version 450\nlayout(location = {at}) out vec4 colour;\nvoid main() {{ {body} }}"


def _program(text: str) -> Program:
    compiled = Compiled(
        read(text, "glsl"), "compute" if "local_size" in text else "fragment", Options()
    )
    return write_program(compiled.text, compiled.shader, compiled.semantics)


def test_resources_and_shared_variables_have_their_kinds() -> None:
    found = _program(_COMPUTE.format(body="held[0] = more[0]; count = 1;"))
    assert found.resources == (Row((INT, Many(FLOAT, None))),)
    assert found.shared == (Many(FLOAT, 4),)
    assert not found.together


def test_invocations_that_wait_have_stacks_of_their_own() -> None:
    found = _program(_COMPUTE.format(body="held[0] = 1.0; barrier(); count = 1;"))
    assert found.together
    assert "swapcontext" in found.source
    assert "swapcontext" not in _program(_COMPUTE.format(body="count = 1;")).source


def test_memory_barriers_are_logged_where_somebody_waits() -> None:
    waiting = _program(_COMPUTE.format(body="count = 1; memoryBarrierBuffer(); barrier();"))
    assert "#define FENCED 1" in waiting.source
    assert "fence();" in waiting.source
    for body in (
        "count = 1; memoryBarrierBuffer();",
        "count = 1; memoryBarrierShared(); barrier();",
    ):
        assert "#define FENCED 0" in _program(_COMPUTE.format(body=body)).source


def test_a_built_in_function_that_c_lacks_is_asked_of_python() -> None:
    found = _program(
        _FRAGMENT.format(
            at=0, body="colour = vec4(unpackHalf2x16(packHalf2x16(vec2(0.5))), 0.0, 1.0);"
        )
    )
    assert len(found.hosted) == 2
    assert not _program(_FRAGMENT.format(at=0, body="colour = vec4(sin(gl_FragCoord.x));")).hosted


def test_text_is_the_same_each_time() -> None:
    text = _COMPUTE.format(body="held[0] = 1.0; barrier(); count = int(held[0]);")
    assert _program(text).source == _program(text).source


def test_what_is_left_to_python_is_named() -> None:
    text = "layout(std430, binding = 0) buffer Held { float f; };"
    with pytest.raises(Unsupported, match="a fragment shader with storage buffers"):
        _program(
            _FRAGMENT.format(at=0, body="colour = vec4(f);").replace(
                "void main", f"{text}\nvoid main"
            )
        )


def test_a_fragment_shader_without_a_colour_is_translated() -> None:
    assert "out[0]" not in _program(_FRAGMENT.format(at=1, body="colour = vec4(1.0);")).source
