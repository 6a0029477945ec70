"""Branches, loops, switches, OpPhi, discarded pixels, derivatives, limits, traces."""

from __future__ import annotations

from typing import Final

from helpers.interpret import compiled, dispatched, prepared, results, shader
from helpers.transform import ident, numbered

from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Trap

SWAPPING: Final = """
       OpBranch %head
       %head = OpLabel
       %a = OpPhi %uint %x %entry %b %continue
       %b = OpPhi %uint %y %entry %a %continue
       %k = OpPhi %uint %u0 %entry %next %continue
       OpLoopMerge %done %continue None
       OpBranch %test
       %test = OpLabel
       %more = OpULessThan %bool %k %z
       OpBranchConditional %more %continue %done
       %continue = OpLabel
       %next = OpIAdd %uint %k %u1
       OpBranch %head
       %done = OpLabel
       WRITE 0 %a
       WRITE 1 %b
       WRITE 2 %k
"""
SWITCHING: Final = """
       OpSelectionMerge %join None
       OpSwitch %x %other 1 %one 2 %two 3 %two 4294967295 %last
       %one = OpLabel
       OpBranch %two
       %two = OpLabel
       %t = OpPhi %uint %u0 %entry %u1 %one
       OpBranch %join
       %last = OpLabel
       OpBranch %join
       %other = OpLabel
       OpBranch %join
       %join = OpLabel
       %r = OpPhi %uint %t %two %u32 %last %u8 %other
       WRITE 0 %r
"""


def test_phis_are_assigned_at_once() -> None:
    found = results(compiled(SWAPPING), [(1, 2, n) for n in range(4)])
    assert [row[:3] for row in found] == [(1, 2, 0), (2, 1, 1), (1, 2, 2), (2, 1, 3)]


def test_switches_fall_through_and_have_a_default() -> None:
    found = results(compiled(SWITCHING), [(k & 0xFFFFFFFF, 0, 0) for k in (0, 1, 2, 3, 4, -1)])
    assert [row[0] for row in found] == [8, 1, 0, 0, 8, 32]


def test_deep_nesting_is_dispatched() -> None:
    """A hundred selections inside each other are more than Python's indentation allows."""
    head = "".join(
        f"%c{k} = OpUGreaterThan %bool %x %u{k % 4}\nOpSelectionMerge %j{k} None\n"
        f"OpBranchConditional %c{k} %t{k} %j{k}\n%t{k} = OpLabel\n"
        for k in range(120)
    )
    tail = "".join(f"OpBranch %j{k}\n%j{k} = OpLabel\n" for k in reversed(range(120)))
    data = shader(
        f"%var = OpVariable %local_uint Function %u0\n{head}OpStore %var %u8\n"
        f"{tail}%r = OpLoad %uint %var\nWRITE 0 %r"
    )
    assert [row[0] for row in results(data, [(3, 0, 0), (4, 0, 0)])] == [0, 8]


def test_the_step_limit_is_told_with_the_loop() -> None:
    data = shader(SWAPPING)
    assert isinstance(dispatched(data, [(1, 2, 50)], Options(steps=120)), Buffers)
    trap = dispatched(data, [(1, 2, 500)], Options(steps=120))
    assert isinstance(trap, Trap)
    assert trap.kind == "loop-limit"
    assert trap.block_id == ident("head")


def test_blocks_and_values_are_traced() -> None:
    options = Options(trace_blocks=True, trace_values=(ident("k"), ident("next"), ident("more")))
    interpreter = prepared(shader(SWAPPING), [(1, 2, 3)], options)
    assert isinstance(interpreter.dispatch(), Buffers)
    counts = {"entry": 1, "head": 4, "test": 4, "continue": 3, "done": 1}
    assert interpreter.entered_blocks() == {ident(name): count for name, count in counts.items()}
    assert interpreter.seen_values() == {
        ident("k"): [(0,), (1,), (2,), (3,)],
        ident("next"): [(1,), (2,), (3,)],
        ident("more"): [(True,), (True,), (True,), (False,)],
    }


