from __future__ import annotations

import pytest
from helpers.transform import ident, module_of, the

from aberration.methods.transform.analysis.undefined import MOST, is_defined_condition, may_depend_on_undefined

BODY = """
    %undefined = OpUndef %int
    %defined = OpIAdd %int %i %int_1
    %mixed = OpIAdd %int %defined %undefined
    %compared = OpSLessThan %bool %mixed %int_5
    %vector = OpCompositeConstruct %v2float %f %float_1
    %shuffled = OpVectorShuffle %v2float %vector %vector 0 4294967295
    %whole = OpVectorShuffle %v2float %vector %vector 0 3
    %part = OpCompositeExtract %float %shuffled 0
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %entry %next %header
    %garbage = OpPhi %int %int_0 %entry %mixed %header
    %next = OpIAdd %int %counter %int_1
    OpLoopMerge %after %header None
    OpBranchConditional %condition %header %after
    %after = OpLabel
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("%undefined", True),
        ("%mixed", True),
        ("%compared", True),
        ("%part", True),
        ("%garbage", True),
        ("%nothing_of_this_name", True),
        ("%defined", False),
        ("%whole", False),
        ("%condition", False),
        ("%next", False),
        ("%int_5", False),
    ],
)
def test_what_is_computed_from_undefined_values(name: str, expected: bool) -> None:
    assert may_depend_on_undefined(module_of(BODY), ident(name)) is expected


def test_gives_up_on_long_computations() -> None:
    links = [f"%link_{n + 1} = OpIAdd %int %link_{n} %link_{n}" for n in range(MOST + 8)]
    module = module_of("\n".join(["%link_0 = OpCopyObject %int %i", *links]))
    assert may_depend_on_undefined(module, ident(f"%link_{MOST + 8}"))
    assert not may_depend_on_undefined(module, ident("%link_20"))


@pytest.mark.parametrize(
    ("name", "before", "expected"),
    [
        ("%condition", "%next", True),
        ("%early", "%next", True),
        ("%early", "%early", False),
        ("%late", "%late", False),
        ("%compared", "%next", False),
        ("%i", "%next", False),
        ("%nothing_of_this_name", "%next", False),
    ],
)
def test_a_condition_is_a_boolean_that_is_there_and_defined(name: str, before: str, expected: bool) -> None:
    early, late = "%early = OpSLessThan %bool %i %int_5", "%late = OpSLessThan %bool %next %int_5"
    body = BODY.replace("OpBranch %header", f"{early}\nOpBranch %header").replace(
        "%after = OpLabel", f"%after = OpLabel\n{late}"
    )
    module = module_of(body)
    assert is_defined_condition(module, ident(name), the(module, before)) is expected
