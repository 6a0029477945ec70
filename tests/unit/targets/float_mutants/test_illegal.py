"""Each float mutant computes something else where its pattern stands, and leaves the rest alone."""

from __future__ import annotations

import pytest
from helpers.float_folds import EXACT, Row, module, results, rewritten, words_outside

from aberration.targets.float_mutants.catalogue import FLOAT_MUTANTS

ROW: Row = (-1.75, 0.5, 3.0)
V3 = "%v = OpCompositeConstruct %v3float %xf %yf %zf;"
DOUBLE = "%r = OpFMul %float %m %f2"
FOLDS = [
    ("root-of-square", ("%m = OpFMul %float %xf %xf; %r = OpExtInst " "%float %glsl Sqrt %m"),
        1.75, -1.75),
    ("root-of-square", "%m = OpExtInst %float %glsl Length %xf; " + DOUBLE, 3.5, -3.5),
    ("regrouped-difference", "%m = OpFSub %float %yf %zf; %r = OpFSub %float %xf %m", 0.75, -5.25),
    ("truncated-floor", "%m = OpExtInst %float %glsl Floor %xf; " + DOUBLE, -4.0, -2.0),
    ("truncated-fract", "%m = OpExtInst %float %glsl Fract %xf; " + DOUBLE, 0.5, -1.5),
    ("swapped-mix", "%m = OpExtInst %float %glsl FMix %xf %zf %half; %n = OpFMul %float %yf %half;"
     "%r = OpExtInst %float %glsl FMix %m %zf %n", 1.21875, 2.40625),
    ("constant-min", "%m = OpExtInst %float %glsl FMin %xf %f1; " + DOUBLE, -3.5, 2.0),
    ("constant-min", "%m = OpExtInst %float %glsl NMax %f1 %zf; " + DOUBLE, 6.0, 2.0),
    ("unbounded-clamp", "%m = OpExtInst %float %glsl FClamp %xf %yf %zf; " + DOUBLE, 1.0, -3.5),
    ("unbounded-clamp", "%m = OpExtInst %float %glsl NClamp %xf %yf %zf; " + DOUBLE, 1.0, -3.5),
    ("product-with-zero", "%m = OpFMul %float %xf %f0; %r = OpFAdd %float %m %f1", 1.0, -0.75),
    ("product-with-zero", "%w = OpVectorTimesScalar %v2float %row %xf; %m = "
        "OpCompositeExtract %float %w 0;"
     "%r = OpFAdd %float %m %f1", 1.0, -0.75),
    ("self-quotient", "%m = OpFDiv %float %xf %xf; " + DOUBLE, 2.0, 0.0),
    ("narrow-reciprocal", "%r = OpFDiv %float %zf %f3", 1.0, 0.999755859375),
    ("narrow-constants", "%r = OpFMul %float %yf %large", 21879.2734375, 21872.0),
    ("swapped-step", "%r = OpExtInst %float %glsl Step %xf %yf", 1.0, 0.0),
    ("straight-smoothstep", "%r = OpExtInst %float %glsl SmoothStep %f0 %f2 %yf", 0.15625, 0.25),
    ("doubled-square", "%r = OpExtInst %float %glsl Pow %zf %f2", 9.0, 6.0),
    ("normalize-by-square", "%v = OpCompositeConstruct %v2float %zf " "%f0; %w = OpExtInst "
        "%v2float %glsl Normalize %v;"
     "%r = OpCompositeExtract %float %w 0", 1.0, 1 / 3),
    ("narrow-product", "%r = OpExtInst %float %glsl Fma %large %yf %xf", 21877.5234375, 21870.25),
    ("narrow-product", ("%m = OpFMul %float %large %yf; %r = " "OpFAdd %float %xf %m"),
        21877.5234375, 21870.25),
    ("swapped-cross", V3 + "%w = OpVectorShuffle %v3float %v %v 2 " "0 1; %c = OpExtInst "
        "%v3float %glsl Cross %v %w;"
     "%r = OpCompositeExtract %float %c 0", 5.5, -5.5),
    ("remainder-of-c", "%r = OpFMod %float %xf %yf", 0.25, -0.25),
    ("negated-less", ("%n = OpFOrdLessThan %bool %yf %half; %r = " "OpSelect %float %n %f1 %f2"),
        2.0, 1.0),
    ("negated-less", "%n = OpFOrdGreaterThan %bool %zf %f3; %o = OpLogicalNot %bool %n;"
     "%r = OpSelect %float %o %f1 %f2", 1.0, 2.0),
]  # fmt: skip


@pytest.mark.parametrize(("name", "lines", "right", "wrong"), FOLDS)
def test_computes_something_else(name: str, lines: str, right: float, wrong: float) -> None:
    code = module(lines)
    assert results(code, [ROW]) == pytest.approx([right], rel=1e-6)
    assert results(rewritten(f"float-{name}", code), [ROW]) == pytest.approx([wrong], rel=1e-6)