def fragment(body: str, width: int = 4, height: int = 4) -> Interpreter:
    head = """
       OpCapability Shader
       %glsl = OpExtInstImport "GLSL.std.450"
       OpMemoryModel Logical GLSL450
       OpEntryPoint Fragment %main "main" %coord %colour
       OpExecutionMode %main OriginUpperLeft
       OpDecorate %coord BuiltIn FragCoord
       OpDecorate %colour Location 0
       %void = OpTypeVoid
       %main_type = OpTypeFunction %void
       %bool = OpTypeBool
       %float = OpTypeFloat 32
       %v4float = OpTypeVector %float 4
       %in_type = OpTypePointer Input %v4float
       %out_type = OpTypePointer Output %v4float
       %f0 = OpConstant %float 0
       %f1 = OpConstant %float 1
       %f2 = OpConstant %float 2
       %quarter = OpConstant %float 0.25
       %coord = OpVariable %in_type Input
       %colour = OpVariable %out_type Output
       %main = OpFunction %void None %main_type
       %entry = OpLabel
       %c = OpLoad %v4float %coord
       %cx = OpCompositeExtract %float %c 0
       %cy = OpCompositeExtract %float %c 1
    """
    data = assemble(numbered(f"{head}\n{body}\nOpReturn\nOpFunctionEnd"), (1, 0))
    return Interpreter(data, Inputs(width=width, height=height))


def test_an_image_of_coordinates() -> None:
    body = """
       %v = OpCompositeConstruct %v4float %cx %cy %f0 %f1
       %w = OpVectorTimesScalar %v4float %v %quarter
       OpStore %colour %w
    """
    image = fragment(body).image()
    assert isinstance(image, Image)
    assert image.data[:8] == bytes([32, 32, 0, 64, 96, 32, 0, 64])
    assert len(image.data) == 64


def test_derivatives_within_quads() -> None:
    body = """
       %xx = OpFMul %float %cx %cx
       %dx = OpDPdx %float %xx
       %dy = OpDPdy %float %cy
       %w = OpFwidth %float %cx
       %v = OpCompositeConstruct %v4float %dx %dy %w %f1
       OpStore %colour %v
    """
    interpreter = fragment(body)
    assert interpreter.pixel(0, 0) == (2.0, 1.0, 1.0, 1.0)
    assert interpreter.pixel(3, 3) == (6.0, 1.0, 1.0, 1.0)


DIVERGING: Final = """
       %left = OpFOrdLessThan %bool %cx %f1
       OpSelectionMerge %join None
       OpBranchConditional %left %yes %join
       %yes = OpLabel
       {inside}
       OpBranch %join
       %join = OpLabel
       %v = OpCompositeConstruct %v4float %f0 %f0 %f0 %f1
       OpStore %colour %v
"""


def test_a_derivative_for_some_pixels_of_a_quad_traps() -> None:
    interpreter = fragment(DIVERGING.format(inside="%d = OpDPdx %float %cy"))
    trap = interpreter.pixel(0, 0)
    assert isinstance(trap, Trap)
    assert (trap.kind, trap.result_id) == ("derivative", ident("d"))
    assert interpreter.pixel(2, 0) == (0.0, 0.0, 0.0, 1.0)


def test_a_discarded_pixel_is_transparent() -> None:
    interpreter = fragment(DIVERGING.format(inside="OpKill\n%dead = OpLabel"))
    assert interpreter.pixel(0, 0) is None
    assert interpreter.pixel(1, 0) == (0.0, 0.0, 0.0, 1.0)
    image = interpreter.image()
    assert isinstance(image, Image)
    assert image.data[:8] == bytes([0, 0, 0, 0, 0, 0, 0, 255])


