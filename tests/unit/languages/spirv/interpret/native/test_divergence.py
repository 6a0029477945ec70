"""Control flow on the C path: loops, early ends, switches, calls, phis, and random mixtures of
them.
"""

from __future__ import annotations

import pytest
from helpers.fragments import FUNCTIONS, both, emitted, fragment, optimised
from helpers.random_shaders import RandomShader

from aberration.core.outcome import Image

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


@pytest.mark.parametrize(
    "body", [LOOP, EARLY_RETURN, SWITCH, SWAP, MIXED, NESTED_CALLS, DERIVATIVES]
)
def test_divergence(body: str) -> None:
    data = fragment(body, functions=FUNCTIONS)
    assert isinstance(both(data), Image)
    assert isinstance(both(data, 13, 5), Image)


def test_pixels_are_discarded_in_calls_in_loops() -> None:
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
