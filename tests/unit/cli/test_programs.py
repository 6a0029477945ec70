from pathlib import Path

import pytest

from aberration.cli.programs import check_readable, names_case, read_forms, read_source
from aberration.core.errors import BadInput, MalformedAssembly, MalformedModule
from aberration.core.program import Program

SHADER = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%type = OpTypeFunction %void
%main = OpFunction %void None %type
%entry = OpLabel
OpReturn
OpFunctionEnd
"""


def test_assembly_comes_as_a_module_with_its_inputs(tmp_path: Path) -> None:
    (tmp_path / "x.spvasm").write_text(SHADER)
    (tmp_path / "x.json").write_text('{"$compute": {"num_groups": [3, 1, 1]}}')
    program = read_source(tmp_path / "x.spvasm")
    assert (program.language, program.stage, program.inputs.groups) == (
        "spirv",
        "compute",
        (3, 1, 1),
    )
    check_readable(program, tmp_path / "x.spvasm")


def test_an_error_in_assembly_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "x.spvasm"
    path.write_text(SHADER.replace("OpReturn", "OpRetur"))
    with pytest.raises(MalformedAssembly, match=r"x\.spvasm: line 10"):
        read_source(path)


def test_a_cut_module_names_file_and_word() -> None:
    program = Program(
        "spirv", "fragment", bytes.fromhex("03022307 00000100 00000000 05000000 00000000 11000200")
    )
    with pytest.raises(MalformedModule, match=r"cut\.spv: word 5"):
        check_readable(program, Path("cut.spv"))


def test_glsl_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "x.comp").write_text("#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n")
    assert read_forms(tmp_path / "x.comp")["spirv"]().language == "spirv"


def test_an_error_in_glsl_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "x.comp").write_text("#version 450\nvoid main() { lost; }\n")
    with pytest.raises(BadInput, match=r"x\.comp:2"):
        read_forms(tmp_path / "x.comp")["spirv"]()


def test_what_names_a_case(tmp_path: Path) -> None:
    assert names_case(tmp_path)
    assert names_case(tmp_path / "case.json")
    assert not names_case(tmp_path / "x.spv")