LEFT_ALONE = [
    ("root-of-square", "%m = OpFMul %float %xf %zf; %r = OpExtInst %float %glsl Sqrt %m"),
    ("regrouped-difference", "%m = OpFAdd %float %yf %zf; %r = OpFSub %float %xf %m"),
    ("constant-min", "%r = OpExtInst %float %glsl FMin %xf %yf"),
    ("product-with-zero", "%r = OpFMul %float %xf %f1"),
    ("self-quotient", "%r = OpFDiv %float %xf %yf"),
    ("narrow-reciprocal", "%r = OpFDiv %float %f3 %zf"),
    ("narrow-constants", "%r = OpFMul %float %yf %half"),
    ("doubled-square", "%r = OpExtInst %float %glsl Pow %zf %f3"),
    ("narrow-product", "%r = OpFMul %float %yf %zf"),
    ("negated-less", "%n = OpFOrdLessThanEqual %bool %yf %half; %r = OpSelect %float %n %f1 %f2"),
    ("lost-specials", "%r = OpFMul %float %xf %f0"),
    ("moved-across-exact", "%m = OpFAdd %float %xf %yf; %r = OpFSub %float %m %xf"),
    ("kept-nan", "%r = OpExtInst %float %glsl FMin %xf %yf"),
]


@pytest.mark.parametrize(("name", "lines"), LEFT_ALONE)
def test_leaves_alone(name: str, lines: str) -> None:
    code = module(lines)
    assert rewritten(f"float-{name}", code) == code


def test_a_product_of_the_counter_is_computed_before_the_loop() -> None:
    code = module(
        """OpStore %total %f0
        OpStore %at %f0
        OpBranch %head
        %head = OpLabel
        OpLoopMerge %after %next None
        OpBranch %test
        %test = OpLabel
        %i = OpLoad %float %at
        %goes = OpFOrdLessThan %bool %i %f3
        OpBranchConditional %goes %inside %after
        %inside = OpLabel
        %j = OpLoad %float %at
        %scaled = OpFMul %float %j %zf
        %before = OpLoad %float %total
        %more = OpFAdd %float %before %scaled
        OpStore %total %more
        OpBranch %next
        %next = OpLabel
        %k = OpLoad %float %at
        %l = OpFAdd %float %k %f1
        OpStore %at %l
        OpBranch %head
        %after = OpLabel
        %r = OpLoad %float %total""",
        locals_="%total = OpVariable %local_float Function\n%at = OpVariable %local_float Function",
    )
    assert results(code, [ROW]) == [9.0]
    assert results(rewritten("float-hoisted", code), [ROW]) == [0.0]


def test_a_sum_whose_roundings_are_kept_is_cancelled() -> None:
    kept = "\n".join(EXACT.format(name) for name in ("%m", "%r"))
    code = module("%m = OpFAdd %float %xf %yf; %r = OpFSub %float %m %xf", kept)
    row = (16777216.0, 1.0, 0.0)
    assert results(code, [row]) == [0.0]
    assert results(rewritten("float-moved-across-exact", code), [row]) == [1.0]


def test_a_sum_whose_roundings_are_kept_is_regrouped() -> None:
    kept = "\n".join(EXACT.format(name) for name in ("%m", "%r"))
    code = module("%m = OpFAdd %float %xf %yf; %r = OpFAdd %float %m %zf", kept)
    row = (16777216.0, 1.0, 1.0)
    assert results(code, [row]) == [16777216.0]
    assert results(rewritten("float-moved-across-exact", code), [row]) == [16777218.0]


SPECIALS = [
    (("%m = OpFMul %float %xf %f0; %b = " "OpBitcast %uint %m; " "%r = OpConvertUToF %float %b"),
        2147483648.0, 0.0),
    (("%m = OpFNegate %float %f0; %s = OpFAdd " "%float %m %f0; " "%b = OpBitcast %uint %s; "
        "%r = OpConvertUToF %float %b"),
        0.0, 2147483648.0),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "right", "wrong"), SPECIALS)
def test_the_sign_of_zero_is_lost_although_it_is_asked_for(
    lines: str, right: float, wrong: float
) -> None:
    code = module(lines, keeps_specials=True)
    assert results(code, [ROW]) == [right]
    assert results(rewritten("float-lost-specials", code), [ROW]) == [wrong]


def test_a_difference_of_infinities_is_folded_although_they_are_asked_for() -> None:
    code = module("%r = OpFSub %float %xf %xf", keeps_specials=True)
    assert rewritten("float-lost-specials", code) != code


def test_what_is_no_number_comes_out_of_a_minimum() -> None:
    """The interpreter computes with no NaN: what is written is compared."""
    right = module("%r = OpExtInst %float %glsl NMin %xf %yf")
    wrong = module(
        "%m = OpExtInst %float %glsl NMin %xf %yf; %n = OpFOrdEqual %bool %xf %xf; %r = "
        "OpSelect %float %n %m %xf"
    )
    row = [ROW, (0.25, 0.5, 0.0)]
    broken = rewritten("float-kept-nan", right)
    assert results(broken, row) == results(wrong, row) == results(right, row)
    assert len(broken) == len(wrong)


def test_every_mutant_has_a_test() -> None:
    tested = {name for name, *_ in FOLDS} | {
        "hoisted",
        "moved-across-exact",
        "lost-specials",
        "kept-nan",
    }
    assert {f"float-{name}" for name in tested} == {one.name for one in FLOAT_MUTANTS}


@pytest.mark.parametrize(("name", "lines", "right", "wrong"), FOLDS)
def test_what_it_computes_lies_outside_of_what_is_legal(
    name: str, lines: str, right: float, wrong: float
) -> None:
    code = module(lines)
    assert right != wrong
    assert words_outside(code, rewritten(f"float-{name}", code), [ROW]) == 1
