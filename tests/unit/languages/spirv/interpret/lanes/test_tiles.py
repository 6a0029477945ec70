"""Both engines on the same images: bit by bit the same pixels, or the same trap."""

from __future__ import annotations

import msgspec
import pytest
from helpers.corpus import programs
from helpers.fragments import FUNCTIONS, RandomShader, both, emitted, fragment, lanes_of, optimised

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.outputs import pixel_bytes
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Refused, Trap

FEW = ("ackermann_stack", "discard_lattice.opt", "seven_segments", "sine_waves.opt", "wide_multiply", "voxel_march.opt")
FRAGMENTS = {program.name: program for kind in ("references", "donors") for program in programs(kind)}


def _same_pixels(name: str, every: int) -> None:
    """Compare all pixels of every n-th row of the full image."""
    program = FRAGMENTS[name]
    interpreter = Interpreter(program.source, program.inputs)
    tiles = interpreter.tiles()
    assert tiles is not None
    image = tiles.image("rgba32f")
    assert isinstance(image, Image)
    assert tiles.handed_over == 0
    for y in range(every // 2, image.height, every):
        for x in range(image.width):
            colour = interpreter.pixel(x, y)
            assert not isinstance(colour, Trap)
            at = 16 * (y * image.width + x)
            assert image.data[at : at + 16] == pixel_bytes(colour, "rgba32f"), (x, y)


@pytest.mark.parametrize("name", FEW)
def test_corpus(name: str) -> None:
    _same_pixels(name, 128)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FRAGMENTS))
def test_whole_corpus(name: str) -> None:
    _same_pixels(name, 16)


# ---- divergence

