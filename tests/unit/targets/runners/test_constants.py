"""Which runners are given values of specialisation constants, and what the others get."""

from __future__ import annotations

from helpers.made_constants import made
from helpers.plain_runners import PlainRunner
from msgspec.structs import replace

from aberration.core.constants import Constant
from aberration.core.inputs import Inputs
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.spirv.assembly import assemble, disassemble
from aberration.languages.spirv.interpret.run import interpret
from aberration.targets.front_end import compile_glsl
from aberration.targets.runners.constants import NOT_GIVEN, with_taken_constants
from aberration.targets.runners.spirv.opt import SpirvOpt

MODULE = assemble("""
OpCapability Shader
OpMemoryModel Logical GLSL450
OpDecorate %own SpecId 4
%int = OpTypeInt 32 1
%own = OpSpecConstant %int 7
""")
GIVEN = Inputs(constants=(Constant("4", "int", 9),))


class Giving(PlainRunner):
    """A runner that gives them in two languages."""

    constants = frozenset(("spirv", "glsl"))


def test_a_runner_that_gives_them_gets_the_program_as_it_is() -> None:
    given = Program("spirv", "compute", MODULE, GIVEN)
    assert with_taken_constants(Giving(), given) is given
    text = Program("glsl", "compute", b"", GIVEN)
    assert with_taken_constants(Giving(), text) is text
    other = replace(text, language="wgsl")
    assert with_taken_constants(Giving(), other) == Rejected(NOT_GIVEN, unasked=True)


def test_any_other_gets_a_module_with_these_defaults() -> None:
    made = with_taken_constants(PlainRunner(), Program("spirv", "compute", MODULE, GIVEN))
    assert isinstance(made, Program)
    assert made.inputs == Inputs()
    assert "OpSpecConstant %2 9" in disassemble(made.source).replace("%int ", "%2 ")


def test_what_has_no_such_defaults_is_refused() -> None:
    text = Program("glsl", "compute", b"", GIVEN)
    assert with_taken_constants(PlainRunner(), text) == Rejected(NOT_GIVEN, unasked=True)
    plain = replace(text, inputs=Inputs())
    assert with_taken_constants(PlainRunner(), plain) is plain
    other = Inputs(constants=(Constant("4", "float", 9),))
    refused = with_taken_constants(PlainRunner(), Program("spirv", "compute", MODULE, other))
    assert isinstance(refused, Rejected)
    assert refused.message == "specialisation constant 4 is int, and float is given"


def test_an_optimiser_that_freezes_defaults_gets_them_in_the_module() -> None:
    runner = SpirvOpt()
    assert runner.constants == {"spirv"}
    runner._flags = ["--freeze-spec-const", "--ccp"]
    assert not runner.constants


def test_a_shader_that_is_compiled_keeps_the_values() -> None:
    program = made(0, "glsl")
    assert program.inputs.constants
    compiled = compile_glsl(program)
    assert compiled.inputs.constants == program.inputs.constants
    assert interpret(compiled) == execute(read(program.source, "glsl"), "compute", program.inputs)
