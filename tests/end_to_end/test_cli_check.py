from pathlib import Path

from helpers.command_line import CORPUS, aberration, rows

OVERFLOW = """\
#include <limits.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int most = INT_MAX;
  printf("%d\\n", most + argc);
  return 0;
}
"""
DIVIDES = """\
#version 310 es
precision highp float;
layout(location = 0) out vec4 colour;
void main() {
  int x = int(gl_FragCoord.x);
  colour = vec4(float(100 / x) / 100.0, 0.0, 0.0, 1.0);
}
"""


def results(ran_json: dict[str, object]) -> dict[str, str]:
    return {str(row["name"]): str(row["result"]) for row in rows(ran_json["checks"])}


def test_a_good_shader_passes_everything() -> None:
    ran = aberration("check", CORPUS / "references" / "gcd_grid.frag", "--json")
    assert ran.code == 0
    found = results(ran.json)
    assert [found[name] for name in ("compiles", "readable", "valid", "consistent")] == [
        "passed"
    ] * 4
    assert found["steady on swiftshader"] == "passed"
    assert found["alike on all drivers"] == "passed"
    assert found["undefined behaviour"] == "passed"


def test_a_damaged_module_is_wrong(tmp_path: Path) -> None:
    module = (CORPUS / "spirv" / "references" / "gcd_grid.spv").read_bytes()
    (tmp_path / "cut.spv").write_bytes(module[:400])
    ran = aberration("check", tmp_path / "cut.spv", "--json")
    assert ran.code == 1
    assert results(ran.json) == {"readable": "failed", "valid": "failed"}
    assert "aberration check" not in ran.out


def test_an_undefined_operation_of_a_shader_is_named(tmp_path: Path) -> None:
    (tmp_path / "divides.frag").write_text(DIVIDES)
    ran = aberration("check", tmp_path / "divides.frag", "--json")
    assert ran.code == 1
    assert results(ran.json)["undefined behaviour"] == "failed"
    told = next(
        str(row["detail"])
        for row in rows(ran.json["checks"])
        if row["name"] == "undefined behaviour"
    )
    assert told.startswith("division: the divisor is 0: %")
    assert "OpSDiv" in told
    assert told.endswith("invocation (0, 0)")


def test_undefined_c_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "overflow.c").write_text(OVERFLOW)
    ran = aberration("check", tmp_path / "overflow.c")
    assert ran.code == 1
    assert "overflow.c:5:3: runtime error: signed integer overflow" in ran.out


def test_defined_c_passes(tmp_path: Path) -> None:
    (tmp_path / "fine.c").write_text(OVERFLOW.replace("most + argc", "most - argc"))
    ran = aberration("check", tmp_path / "fine.c", "--json")
    assert ran.code == 0
    assert "passed" in results(ran.json).values()


def test_c_that_does_not_compile_was_not_checked(tmp_path: Path) -> None:
    (tmp_path / "bad.c").write_text("int main(void) { return lost; }\n")
    ran = aberration("check", tmp_path / "bad.c")
    assert ran.code == 2
    assert "no check could run" in ran.err


def test_wgsl_is_typed_and_interpreted(tmp_path: Path) -> None:
    path = tmp_path / "a.wgsl"
    path.write_text("@compute @workgroup_size(1) fn main() {}")
    ran = aberration("check", path)
    assert ran.code == 0
    assert "none in 1 of 1 invocations" in ran.out
    path.write_text("@compute @workgroup_size(1) fn main() { let a: u32 = 1.5; }")
    ran = aberration("check", path)
    assert ran.code == 1
    assert "a.wgsl:1:54: expected 'u32'" in ran.out