LOOP = f"""
       %sum = OpVariable %local_uint Function
       %k = OpVariable %local_uint Function
       OpStore %sum %u0
       OpStore %k %u0
       OpBranch %head
       %head = OpLabel
       OpLoopMerge %after %next None
       OpBranch %test
       %test = OpLabel
       %k0 = OpLoad %uint %k
       %more = OpULessThan %bool %k0 %x
       OpBranchConditional %more %body %after
       %body = OpLabel
       %sum0 = OpLoad %uint %sum
       %sum1 = OpIAdd %uint %sum0 %k0
       OpStore %sum %sum1
       %large = OpUGreaterThan %bool %sum1 %y
       OpSelectionMerge %same None
       OpBranchConditional %large %leave %same
       %leave = OpLabel
       OpBranch %after
       %same = OpLabel
       OpBranch %next
       %next = OpLabel
       %k1 = OpLoad %uint %k
       %k2 = OpIAdd %uint %k1 %u1
       OpStore %k %k2
       OpBranch %head
       %after = OpLabel
       %sum9 = OpLoad %uint %sum
       %k9 = OpLoad %uint %k
       {emitted("%sum9", "%k9")}
       OpReturn
"""
EARLY_RETURN = f"""
       %odd = OpBitwiseAnd %uint %x %u1
       %is_odd = OpIEqual %bool %odd %u1
       OpSelectionMerge %rest None
       OpBranchConditional %is_odd %early %rest
       %early = OpLabel
       {emitted("%x", "%u7", "a")}
       OpReturn
       %rest = OpLabel
       %low = OpBitwiseAnd %uint %y %u3
       %kills = OpIEqual %bool %low %u2
       OpSelectionMerge %alive None
       OpBranchConditional %kills %dead %alive
       %dead = OpLabel
       OpKill
       %alive = OpLabel
       {emitted("%y", "%x", "b")}
       OpReturn
"""
SWITCH = f"""
       %low = OpBitwiseAnd %uint %x %u7
       OpSelectionMerge %merge None
       OpSwitch %low %default 0 %first 3 %first 1 %second 5 %third
       %first = OpLabel
       %a = OpIAdd %uint %y %u7
       OpBranch %second
       %second = OpLabel
       %b = OpPhi %uint %a %first %x %entry
       %b1 = OpIMul %uint %b %u3
       OpBranch %third
       %third = OpLabel
       %c = OpPhi %uint %b1 %second %y %entry
       %c1 = OpIAdd %uint %c %u1
       OpBranch %merge
       %default = OpLabel
       OpBranch %merge
       %merge = OpLabel
       %d = OpPhi %uint %c1 %third %u0 %default
       %e = OpPhi %uint %u1 %third %x %default
       {emitted("%d", "%e")}
       OpReturn
"""
SWAP = f"""
       OpBranch %head
       %head = OpLabel
       %p = OpPhi %uint %x %entry %q %next
       %q = OpPhi %uint %y %entry %p %next
       %n = OpPhi %uint %u0 %entry %n1 %next
       OpLoopMerge %after %next None
       OpBranch %test
       %test = OpLabel
       %limit = OpBitwiseXor %uint %x %y
       %more = OpULessThan %bool %n %limit
       OpBranchConditional %more %next %after
       %next = OpLabel
       %n1 = OpIAdd %uint %n %u1
       OpBranch %head
       %after = OpLabel
       {emitted("%p", "%q")}
       OpReturn
"""
MIXED = f"""
       %things = OpVariable %local_four_mixed Function
       %i = OpBitwiseAnd %uint %x %u3
       %j = OpBitwiseAnd %uint %y %u3
       %all = OpCompositeConstruct %mixed %x %yf %true
       %t0 = OpAccessChain %local_mixed %things %u0
       %t1 = OpAccessChain %local_mixed %things %u1
       %t2 = OpAccessChain %local_mixed %things %u2
       %t3 = OpAccessChain %local_mixed %things %u3
       OpStore %t0 %all
       OpStore %t1 %all
       OpStore %t2 %all
       OpStore %t3 %all
       %flag = OpAccessChain %local_bool %things %i %u2
       OpStore %flag %false
       %number = OpAccessChain %local_float %things %j %u1
       OpStore %number %xf
       %thing = OpAccessChain %local_mixed %things %j
       %whole = OpLoad %mixed %thing
       %w0 = OpCompositeExtract %uint %whole 0
       %w1 = OpCompositeExtract %float %whole 1
       %w2 = OpCompositeExtract %bool %whole 2
       %bits = OpBitcast %uint %w1
       %chosen = OpSelect %uint %w2 %w0 %u7
       {emitted("%bits", "%chosen")}
       OpReturn
"""
NESTED_CALLS = f"""
       %a = OpVariable %local_uint Function
       %words = OpVariable %local_words Function
       %all = OpCompositeConstruct %four_words %x %y %u7 %u3
       OpStore %words %all
       OpStore %a %x
       %low = OpBitwiseAnd %uint %y %u3
       %goes = OpIEqual %bool %low %u1
       OpSelectionMerge %rest None
       OpBranchConditional %goes %calls %rest
       %calls = OpLabel
       %r1 = OpFunctionCall %uint %bumps %a %y
       %r2 = OpFunctionCall %uint %turns %words %r1
       %r3 = OpFunctionCall %uint %bumps %a %r2
       OpBranch %rest
       %rest = OpLabel
       %r4 = OpFunctionCall %uint %turns %words %x
       %a9 = OpLoad %uint %a
       %r5 = OpBitwiseXor %uint %r4 %a9
       %s9 = OpLoad %uint %shared
       {emitted("%r5", "%s9")}
       OpReturn
"""
KILL_IN_CALL = f"""
       %sum = OpVariable %local_uint Function
       %copy = OpVariable %local_mixed Function
       %again = OpVariable %local_mixed Function
       OpStore %sum %y
       OpBranch %head
       %head = OpLabel
       %k = OpPhi %uint %u0 %entry %k1 %next
       %old = OpPhi %mixed %nothing %entry %new %next
       OpLoopMerge %after %next None
       OpBranch %test
       %test = OpLabel
       %limit = OpBitwiseAnd %uint %x %u7
       %more = OpULessThan %bool %k %limit
       OpBranchConditional %more %body %after
       %body = OpLabel
       %new = OpFunctionCall %mixed %dies %sum %k
       %skips = OpCompositeExtract %bool %new 2
       OpSelectionMerge %joined None
       OpBranchConditional %skips %continues %joined
       %continues = OpLabel
       OpBranch %next
       %joined = OpLabel
       %s1 = OpLoad %uint %sum
       %s2 = OpIAdd %uint %s1 %k
       OpStore %sum %s2
       OpBranch %next
       %next = OpLabel
       %k1 = OpIAdd %uint %k %u1
       OpBranch %head
       %after = OpLabel
       OpStore %copy %old
       OpCopyMemory %again %copy
       %at = OpAccessChain %local_uint %again %u0
       %first = OpLoad %uint %at
       %s9 = OpLoad %uint %sum
       {emitted("%first", "%s9")}
       OpReturn
"""
DIES = """
       %dies = OpFunction %mixed None %dies_type
       %place = OpFunctionParameter %local_uint
       %dies_n = OpFunctionParameter %uint
       %dies_entry = OpLabel
       %was = OpLoad %uint %place
       %mixed_up = OpIMul %uint %was %u3
       %with_n = OpIAdd %uint %mixed_up %dies_n
       %dies_low = OpBitwiseAnd %uint %with_n %u7
       OpSelectionMerge %dies_rest None
       OpSwitch %dies_low %dies_rest 2 %killed 5 %early
       %killed = OpLabel
       OpKill
       %early = OpLabel
       OpStore %place %dies_n
       %early_result = OpCompositeConstruct %mixed %was %f1 %true
       OpReturnValue %early_result
       %dies_rest = OpLabel
       %wf = OpConvertUToF %float %was
       %odd = OpBitwiseAnd %uint %was %u1
       %is_odd = OpINotEqual %bool %odd %u0
       %late_result = OpCompositeConstruct %mixed %with_n %wf %is_odd
       OpReturnValue %late_result
       OpFunctionEnd
"""
DERIVATIVES = f"""
       %square = OpFMul %float %xf %yf
       %dx = OpDPdx %float %square
       %dy = OpDPdyFine %float %square
       %width = OpFwidth %float %square
       %b1 = OpBitcast %uint %dx
       %b2 = OpBitcast %uint %dy
       %b3 = OpBitcast %uint %width
       %b4 = OpBitwiseXor %uint %b2 %b3
       {emitted("%b1", "%b4")}
       OpReturn
"""


