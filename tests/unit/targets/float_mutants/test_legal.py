"""Each legal compiler writes another computation of nearly the same, and touches nothing that
is not free.
"""

from __future__ import annotations

import pytest
from helpers.float_folds import EXACT, Row, module, results, rewritten, words_outside

from aberration.targets.float_mutants.catalogue import LEGAL_COMPILERS

ROWS: list[Row] = [(1.75, 0.3, 3.0), (0.7, 12.5, 0.01), (100.25, 7.5, 9.5)]
V3 = "%v = OpCompositeConstruct %v3float %xf %yf %zf;"
TAKEN = "%r = OpCompositeExtract %float %w 1"
PRODUCT = "%m = OpFMul %float %xf %yf;"
SUM = "%m = OpFAdd %float %xf %yf;"
FREE = [
    ("fused", PRODUCT + "%r = OpFAdd %float %m %zf"),
    ("fused", PRODUCT + "%r = OpFAdd %float %zf %m"),
    ("fused", PRODUCT + "%r = OpFSub %float %m %zf"),
    ("fused", PRODUCT + "%r = OpFSub %float %zf %m"),
    ("regrouped-sums", SUM + "%r = OpFAdd %float %m %zf"),
    ("regrouped-sums", "%m = OpFSub %float %xf %yf; %r = OpFSub %float %zf %m"),
    ("regrouped-products", PRODUCT + "%r = OpFMul %float %m %zf"),
    ("quotient-by-reciprocal", "%r = OpFDiv %float %xf %zf"),
    ("constant-reciprocal", "%r = OpFDiv %float %xf %f3"),
    ("root-by-inverse", "%r = OpExtInst %float %glsl Sqrt %xf"),
    ("pow-by-exp2", "%r = OpExtInst %float %glsl Pow %xf %yf"),
    ("exp-by-exp2", "%r = OpExtInst %float %glsl Exp %yf"),
    ("mix-by-difference", "%r = OpExtInst %float %glsl FMix %xf %zf %yf"),
    ("normalize-by-inverse-root", V3 + "%w = OpExtInst %v3float %glsl Normalize %v;" + TAKEN),
    ("reversed-dot", V3 + "%r = OpDot %float %v %v"),
    ("length-by-dot", V3 + "%r = OpExtInst %float %glsl Length %v"),
    ("length-by-dot", "%r = OpExtInst %float %glsl Length %xf"),
    ("length-by-dot", V3 + "%r = OpExtInst %float %glsl Distance %v %zeros"),
    ("folded-in-double", "%s = OpExtInst %float %glsl Sqrt %one_third; %m "
        "= OpFMul %float %s %tenth;"
     "%n = OpFAdd %float %m %large; %r = OpFMul %float %n %xf"),
    ("split-fma", "%r = OpExtInst %float %glsl Fma %xf %yf %zf"),
    ("smoothstep-by-formula", "%r = OpExtInst %float %glsl SmoothStep %f0 %f2 %yf"),
    ("fract-by-floor", "%r = OpExtInst %float %glsl Fract %yf"),
    ("fract-by-floor", "%r = OpFMod %float %xf %f3"),
    ("coarse-sine", "%r = OpExtInst %float %glsl Sin %yf"),
]  # fmt: skip
TOLERANCE = {"coarse-sine": 2.0**-11, "fract-by-floor": 1e-5}
SAME = [
    ("zero-products", "%m = OpFMul %float %xf %f0; %r = OpFAdd %float %m %yf"),
    ("zero-differences", "%m = OpFSub %float %xf %xf; %r = OpFAdd %float %m %yf"),
    ("unit-quotients", "%r = OpFDiv %float %xf %xf"),
    ("clamp-by-min", "%r = OpExtInst %float %glsl FClamp %xf %f1 %f3"),
    ("clamp-by-min", "%r = OpExtInst %float %glsl Step %xf %f1"),
]
NEEDS_DECORATIONS = "relaxed-to-half"
FLUSHED = "flushed-constants"


