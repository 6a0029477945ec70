"""The program in a report."""

from aberration.core.oracle import Agree, Same
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.languages.spirv.assembly import assemble
from aberration.report.program_text import program_block, seed_block

MODULE = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %1 "main"
OpExecutionMode %1 LocalSize 1 1 1
%2 = OpTypeVoid
%3 = OpTypeFunction %2
%1 = OpFunction %2 None %3
%4 = OpLabel
OpReturn
OpFunctionEnd
"""


def case(program: Program) -> TestCase:
    return TestCase(
        Recipe("toy", 1, {}),
        {"reference": program, "variant": program, "program": program},
        Agree(),
    )


def test_text_is_shown_as_it_is() -> None:
    shown = program_block(case(Program("c", "program", b"int main(void) { return 0; }\n")))
    assert shown == "```c\nint main(void) { return 0; }\n```"


def test_spirv_is_shown_as_assembly() -> None:
    given = case(Program("spirv", "compute", assemble(MODULE)))
    shown = program_block(TestCase(given.recipe, given.programs, Same()))
    assert shown.startswith("```spirv\n")
    assert "OpEntryPoint GLCompute" in shown


def test_fences_in_a_text_do_not_end_the_block() -> None:
    shown = program_block(case(Program("glsl", "fragment", b"// ```\nvoid main() {}")))
    assert shown.startswith("````glsl\n")


def test_long_programs_and_what_cannot_be_read_are_left_out() -> None:
    assert program_block(case(Program("c", "program", b"int x;\n" * 99))) == ""
    assert program_block(case(Program("spirv", "fragment", b"\0\1"))) == ""


def test_the_seed_is_shown_where_it_was_only_rewritten() -> None:
    rewritten = case(Program("essl", "compute", b"guarded\n"))
    seed = Program("essl", "compute", b"as generated\n")
    recipe = Recipe("toy", 1, {"seed": seed})
    assert seed_block(rewritten) == ""
    assert seed_block(TestCase(recipe, rewritten.programs, Agree())) == "```glsl\nas generated\n```"
    assert seed_block(TestCase(recipe, case(seed).programs, Agree())) == ""
    translated = case(Program("wgsl", "compute", b"guarded\n"))
    assert seed_block(TestCase(recipe, translated.programs, Agree())) == ""
