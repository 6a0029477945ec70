"""What is computed of vectors, matrices, pairs, parts of floats: the same in both engines."""

from __future__ import annotations

import pytest
from helpers.fragments import both, emitted, fragment

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
    "bits of no number": """
       %large = OpConvertUToF %float %m
       %l2 = OpFMul %float %large %large
       %l4 = OpFMul %float %l2 %l2
       %l8 = OpFMul %float %l4 %l4
       %none = OpFSub %float %l8 %l8
       %a = OpBitcast %uint %none
       %b = OpCopyObject %uint %m""",
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
