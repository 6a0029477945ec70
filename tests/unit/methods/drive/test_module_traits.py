"""What is read from a module."""

from __future__ import annotations

import pytest
from helpers.shading_runs import needs_compiler

from aberration.core.program import Program, Stage
from aberration.methods.drive.module_traits import module_traits
from aberration.targets.front_end import compile_glsl

pytestmark = needs_compiler
PLAIN = "layout(location = 0) out vec4 colour; void main() { colour = vec4(1.0); }"
STORES = "layout(binding = 0) buffer Data { uint data[]; }; "
SIZED = "layout(local_size_x = 1) in; "


@pytest.mark.parametrize(
    ("text", "stage", "seen", "has"),
    [
        (PLAIN, "fragment", set(), set()),
        (
            PLAIN.replace("1.0", "float(gl_HelperInvocation)"),
            "fragment",
            {"helpers"},
            {"constants"},
        ),
        (
            f"{SIZED}{STORES}void main() {{ data[0] = gl_NumWorkGroups.x; }}",
            "compute",
            {"invocations", "groups"},
            {"buffers"},
        ),
    ],
)
def test_what_a_module_could_see_and_what_it_has(
    text: str, stage: Stage, seen: set[str], has: set[str]
) -> None:
    found = module_traits(compile_glsl(Program("glsl", stage, f"#version 450\n{text}".encode())))
    assert ({*found.seen}, {*found.has}) == (seen, has)
