"""Every format is registered, writes what it can hold, and names what it cannot."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from helpers import vertices
from helpers.storage_images import image_of
from helpers.webgl import ESSL_100, ESSL_300
from helpers.wgsl import shader

from aberration.core.constants import Constant
from aberration.core.inputs import read_inputs
from aberration.core.oracle import Agree, Expected, Same
from aberration.core.outcome import Image
from aberration.core.program import Program, load_program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.textures import Texture
from aberration.languages.spirv.assembly import assemble
from aberration.report import formats
from aberration.report.formats.registry import FORMATS, export

HEADER_BYTES = 20
MODULE = Path(__file__).parents[4] / "corpus/spirv/references/gcd_grid.spv"


def case(program: Program) -> TestCase:
    return TestCase(Recipe("m", 1, {}), {"reference": program, "variant": program}, Same())


def test_every_format_is_registered() -> None:
    folder = Path(str(formats.__file__)).parent
    modules = {path.stem for path in folder.glob("*.py")} - {
        "__init__",
        "format",
        "numbers",
        "registry",
        "supply",
    }
    assert modules == {one.write.__module__.rpartition(".")[2] for one in FORMATS}


@pytest.mark.parametrize("program", [ESSL_100, ESSL_300], ids=["100", "300"])
def test_a_shader_of_webgl_is_written_in_all_but_vulkan_formats(program: Program) -> None:
    exported = export(case(program), {})
    suffix = {
        "files/reference.frag",
        "files/reference.json",
        "files/variant.frag",
        "files/variant.json",
    }
    pages = {"test.shadertrap", "reference.shader_test", "variant.shader_test", "test.html"}
    assert set(exported.files) == suffix | pages
    assert set(exported.refused) == {"AmberScript"}


def test_textures_are_in_the_page_and_in_plain_files_alone() -> None:
    inputs = msgspec.structs.replace(ESSL_300.inputs, textures=(Texture("t", number=7),))
    exported = export(case(msgspec.structs.replace(ESSL_300, inputs=inputs)), {})
    assert {"test.html", "files/variant.json"} < set(exported.files)
    assert read_inputs(exported.files["files/variant.json"], "x").textures == inputs.textures
    told = "it has no textures that are made of a number"
    assert exported.refused == dict.fromkeys(("AmberScript", "ShaderTrap", "shader_test"), told)


def test_values_of_constants_are_in_no_format_of_opengl() -> None:
    inputs = msgspec.structs.replace(ESSL_300.inputs, constants=(Constant("3", "int", 7),))
    exported = export(case(msgspec.structs.replace(ESSL_300, inputs=inputs)), {})
    assert read_inputs(exported.files["files/variant.json"], "x").constants == inputs.constants
    told = "it cannot give values to specialisation constants"
    assert "test.html" not in exported.files
    assert {name for name, why in exported.refused.items() if why == told} == {
        "ShaderTrap",
        "shader_test",
    }


def test_storage_images_are_in_plain_files_alone() -> None:
    images = (image_of("r32ui", (2, 2, 1)),)
    inputs = msgspec.structs.replace(ESSL_300.inputs, buffers=images)
    exported = export(case(msgspec.structs.replace(ESSL_300, inputs=inputs)), {})
    assert read_inputs(exported.files["files/variant.json"], "x").buffers == images
    assert {*exported.refused} == {"AmberScript", "ShaderTrap", "shader_test", "HTML"}
    assert {*exported.refused.values()} == {"it has no storage images"}


@pytest.mark.parametrize(("dialect", "suffix"), [("300 es", "vert"), ("wgsl", "wgsl")])
def test_vertex_programs_are_in_the_page_and_in_plain_files_alone(
    dialect: str, suffix: str
) -> None:
    made = vertices.wgsl((8, 8)) if dialect == "wgsl" else vertices.glsl(dialect, (8, 8))
    exported = export(case(made[0].program), {})
    assert {"test.html", f"files/variant.{suffix}"} < set(exported.files)
    again = read_inputs(exported.files["files/variant.json"], "x")
    assert again.attributes == made[0].program.inputs.attributes
    told = "it cannot draw a point for each pixel"
    assert exported.refused == dict.fromkeys(("AmberScript", "ShaderTrap", "shader_test"), told)


def test_wgsl_is_refused_by_name_where_no_tool_takes_it() -> None:
    exported = export(case(shader("lattice")), {})
    assert "test.html" in exported.files
    assert exported.refused == {
        "AmberScript": "Amber takes no WGSL",
        "ShaderTrap": "ShaderTrap takes no WGSL",
        "shader_test": "Piglit takes no WGSL",
    }


def test_c_has_a_makefile_alone_and_nothing_is_said_of_others() -> None:
    program = Program("c", "program", b"int main(void) { return 0; }\n")
    exported = export(TestCase(Recipe("m", 1, {}), {"program": program}, Agree()), {})
    assert set(exported.files) == {"c/Makefile", "c/program.c"}
    assert (exported.refused, exported.commands) == ({}, ("make -C c",))


def test_modules_are_written_as_the_assembler_takes_them() -> None:
    module = load_program(MODULE)
    exported = export(case(module), {})
    text = exported.files["files/variant.spvasm"]
    assert assemble(text)[HEADER_BYTES:] == module.source[HEADER_BYTES:]
    assert "amber test.amber" in exported.commands


def test_a_known_image_is_probed_in_the_rows_of_each_tool() -> None:
    width, height = ESSL_300.inputs.width, ESSL_300.inputs.height
    rows = b"".join(bytes((row, 0, 0, 255)) * width for row in range(height))
    known = TestCase(
        Recipe("m", 1, {}), {"program": ESSL_300}, Expected(Image(width, height, "rgba8", rows))
    )
    files = export(known, {}).files
    trap = re.findall(r"RECTANGLE (\d+) (\d+) 1 1 EXPECTED (\d+) 0 0 255", files["test.shadertrap"])
    assert len(trap) >= 30
    assert all(int(y) == height - 1 - int(red) for _, y, red in trap)
    probes = re.findall(r"probe rgba (\d+) (\d+) ([\d.]+) ", files["program.shader_test"])
    assert len(probes) == len(trap)
    assert all(round(float(red) * 255) == int(y) for _, y, red in probes)


def test_no_text_of_a_program_can_end_the_script_of_the_page() -> None:
    source = ESSL_100.source + b"// </script><script>alert(1)</script>\n"
    page = export(case(Program("essl", "fragment", source, ESSL_100.inputs)), {}).files["test.html"]
    assert page.count("</script>") == 2
    assert "&lt;/script&gt;" in page