@pytest.mark.parametrize("body", [LOOP, EARLY_RETURN, SWITCH, SWAP, MIXED, NESTED_CALLS, DERIVATIVES])
def test_divergence(body: str) -> None:
    data = fragment(body, functions=FUNCTIONS)
    assert isinstance(both(data), Image)
    assert isinstance(both(data, 13, 5), Image)
    tiles = lanes_of(data)
    tiles.image()
    assert tiles.handed_over == 0


COMPUTED = {
    "carry": """
       %pair = OpIAddCarry %pair_uint %m %n
       %a = OpCompositeExtract %uint %pair 0
       %b = OpCompositeExtract %uint %pair 1""",
    "borrow": """
       %pair = OpISubBorrow %pair_uint %m %n
       %a = OpCompositeExtract %uint %pair 0
       %b = OpCompositeExtract %uint %pair 1""",
    "wide product": """
       %pair = OpUMulExtended %pair_uint %m %n
       %a = OpCompositeExtract %uint %pair 0
       %b = OpCompositeExtract %uint %pair 1""",
    "signed wide product": """
       %mi = OpBitcast %int %m
       %ni = OpBitcast %int %n
       %pair = OpSMulExtended %pair_int %mi %ni
       %ai = OpCompositeExtract %int %pair 0
       %bi = OpCompositeExtract %int %pair 1
       %a = OpBitcast %uint %ai
       %b = OpBitcast %uint %bi""",
    "components by index": """
       %v = OpCompositeConstruct %v2uint %m %n
       %i = OpBitwiseAnd %uint %x %u1
       %a = OpVectorExtractDynamic %uint %v %i
       %j = OpBitwiseAnd %uint %y %u1
       %w = OpVectorInsertDynamic %v2uint %v %x %j
       %b = OpCompositeExtract %uint %w 1""",
    "component beyond the vector": """
       %v = OpCompositeConstruct %v2uint %m %n
       %a = OpVectorExtractDynamic %uint %v %x
       %b = OpCopyObject %uint %a""",
    "shuffle": """
       %v = OpCompositeConstruct %v2uint %m %n
       %w = OpVectorShuffle %v2uint %v %v 3 4294967295
       %z = OpCompositeInsert %v2uint %x %w 1
       %a = OpCompositeExtract %uint %z 0
       %b = OpCompositeExtract %uint %z 1""",
    "vectors": """
       %p = OpCompositeConstruct %v3float %xf %yf %f1
       %q = OpCompositeConstruct %v3float %yf %fm %fn
       %c = OpExtInst %v3float %glsl Cross %p %q
       %d = OpDot %float %c %q
       %l = OpExtInst %float %glsl Distance %p %c
       %unit = OpExtInst %v3float %glsl Normalize %p
       %r = OpExtInst %v3float %glsl Reflect %unit %q
       %f = OpExtInst %v3float %glsl FaceForward %r %p %c
       %s = OpExtInst %v3float %glsl Refract %unit %unit %d
       %e = OpFAdd %v3float %f %s
       %t = OpDot %float %e %unit
       %u = OpFAdd %float %l %t
       %a = OpBitcast %uint %u
       %b = OpBitcast %uint %d""",
    "length 0": """
       %left = OpFSub %float %xf %xf
       %p = OpCompositeConstruct %v2float %left %left
       %q = OpExtInst %v2float %glsl Normalize %p
       %r = OpCompositeExtract %float %q 0
       %a = OpBitcast %uint %r
       %b = OpCopyObject %uint %a""",
    "matrices": """
       %p = OpCompositeConstruct %v2float %xf %yf
       %q = OpCompositeConstruct %v2float %fm %fn
       %k = OpCompositeConstruct %m2float %p %q
       %o = OpOuterProduct %m2float %q %p
       %t = OpTranspose %m2float %k
       %h = OpMatrixTimesMatrix %m2float %t %o
       %g = OpMatrixTimesScalar %m2float %h %xf
       %v = OpMatrixTimesVector %v2float %g %p
       %w = OpVectorTimesMatrix %v2float %v %k
       %z = OpVectorTimesScalar %v2float %w %yf
       %det = OpExtInst %float %glsl Determinant %k
       %z0 = OpCompositeExtract %float %z 0
       %sum = OpFAdd %float %z0 %det
       %z1 = OpCompositeExtract %float %z 1
       %a = OpBitcast %uint %sum
       %b = OpBitcast %uint %z1""",
    "inverse": """
       %p = OpCompositeConstruct %v2float %xf %yf
       %q = OpCompositeConstruct %v2float %f1 %xf
       %k = OpCompositeConstruct %m2float %p %q
       %inverse = OpExtInst %m2float %glsl MatrixInverse %k
       %c = OpCompositeExtract %float %inverse 0 1
       %a = OpBitcast %uint %c
       %b = OpCopyObject %uint %m""",
    "packing": """
       %p = OpCompositeConstruct %v2float %xf %fm
       %scaled = OpVectorTimesScalar %v2float %p %small
       %a = OpExtInst %uint %glsl PackSnorm2x16 %scaled
       %four = OpExtInst %v4float %glsl UnpackUnorm4x8 %m
       %one = OpCompositeExtract %float %four 2
       %b = OpBitcast %uint %one""",
    "half": """
       %p = OpCompositeConstruct %v2float %xf %yf
       %a = OpExtInst %uint %glsl PackHalf2x16 %p
       %two = OpExtInst %v2float %glsl UnpackHalf2x16 %a
       %one = OpCompositeExtract %float %two 1
       %b = OpBitcast %uint %one""",
    "booleans": """
       %c = OpULessThan %bool %m %n
       %d = OpIEqual %bool %x %y
       %v = OpCompositeConstruct %v2bool %c %d
       %w = OpLogicalNot %v2bool %v
       %any = OpAny %bool %v
       %all = OpAll %bool %w
       %p = OpCompositeConstruct %v2uint %x %m
       %q = OpCompositeConstruct %v2uint %y %n
       %s = OpSelect %v2uint %v %p %q
       %s0 = OpCompositeExtract %uint %s 0
       %both = OpLogicalEqual %bool %any %all
       %chosen = OpSelect %bool %both %c %d
       %a = OpSelect %uint %chosen %s0 %u7
       %b = OpCompositeExtract %uint %s 1""",
    "parts of floats": """
       %place = OpVariable %local_float Function
       %scaled = OpFMul %float %fm %small
       %parts = OpExtInst %pair_float %glsl ModfStruct %scaled
       %part = OpCompositeExtract %float %parts 0
       %split = OpExtInst %significand_and_exponent %glsl FrexpStruct %fm
       %exponent = OpCompositeExtract %int %split 1
       %moved = OpExtInst %float %glsl Ldexp %part %exponent
       %fraction = OpExtInst %float %glsl Modf %moved %place
       %whole = OpLoad %float %place
       %sum = OpFAdd %float %fraction %whole
       %quantized = OpQuantizeToF16 %float %sum
       %a = OpBitcast %uint %quantized
       %b = OpBitcast %uint %fraction""",
    "waves": """
       %scaled = OpFMul %float %fm %small
       %sine = OpExtInst %float %glsl Sin %scaled
       %power = OpExtInst %float %glsl Pow %scaled %yf
       %mixed_up = OpExtInst %float %glsl FMix %sine %power %small
       %step = OpExtInst %float %glsl SmoothStep %f0 %f1 %sine
       %a = OpBitcast %uint %mixed_up
       %b = OpBitcast %uint %step""",
    "a logarithm of 0": """
       %log = OpExtInst %float %glsl Log %xf0
       %a = OpBitcast %uint %log
       %b = OpCopyObject %uint %m""",
    "a bit field too long": """
       %a = OpBitFieldUExtract %uint %m %x %y
       %b = OpBitReverse %uint %m""",
    "infinite": """
       %large = OpConvertUToF %float %m
       %l2 = OpFMul %float %large %large
       %l4 = OpFMul %float %l2 %l2
       %l8 = OpFMul %float %l4 %l4
       %none = OpFSub %float %l8 %l8
       %least = OpExtInst %float %glsl FMin %none %xf
       %a = OpBitcast %uint %least
       %b = OpCopyObject %uint %m""",
}
COMPUTED_TYPES = """
       %pair_uint = OpTypeStruct %uint %uint
       %pair_int = OpTypeStruct %int %int
       %pair_float = OpTypeStruct %float %float
       %significand_and_exponent = OpTypeStruct %float %int
       %small = OpConstant %float 0.0009765625
"""


