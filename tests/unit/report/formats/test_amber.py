"""AmberScript of a case."""

import msgspec
import pytest
from helpers.corpus import compute_modules, reference_modules

from aberration.core.constants import Constant
from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.oracle import Agree, Expected, Same
from aberration.core.outcome import Buffers
from aberration.core.program import Program, Stage
from aberration.core.recipe import Recipe, TestCase
from aberration.languages.spirv.disassembler import disassemble
from aberration.report.formats.amber import write
from aberration.targets.front_end import compile_glsl

INPUTS = Inputs(
    (Uniform("u", b"\1\0\0\0\2\0\0\0", 3), Uniform("p", b"\7\0\0\0", push_constant=True)),
    (Buffer(1, b"\0\0\x80?\0\0\0@", (("float", 2),)),),
    64,
    32,
    (4, 2, 1),
)


def case(module: bytes, stage: Stage) -> TestCase:
    program = Program("spirv", stage, module, INPUTS)
    return TestCase(Recipe("m", 1, {}), {"reference": program, "variant": program}, Same())


FRAGMENT = case(reference_modules()[0][1], "fragment")
COMPUTE = case(compute_modules()[0][1], "compute")


def lines(given: TestCase) -> list[str]:
    return write(given, {})["test.amber"].splitlines()


def test_a_fragment_case_draws_both_and_compares_the_images() -> None:
    script = lines(FRAGMENT)
    assert script[0] == "#!amber"
    assert script.count("SHADER vertex full_screen PASSTHROUGH") == 1
    assert "  FRAMEBUFFER_SIZE 64 32" in script
    assert "RUN variant DRAW_RECT POS 0 0 SIZE 64 32" in script
    assert script[-1] == "EXPECT reference_image RMSE_BUFFER variant_image TOLERANCE 1"


def test_the_shader_is_the_whole_assembly() -> None:
    text = "\n".join(lines(FRAGMENT))
    assert disassemble(FRAGMENT.programs["variant"].source).strip() in text


def test_a_compute_case_dispatches_both_and_compares_the_buffers() -> None:
    script = lines(COMPUTE)
    assert "RUN reference 4 2 1" in script
    assert "BUFFER variant_storage_0 DATA_TYPE float DATA" in script
    assert "  1.0 2.0" in script
    assert "  BIND BUFFER variant_storage_0 AS storage DESCRIPTOR_SET 0 BINDING 1" in script
    assert script[-1] == "EXPECT reference_storage_0 EQ_BUFFER variant_storage_0"


def test_uniforms_and_push_constants_are_bound() -> None:
    script = lines(COMPUTE)
    assert "  BIND BUFFER reference_uniform_0 AS uniform DESCRIPTOR_SET 0 BINDING 3" in script
    assert "  BIND BUFFER reference_push_constants AS push_constant" in script
    assert (
        script[script.index("BUFFER reference_push_constants DATA_TYPE uint32 DATA") + 1] == "  7"
    )


def test_constants_are_given_as_words() -> None:
    given = msgspec.structs.replace(
        COMPUTE.programs["variant"],
        inputs=msgspec.structs.replace(
            INPUTS, constants=(Constant("3", "int", 0xFFFFFFFF), Constant("4", "float", 0x3F800000))
        ),
    )
    programs = {"reference": COMPUTE.programs["reference"], "variant": given}
    script = lines(msgspec.structs.replace(COMPUTE, programs=programs))
    told = "SPECIALIZE 3 AS uint32 4294967295 SPECIALIZE 4 AS uint32 1065353216"
    assert f"  ATTACH variant_shader {told}" in script
    assert "  ATTACH reference_shader" in script


def test_one_program_alone_is_run_and_a_known_result_expected() -> None:
    program = COMPUTE.programs["variant"]
    alone = TestCase(Recipe("m", 1, {}), {"program": program}, Agree())
    assert lines(alone)[-2:] == ["RUN program 4 2 1", ""]
    known = msgspec.structs.replace(alone, oracle=Expected(Buffers((b"\0\0\0@\0\0\x80@",))))
    assert lines(known)[-4:] == [
        "BUFFER wanted_0 DATA_TYPE float DATA",
        "  2.0 4.0",
        "END",
        "EXPECT program_storage_0 EQ_BUFFER wanted_0",
    ]


def test_what_vulkan_refuses_is_refused() -> None:
    text = b"#version 330\nuniform float a; out vec4 c;\nvoid main() { c = vec4(a); }\n"
    loose = {role: Program("glsl", "fragment", text) for role in ("reference", "variant")}
    with pytest.raises(BadInput, match="glslang refuses the shader"):
        write(TestCase(Recipe("m", 1, {}), loose, Same()), {})


@pytest.mark.parametrize("language", ["glsl", "spirv"])
def test_an_array_of_blocks_is_refused(language: str) -> None:
    text = b"""#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer S { uint s; } all_of[2];
void main() { all_of[1].s = 1u; }
"""
    buffers = (Buffer(0, bytes(4)), Buffer(1, bytes(4)))
    program = Program("glsl", "compute", text, Inputs(buffers=buffers))
    program = program if language == "glsl" else compile_glsl(program)
    given = TestCase(Recipe("m", 1, {}), {"reference": program, "variant": program}, Same())
    with pytest.raises(BadInput, match="an array of blocks"):
        write(given, {})
