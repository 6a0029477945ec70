"""The mutant that gets an operation of subgroups wrong."""

from __future__ import annotations

import pytest
from helpers.mutants import module, rewritten

DECLARATIONS = """
%uint = OpTypeInt 32 0
%subgroup = OpConstant %uint 3
"""
CAPABILITIES = "OpCapability GroupNonUniform\nOpCapability GroupNonUniformArithmetic\n"
BODY = """
%x = OpLoad %int %in
{before}
%least = OpGroupNonUniform{operation} %int %subgroup {kind} %x
OpStore %out {shown}
OpReturn
"""
BRANCHED = "OpBranch %next\n%next = OpLabel"


def reduced(operation: str, kind: str, before: str = BRANCHED, shown: str = "%least") -> bytes:
    """Return a module that reduces a value, behind a branch."""
    text = BODY.format(operation=operation, kind=kind, before=before, shown=shown)
    return module(text, declarations=DECLARATIONS, capabilities=CAPABILITIES, version=(1, 3))


@pytest.mark.parametrize("operation", ["SMin", "BitwiseAnd"])
def test_a_scan_behind_a_branch_is_zero(operation: str) -> None:
    code = reduced(operation, "InclusiveScan")
    expected = reduced(operation, "InclusiveScan", shown="%zero")
    assert rewritten("scan-idle-lanes", code) == expected


@pytest.mark.parametrize(
    ("operation", "kind", "before"),
    [
        ("SMin", "Reduce", BRANCHED),
        ("SMax", "InclusiveScan", BRANCHED),
        ("IAdd", "InclusiveScan", BRANCHED),
        ("SMin", "InclusiveScan", ""),
    ],
)
def test_all_else_is_left_alone(operation: str, kind: str, before: str) -> None:
    code = reduced(operation, kind, before)
    assert rewritten("scan-idle-lanes", code) == code