@pytest.mark.parametrize("kind", COMPUTED)
def test_what_is_computed(kind: str) -> None:
    body = f"""
       %m = OpIMul %uint %x %u_mix
       %n = OpIMul %uint %y %u_mix
       %m16 = OpShiftRightLogical %uint %m %u16
       %n16 = OpShiftRightLogical %uint %n %u16
       %fm = OpConvertUToF %float %m16
       %fn = OpConvertUToF %float %n16
       %x0 = OpConvertUToF %float %x
       %xf0 = OpFMul %float %x0 %f1
       {COMPUTED[kind]}
       {emitted("%a", "%b")}
       OpReturn
"""
    both(fragment(body, globals_=COMPUTED_TYPES))


def test_lanes_die_in_calls_in_loops() -> None:
    types = "%dies_type = OpTypeFunction %mixed %local_uint %uint\n%nothing = OpConstantNull %mixed"
    image = both(fragment(KILL_IN_CALL, functions=DIES, globals_=types), 16, 24)
    assert isinstance(image, Image)
    assert bytes(16) in [image.data[k : k + 16] for k in range(0, len(image.data), 16)]


@pytest.mark.parametrize("seed", range(12))
def test_random_shaders(seed: int) -> None:
    both(RandomShader(seed).shader(), 8, 8)


