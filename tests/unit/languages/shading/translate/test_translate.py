"""The entry point: languages and versions by name, what is no program, and that nothing depends on
the order of anything.
"""

from __future__ import annotations

import pytest
from helpers.translated import fragment, refused, same

from aberration.core.errors import BadInput, MalformedShader, Untranslatable
from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.languages.shading.translate import translate

PROGRAM = fragment("glsl", "void main() { colour = vec4(1.0); }")


@pytest.mark.parametrize(
    ("language", "version", "head"),
    [
        ("glsl", "", "#version 460\n"),
        ("glsl", 330, "#version 330\n"),
        ("glsl", "410", "#version 410\n"),
        ("glsl", "450 core", "#version 450\n"),
        ("essl", "", "#version 320 es\n"),
        ("essl", "310 es", "#version 310 es\n"),
        ("wgsl", "", "var<private>"),
        ("wgsl", 0, "var<private>"),
    ],
)
def test_versions_by_number_and_as_they_are_written(
    language: str, version: int | str, head: str
) -> None:
    made = translate(PROGRAM, language, version)
    assert made.language == language
    assert made.source.decode().startswith(head)
    assert made.name == PROGRAM.name


@pytest.mark.parametrize(
    ("language", "version"),
    [("hlsl", ""), ("glsl", 120), ("essl", 330), ("wgsl", 1), ("glsl", "new"), ("essl", "es")],
)
def test_what_is_no_language_or_version(language: str, version: int | str) -> None:
    if (language, version) == ("essl", "es"):
        assert translate(PROGRAM, language, version).source.startswith(b"#version 320 es")
        return
    with pytest.raises(BadInput) as caught:
        translate(PROGRAM, language, version)
    assert not isinstance(caught.value, Untranslatable)


def test_the_oldest_version_is_a_source_alone() -> None:
    assert refused(PROGRAM, "essl", 100).reason == "target version"
    old = fragment(
        "essl", "#version 100\nprecision mediump float;\nvoid main() { gl_FragColor = vec4(0.5); }"
    )
    assert "gl_FragColor" not in same(old, "essl", 300).source.decode()


def test_what_is_no_program() -> None:
    with pytest.raises(MalformedShader):
        translate(fragment("glsl", "void main() { colour = 1; }"), "wgsl")
    with pytest.raises(BadInput):
        translate(Program("c", "program", b"int main() { }"), "wgsl")


def test_vertex_shaders_are_not_translated() -> None:
    text = b"#version 330\nvoid main() { gl_Position = vec4(1.0); }"
    error = refused(Program("glsl", "vertex", text), "wgsl")
    assert error.reason == "stage"
    assert "a program for the vertex stage" in error.message


def test_compute_shaders_came_late() -> None:
    compute = Program(
        "glsl",
        "compute",
        b"#version 430\nlayout(local_size_x = 1) in;\nvoid main() { }\n",
        Inputs(),
    )
    assert refused(compute, "glsl", 420).reason == "target version"
    assert refused(compute, "essl", 300).reason == "target version"
    assert translate(compute, "essl", 310).stage == "compute"


def test_a_refusal_says_what_and_where() -> None:
    error = refused(
        fragment("glsl", "uniform sampler2D s;\nvoid main() { colour = texture(s, vec2(0.5)); }"),
        "wgsl",
    )
    assert error.reason == "textures"
    assert error.where == "shader:3:1"
    assert "uniform sampler2D s" in error.hint
    located = error.at("file")
    assert located.reason == "textures"
    assert located.where == "file: shader:3:1"


def test_a_construct_that_the_version_lacks_is_shown_in_the_source() -> None:
    tables = fragment(
        "glsl", "void main() {\n  int t[2][2];\n  t[1][1] = 1;\n  colour = vec4(t[1][1]);\n}"
    )
    error = refused(tables, "glsl", 330)
    assert error.reason == "target version"
    assert "4.30" in error.message
    assert error.where.startswith("shader:4:")


def test_wgsl_to_itself_is_the_same_program() -> None:
    made = translate(PROGRAM, "wgsl")
    assert translate(made, "wgsl") is made


def test_the_same_text_each_time() -> None:
    assert translate(PROGRAM, "wgsl").source == translate(PROGRAM, "wgsl").source
