"""Where a mistake may come of an extension that we do not know, the message says so."""

import pytest

from aberration.core.errors import MalformedShader
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

GROUPS = "void main() { subgroupBarrier(); }"
SUM = "@compute @workgroup_size(1) fn f() { let a = subgroupAdd(1u); }"


def message(text: str, language: LanguageName) -> str:
    shader = read(text, language, "x")
    with pytest.raises(MalformedShader) as caught:
        check(shader.module, "compute", shader.source)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "language", "names"),
    [
        (
            f"#version 450\n#extension GL_EXT_ray_query : require\n{GROUPS}",
            "glsl",
            "GL_EXT_ray_query",
        ),
        (
            f"#version 450\n#extension GL_b : warn\n#extension GL_a : enable\n{GROUPS}",
            "glsl",
            "GL_a, GL_b",
        ),
        (f"enable primitive_index; {SUM}", "wgsl", "primitive_index"),
        (f"requires subgroup_id, swizzle_assignment; {SUM}", "wgsl", "subgroup_id"),
    ],
)
def test_unknown_extensions_are_named(text: str, language: LanguageName, names: str) -> None:
    assert f"What {names} brings is not supported." in message(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (f"#version 450\n{GROUPS}", "glsl"),
        (f"#version 450\n#extension GL_EXT_ray_query : disable\n{GROUPS}", "glsl"),
        (
            (
                f"#version 330\n#extension GL_ARB_gpu_shader5 : enable\n"
                f"#extension all : warn\n{GROUPS}"
            ),
            "glsl",
        ),
        (f"#version 330 compatibility\n{GROUPS}", "glsl"),
        (f"enable f16; requires pointer_composite_access; {SUM}", "wgsl"),
    ],
)
def test_known_ones_and_none_are_not(text: str, language: LanguageName) -> None:
    assert "is not supported" not in message(text, language)