@pytest.mark.parametrize("seed", range(100, 106))
def test_random_shaders_that_may_be_undefined(seed: int) -> None:
    both(RandomShader(seed, 0.1).shader(), 8, 8)


@pytest.mark.slow
@pytest.mark.parametrize("risk", [0.0, 0.02, 0.2])
def test_many_random_shaders(risk: float) -> None:
    for seed in range(1000, 1250):
        data = RandomShader(seed, risk).shader()
        both(data)
        both(optimised(data))


# ---- what is undefined in one pixel


def planted(lines: str) -> bytes:
    """Return a shader in which `%here` holds in pixel (9, 6) alone and `%v` is 1 elsewhere, 0 there."""
    body = f"""
       %six = OpIAdd %uint %u3 %u3
       %nine = OpIAdd %uint %six %u3
       %at_x = OpIEqual %bool %x %nine
       %at_y = OpIEqual %bool %y %six
       %here = OpLogicalAnd %bool %at_x %at_y
       %v = OpSelect %uint %here %u0 %u1
       %wrong = OpSelect %uint %here %u65535 %u1
       {lines}
       {emitted("%result", "%v")}
       OpReturn
"""
    return fragment(body, globals_="%infinite = OpConstant %uint 2139095040")


PLANTED = {
    "division": "%result = OpUDiv %uint %x %v",
    "shift": "%result = OpShiftLeftLogical %uint %x %wrong",
    "out-of-bounds": """
       %words = OpVariable %local_words Function
       %all = OpCompositeConstruct %four_words %x %y %x %y
       OpStore %words %all
       %place = OpAccessChain %local_uint %words %wrong
       %result = OpLoad %uint %place""",
    "uninitialised": """
       %words = OpVariable %local_words Function
       %place = OpAccessChain %local_uint %words %v
       OpStore %place %x
       %other = OpAccessChain %local_uint %words %u1
       %loaded = OpLoad %uint %other
       %result = OpIAdd %uint %loaded %u1""",
    "nan": """
       %bits = OpSelect %uint %here %infinite %u0
       %large = OpBitcast %float %bits
       %not = OpFSub %float %large %large
       %compared = OpFOrdLessThan %bool %not %xf
       %result = OpSelect %uint %compared %u1 %u2""",
    "conversion": """
       %vf = OpConvertUToF %float %wrong
       %square = OpFMul %float %vf %vf
       %cube = OpFMul %float %square %vf
       %result = OpConvertFToU %uint %cube""",
    "invalid-argument": """
       %vi = OpBitcast %int %v
       %less = OpISub %int %vi %i1
       %negative = OpConvertSToF %float %less
       %root = OpExtInst %float %glsl Sqrt %negative
       %result = OpBitcast %uint %root""",
    "unreachable": """
       OpSelectionMerge %merge None
       OpBranchConditional %here %never %merge
       %never = OpLabel
       OpUnreachable
       %merge = OpLabel
       %result = OpIAdd %uint %x %y""",
    "derivative": """
       OpSelectionMerge %merge None
       OpBranchConditional %here %merge %sides
       %sides = OpLabel
       %slope = OpDPdx %float %xf
       OpBranch %merge
       %merge = OpLabel
       %result = OpIAdd %uint %x %y""",
}


