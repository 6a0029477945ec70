"""The language's own variables against glslang's table."""

import re
from pathlib import Path

import pytest
from helpers.glslang_symbols import run_glslang

from aberration.languages.shading.builtins.row import Language, Stage
from aberration.languages.shading.checker.stage_variables import stage_variables

STAGES: dict[str, Stage] = {
    "frag": "fragment",
    "comp": "compute",
    "vert": "vertex",
    "geom": "geometry",
}
PROGRAMS: list[tuple[Language, int, str]] = [
    *(
        ("glsl", version, stage)
        for version in (110, 120, 130, 140, 150, 330, 400, 410, 420)
        for stage in ("frag", "vert")
    ),
    *(("glsl", version, "geom") for version in (150, 330, 400, 410, 420)),
    *(("glsl", version, stage) for version in (430, 440, 450, 460) for stage in STAGES),
    *(("essl", version, stage) for version in (100, 300) for stage in ("frag", "vert")),
    *(("essl", 310, stage) for stage in ("frag", "comp", "vert")),
    *(("essl", 320, stage) for stage in STAGES),
]
LEFT_OUT = {
    "the name is an extension's": r"(EXT|NV|ARB|AMD|OES|KHR|QCOM|INTEL|Ext)$|<",
    "the type is an extension's": r"int64_t|float16_t|structure",
    (
        "memory scopes and semantics (GL_KHR_memory_scope_semantics)"
    ): r"gl_(Scope|Semantics|StorageSemantics)",
    "cooperative matrices": r"gl_(CooperativeMatrix|Matrix(Use|Operands))",
    "blocks and their members, which the variables are in": r"gl_PerVertex|gl_in\b",
    "Vulkan's": r"gl_(VertexIndex|InstanceIndex)\b",
    "inputs, outputs and state of the fixed pipeline": (
        r"gl_(ClipPlane|ClipVertex|(Secondary)?Color|(Front|Back)(Secondary)?Color|(Eye|Object)Plane.|Fog\w*|Normal"
        r"|NormalScale|\w+Matrix\w*|TextureEnvColor|TexCoord|MultiTexCoord\d|Vertex)\b"
    ),
    "uniform state of the fixed pipeline": r"gl_DepthRange\b|gl_DepthRangeParameters",
}
IN_BLOCK = {"gl_Position", "gl_PointSize", "gl_ClipDistance", "gl_CullDistance"}
"""Of vertex and geometry shaders: glslang has them in a block."""


@pytest.mark.parametrize(("language", "version", "stage"), PROGRAMS)
def test_they_are_glslangs(language: Language, version: int, stage: str, tmp_path: Path) -> None:
    ending = " es" if language == "essl" and version >= 300 else ""
    (tmp_path / f"a.{stage}").write_text(f"#version {version}{ending}\nvoid main() {{}}\n")
    lines = run_glslang(["--dump-builtin-symbols", f"a.{stage}"], tmp_path).splitlines()
    theirs = {match[1]: line for line in lines if (match := re.match(r"(gl_\w+):", line.strip()))}
    table = stage_variables(language, version, STAGES[stage])
    in_block = IN_BLOCK if stage in ("vert", "geom") else set()
    assert set(table) - set(theirs) - in_block == set()
    missing = {name: line for name, line in theirs.items() if name not in table}
    assert [name for name, line in missing.items() if not is_left_out(f"{name} {line}")] == []


def is_left_out(text: str) -> bool:
    return any(
        re.search(pattern, word)
        for pattern in LEFT_OUT.values()
        for word in (text.split(" ")[0], text)
    )
