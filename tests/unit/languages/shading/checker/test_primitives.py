"""What geometry shaders say of the primitives that they take and give."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from helpers.geometry_texts import TEXTS, VERSIONS, geometry_text, language_of
from helpers.glslang_verdicts import verdicts

from aberration.core.errors import MalformedShader
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import Typing, check
from aberration.languages.shading.read import read
from aberration.languages.shading.types import Array

IN: Final = "layout(points) in;\n"
OUT: Final = "layout(points, max_vertices = 1) out;\n"
MAIN: Final = "void main() {}\n"
LEGAL: Final = {
    "lines": f"layout(lines) in;\n{OUT}in vec2 a[2];\nin Block {{ vec4 x; flat int n; }} b[];\n"
    "void main() { vec2 c = a[gl_in.length() - 1]; gl_Position = b[1].x; EndPrimitive(); }\n",
    "triangles": f"layout(triangles_adjacency) in;\n{OUT}"
    "void main() { gl_Position = gl_in[5].gl_Position; gl_PrimitiveID = gl_PrimitiveIDIn; }\n",
    "strip": f"{IN}layout(triangle_strip, max_vertices = 0) out;\nout vec3 a;\n"
    "void main() { a = vec3(gl_in[0].gl_PointSize); EmitVertex(); gl_Layer = 2; }\n",
    "invocations": f"layout(points, invocations = 4) in;\n{OUT}struct S {{ mat2 m; int n; }};\n"
    "flat out S s; void main() { s.n = gl_InvocationID; EmitStreamVertex(0); }\n",
}
ILLEGAL: Final = {
    "no input": (f"{OUT}{MAIN}", "the primitives that a geometry shader takes and gives"),
    "no output": (f"{IN}{MAIN}", "the primitives that a geometry shader takes and gives"),
    "no count": (f"{IN}layout(points) out;\n{MAIN}", "the primitives that a geometry shader"),
    "no array": (f"{IN}{OUT}in vec2 a;\n{MAIN}", "an array as the input of a geometry shader"),
    "size": (f"{IN}{OUT}in vec2 a[2];\n{MAIN}", "an array of 1, one for each vertex"),
    "block": (f"{IN}{OUT}in B {{ vec2 a; }} b;\n{MAIN}", "an array as the input"),
    "strip": (f"layout(line_strip) in;\n{OUT}{MAIN}", "`layout(line_strip) out;`"),
    "lines": (f"{IN}layout(lines, max_vertices = 1) out;\n{MAIN}", "`layout(lines) in;`"),
    "beyond": (f"{IN}{OUT}void main() {{ gl_Position = gl_in[1].gl_Position; }}", "[1]"),
}


def checked(text: str, version: str = "460", stage: Stage = "geometry") -> Typing:
    shader = read(f"#version {version}\n{text}", language_of(version), "a.geom")
    return check(shader.module, stage, shader.source)


@pytest.mark.parametrize("name", LEGAL)
def test_what_is_legal(name: str) -> None:
    checked(LEGAL[name])


@pytest.mark.parametrize("name", ILLEGAL)
def test_what_is_not(name: str) -> None:
    text, message = ILLEGAL[name]
    with pytest.raises(MalformedShader) as caught:
        checked(text)
    assert message in str(caught.value)


def test_glslang_says_the_same(tmp_path: Path) -> None:
    legal: list[Path] = []
    illegal: list[Path] = []
    for group, texts in ((legal, LEGAL), (illegal, {n: t for n, (t, _) in ILLEGAL.items()})):
        for name, text in texts.items():
            path = tmp_path / f"{len(group)}-{name.replace(' ', '_')}-{id(group)}.geom"
            path.write_text(f"#version 460\n{text}")
            group.append(path)
    found = verdicts([*legal, *illegal], tmp_path)
    assert {path: found[path] for path in legal} == {path: [] for path in legal}
    # Without a layout a shader is whole enough to be compiled, and is not linked.
    assert [path.name for path in illegal if not found[path] and "no_" not in path.name] == []


@pytest.mark.parametrize("version", VERSIONS)
def test_glslang_accepts_the_programs(version: str, tmp_path: Path) -> None:
    paths = []
    for number, body in enumerate(TEXTS.values()):
        path = tmp_path / f"{number}.geom"
        path.write_text(geometry_text(version, body))
        paths.append(path)
    assert verdicts(paths, tmp_path) == {path: [] for path in paths}


def test_inputs_have_an_element_for_each_vertex() -> None:
    typing = checked(LEGAL["lines"])
    sizes = {one.name: one.type.size for one in typing.symbols.values() if type(one.type) is Array}
    assert sizes == {"a": 2, "gl_in": 2, "b": 2}


@pytest.mark.parametrize("stage", ["vertex", "fragment", "compute"])
def test_other_stages_have_no_primitives(stage: Stage) -> None:
    with pytest.raises(MalformedShader, match=r"`layout\(points\) in or out;` in a geometry"):
        checked(IN, stage=stage)
    with pytest.raises(MalformedShader):
        checked("void main() { EmitVertex(); }", stage=stage)


def test_older_versions_have_none() -> None:
    with pytest.raises(MalformedShader, match="a layout identifier"):
        checked(IN, "310 es")