@pytest.mark.parametrize("kind", sorted(PLANTED))
def test_an_undefined_operation_in_one_pixel_is_found_and_named(kind: str) -> None:
    trap = both(planted(PLANTED[kind]))
    assert isinstance(trap, Trap)
    assert trap.kind == kind
    assert trap.invocation == (9, 6)


def test_a_loop_that_does_not_end_in_one_pixel_is_found() -> None:
    data = planted("""
       OpBranch %head
       %head = OpLabel
       OpLoopMerge %after %next None
       OpBranchConditional %here %next %after
       %next = OpLabel
       OpBranch %head
       %after = OpLabel
       %result = OpIAdd %uint %x %y""")
    trap = both(data, options=Options(steps=500))
    assert isinstance(trap, Trap)
    assert trap.kind == "loop-limit"
    assert trap.invocation == (9, 6)


def test_a_value_that_is_not_used_may_be_unwritten() -> None:
    data = planted("""
       %words = OpVariable %local_words Function
       %place = OpAccessChain %local_uint %words %v
       OpStore %place %x
       %all = OpLoad %four_words %words
       %result = OpIAdd %uint %x %y""")
    assert isinstance(both(data), Image)
    assert lanes_of(data).image() == Interpreter(data, Inputs(width=16, height=16)).scalar_image()


