from __future__ import annotations

from helpers.transform import ident, module_of, the

from aberration.methods.transform.analysis.products import paths_of, products_of

GLOBALS = """
    %v3float = OpTypeVector %float 3
    %mat2x3 = OpTypeMatrix %v3float 2
    %mat3x2 = OpTypeMatrix %v2float 3
    %mat2x2 = OpTypeMatrix %v2float 2
"""
BODY = """
    %two = OpCompositeConstruct %v2float %f %float_1
    %three = OpCompositeConstruct %v3float %f %f %float_1
    %wide = OpCompositeConstruct %mat2x3 %three %three
    %high = OpCompositeConstruct %mat3x2 %two %two %two
    %scaled = OpMatrixTimesScalar %mat2x3 %wide %f
    %outer = OpOuterProduct %mat2x3 %three %two
    %dot = OpDot %float %two %two
    %mv = OpMatrixTimesVector %v3float %wide %two
    %vm = OpVectorTimesMatrix %v2float %three %wide
    %mm = OpMatrixTimesMatrix %mat2x2 %high %wide
    %sum = OpFAdd %v2float %two %two
"""


def products(
    name: str, *path: int
) -> list[tuple[tuple[int, tuple[int, ...]], tuple[int, tuple[int, ...]]]]:
    module = module_of(BODY, globals_=GLOBALS)
    return products_of(module, the(module, name), path)


TWO, THREE, WIDE, HIGH, F = (ident(name) for name in ("%two", "%three", "%wide", "%high", "%f"))


def test_a_single_product() -> None:
    assert products("%scaled", 1, 2) == [((WIDE, (1, 2)), (F, ()))]
    assert products("%outer", 1, 2) == [((THREE, (2,)), (TWO, (1,)))]


def test_sums_go_over_what_both_sides_share() -> None:
    assert products("%dot") == [((TWO, (0,)), (TWO, (0,))), ((TWO, (1,)), (TWO, (1,)))]
    assert products("%mv", 2) == [((WIDE, (0, 2)), (TWO, (0,))), ((WIDE, (1, 2)), (TWO, (1,)))]
    assert products("%vm", 1) == [((THREE, (k,)), (WIDE, (1, k))) for k in range(3)]
    assert products("%mm", 1, 0) == [((HIGH, (k, 0)), (WIDE, (1, k))) for k in range(3)]


def test_all_else_has_none() -> None:
    assert products("%sum", 0) == []


def test_paths_go_to_the_scalars() -> None:
    module = module_of(BODY, globals_=GLOBALS)
    assert paths_of(module, ident("%float")) == [()]
    assert paths_of(module, ident("%v2float")) == [(0,), (1,)]
    assert paths_of(module, ident("%mat2x3")) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