@pytest.mark.parametrize(("name", "lines"), FREE)
def test_computes_nearly_the_same_otherwise(name: str, lines: str) -> None:
    code = module(lines)
    changed = rewritten(f"legal-{name}", code)
    assert changed != code
    assert results(changed, ROWS) == pytest.approx(
        results(code, ROWS), rel=2e-6, abs=TOLERANCE.get(name, 1e-12)
    )


@pytest.mark.parametrize(("name", "lines"), SAME)
def test_computes_the_same_otherwise(name: str, lines: str) -> None:
    code = module(lines)
    changed = rewritten(f"legal-{name}", code)
    assert changed != code
    assert results(changed, ROWS) == results(code, ROWS)


def decorated(lines: str, decoration: str) -> str:
    """Return that each float result of the lines is decorated."""
    names = [
        line.split("=")[0].strip()
        for line in lines.split(";")
        if "Op" in line and "bool" not in line
    ]
    return "\n".join(decoration.format(name) for name in names)


@pytest.mark.parametrize(("name", "lines"), [*FREE, *SAME])
def test_touches_no_result_whose_roundings_are_kept(name: str, lines: str) -> None:
    code = module(lines, decorated(lines, EXACT))
    assert rewritten(f"legal-{name}", code) == code


def test_does_not_fuse_a_product_whose_rounding_is_kept() -> None:
    lines = PRODUCT + "%r = OpFAdd %float %m %zf"
    code = module(lines, EXACT.format("%m"))
    assert rewritten("legal-fused", code) == code


@pytest.mark.parametrize(("name", "lines"), SAME[:3])
def test_keeps_signs_infinities_and_nan_where_they_are_asked_for(name: str, lines: str) -> None:
    code = module(lines, keeps_specials=True)
    assert rewritten(f"legal-{name}", code) == code


@pytest.mark.parametrize(
    ("name", "function"), [("root-by-inverse", "Sqrt %xf"), ("pow-by-exp2", "Pow %xf %zf")]
)
def test_zero_stays_zero(name: str, function: str) -> None:
    code = module(f"%r = OpExtInst %float %glsl {function}")
    assert results(rewritten(f"legal-{name}", code), [(0.0, 0.0, 2.0)]) == [0.0]


def test_vectors_are_rewritten_as_well() -> None:
    lines = V3 + "%w = OpExtInst %v3float %glsl Pow %v %v;" + TAKEN
    code = module(lines)
    changed = rewritten("legal-pow-by-exp2", code)
    assert changed != code
    assert results(changed, ROWS) == pytest.approx(results(code, ROWS), rel=2e-6)


def test_relaxed_arithmetic_is_rounded_to_sixteen_bits() -> None:
    code = module("%r = OpFAdd %float %xf %yf", "OpDecorate %r RelaxedPrecision")
    assert results(rewritten(f"legal-{NEEDS_DECORATIONS}", code), [(2048.0, 1.0, 0.0)]) == [2048.0]
    plain = module("%r = OpFAdd %float %xf %yf")
    assert rewritten(f"legal-{NEEDS_DECORATIONS}", plain) == plain


def test_a_denormal_constant_is_flushed_where_it_is_computed_with() -> None:
    huge = (2.0**127, 1.0, 0.0)
    code = module("%m = OpFMul %float %xf %tiny; %r = OpFAdd %float %m %yf")
    assert results(code, [huge]) == [1.125]
    assert results(rewritten(f"legal-{FLUSHED}", code), [huge]) == [1.0]
    stored = module("%r = OpCopyObject %float %tiny")
    assert rewritten(f"legal-{FLUSHED}", stored) == stored


def test_every_legal_compiler_has_a_test() -> None:
    tested = {name for name, _ in (*FREE, *SAME)} | {NEEDS_DECORATIONS, FLUSHED}
    assert {f"legal-{name}" for name in tested} == {one.name for one in LEGAL_COMPILERS}


@pytest.mark.parametrize(("name", "lines"), [*FREE, *SAME])
def test_what_it_computes_is_legal(name: str, lines: str) -> None:
    code = module(lines)
    assert words_outside(code, rewritten(f"legal-{name}", code), ROWS) == 0