def test_the_first_pixel_of_several_is_named() -> None:
    data = fragment(f"""
       %rest = OpISub %uint %y %x
       %result = OpUDiv %uint %x %rest
       {emitted("%result", "%x")}
       OpReturn
""")
    trap = both(data)
    assert isinstance(trap, Trap)
    assert trap.invocation == (0, 0)


def test_an_output_that_is_not_written_everywhere_is_a_trap() -> None:
    data = fragment(f"""
       %odd = OpIEqual %bool %x %u7
       OpSelectionMerge %merge None
       OpBranchConditional %odd %merge %shows
       %shows = OpLabel
       {emitted("%x", "%y")}
       OpBranch %merge
       %merge = OpLabel
       OpReturn
""")
    trap = both(data)
    assert isinstance(trap, Trap)
    assert (trap.kind, trap.invocation) == ("uninitialised", (7, 0))


def test_undefs_are_those_of_the_seed() -> None:
    data = fragment(f"""
       %any = OpUndef %uint
       {emitted("%any", "%x")}
       OpReturn
""")
    images = [both(data, options=Options(seed=seed)) for seed in (0, 1)]
    assert images[0] != images[1]


# ---- choosing an engine


def test_many_pixels_run_in_lanes_and_few_one_by_one() -> None:
    data = fragment(f"{emitted('%x', '%y')}\nOpReturn")
    assert Interpreter(data, Inputs(width=8, height=8)).tiles() is None
    interpreter = Interpreter(data, Inputs(width=64, height=64))
    assert interpreter.tiles() is not None
    assert interpreter.image() == interpreter.scalar_image()


def test_what_only_the_scalar_engine_runs_is_refused_by_name_and_run_there() -> None:
    globals_ = """
       %many = OpConstant %uint 5000
       %large = OpTypeArray %uint %many
       %local_large = OpTypePointer Function %large
"""
    body = f"""
       %words = OpVariable %local_large Function
       %place = OpAccessChain %local_uint %words %x
       OpStore %place %y
       %found = OpLoad %uint %place
       {emitted("%found", "%x")}
       OpReturn
"""
    data = fragment(body, globals_=globals_)
    with pytest.raises(Refused, match="a variable of 5000 numbers, in many lanes"):
        lanes_of(data)
    interpreter = Interpreter(data, Inputs(width=64, height=64))
    assert interpreter.tiles() is None
    assert isinstance(interpreter.image(), Image)


def test_sizes_that_no_tile_fits() -> None:
    program = msgspec.structs.replace(FRAGMENTS["hash_noise"], inputs=Inputs(width=37, height=53))
    interpreter = Interpreter(program.source, program.inputs)
    assert interpreter.image("rgba32f") == interpreter.scalar_image("rgba32f")
