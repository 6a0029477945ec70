"""`aberration recondition` from the command line."""

from pathlib import Path

from helpers.command_line import aberration

TEXT = """#version 310 es
precision highp float;
layout(location = 0) out vec4 colour;
void main() {
    int x = int(gl_FragCoord.x) - 4; // zero in one column
    colour = vec4(vec3(16 / x) / 16.0, 1.0);
}
"""


def test_a_shader_is_repaired_and_each_place_explained(tmp_path: Path) -> None:
    file, repaired = tmp_path / "columns.frag", tmp_path / "repaired.frag"
    file.write_text(TEXT)
    ran = aberration("recondition", file, "--explain", "-o", repaired)
    assert (ran.code, ran.out) == (0, "")
    assert f"{file}:6:24: integer-division: " in ran.err
    assert "// zero in one column" in repaired.read_text()
    assert "16 / x" not in repaired.read_text()
    again = aberration("recondition", repaired)
    assert again.out.strip() == repaired.read_text().strip()
    assert "0 places rewritten" in again.err


def test_c_and_what_is_no_shader_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text("int main(void) { return 0; }\n")
    ran = aberration("recondition", file)
    assert (ran.code, ran.out) == (2, "")
    assert "expected a shader in GLSL, ESSL or WGSL" in ran.err
    assert "For C, `aberration check`" in ran.err