def test_an_output_that_is_not_written_traps() -> None:
    trap = fragment("%unused = OpFAdd %float %cx %cy").pixel(1, 2)
    assert isinstance(trap, Trap)
    assert (trap.kind, trap.result_id, trap.invocation) == (
        "uninitialised",
        ident("colour"),
        (1, 2),
    )


def test_an_infinite_output_traps() -> None:
    big = (
        "%e = OpExtInst %float %glsl Exp2 %h\n"
        "%v = OpCompositeConstruct %v4float %e %e %e %e\nOpStore %colour %v"
    )
    body = f"%g = OpFMul %float %cx %cx\n%h = OpFMul %float %g %g\n{big}"
    interpreter = fragment(body)
    assert interpreter.pixel(1, 0) is not None
    trap = interpreter.pixel(3, 0)
    assert isinstance(trap, Trap)
    assert trap.kind == "nan"


def test_a_switch_with_many_cases() -> None:
    cases = " ".join(f"{3 * k} %case{k}" for k in range(700))
    blocks = "".join(
        f"%case{k} = OpLabel\nOpStore %var %n{k}\nOpBranch %join\n" for k in range(700)
    )
    numbers = "".join(f"%n{k} = OpConstant %uint {k + 1000}\n" for k in range(700))
    data = shader(
        f"%var = OpVariable %local_uint Function %u8\nOpSelectionMerge %join None\n"
        f"OpSwitch %x %join {cases}\n"
        f"{blocks}%join = OpLabel\n%r = OpLoad %uint %var\nWRITE 0 %r",
        globals_=numbers,
    )
    assert [row[0] for row in results(data, [(3 * k, 0, 0) for k in (0, 1, 350, 699)])] == [
        1000,
        1001,
        1350,
        1699,
    ]
    assert [row[0] for row in results(data, [(1, 0, 0), (2100, 0, 0)])] == [8, 8]


def test_a_long_row_of_blocks() -> None:
    row = "".join(
        f"OpBranch %b{k}\n%b{k} = OpLabel\n%s{k + 1} = OpIAdd %uint %s{k} %u1\n"
        for k in range(1500)
    )
    data = shader(f"%s0 = OpCopyObject %uint %x\n{row}WRITE 0 %s1500")
    assert [found[0] for found in results(data, [(3, 0, 0)])] == [1503]


LOOP_HEAD: Final = """
       %deep_i{k} = OpVariable %local_uint Function
       OpStore %deep_i{k} %u0
       OpBranch %deep_h{k}
       %deep_h{k} = OpLabel
       OpLoopMerge %deep_m{k} %deep_c{k} None
       OpBranch %deep_d{k}
       %deep_d{k} = OpLabel
       %deep_l{k} = OpLoad %uint %deep_i{k}
       %deep_t{k} = OpULessThan %bool %deep_l{k} %u1
       OpBranchConditional %deep_t{k} %deep_b{k} %deep_m{k}
       %deep_b{k} = OpLabel
"""
LOOP_TAIL: Final = """
       OpBranch %deep_c{k}
       %deep_c{k} = OpLabel
       %deep_a{k} = OpLoad %uint %deep_i{k}
       %deep_p{k} = OpIAdd %uint %deep_a{k} %u1
       OpStore %deep_i{k} %deep_p{k}
       OpBranch %deep_h{k}
       %deep_m{k} = OpLabel
"""


def test_loops_in_loops_deeper_than_python_nests_them() -> None:
    heads = "".join(LOOP_HEAD.format(k=k) for k in range(30))
    tails = "".join(LOOP_TAIL.format(k=k) for k in reversed(range(30)))
    count = "%v = OpLoad %uint %n\n%w = OpIAdd %uint %v %u1\nOpStore %n %w\n"
    variable = "%n = OpVariable %local_uint Function %u0\n"
    data = shader(f"{variable}{heads}{count}{tails}%r = OpLoad %uint %n\nWRITE 0 %r")
    assert [found[0] for found in results(data, [(0, 0, 0)])] == [1]
