"""Mutants that lose a store."""

from __future__ import annotations

import pytest
from helpers.mutants import module, rewritten

DOUBLE = """
    %double = OpFunction %int None %numeric
    %pointer = OpFunctionParameter %p_local
    %first = OpLabel
    %value = OpLoad %int %pointer
    %sum = OpIAdd %int %value %value
    OpStore %pointer {stored}
    OpReturnValue %sum
    OpFunctionEnd
"""


def calling(stored: str, returned: str) -> bytes:
    """Return a module with a store before a call, and something stored after it."""
    body = f"""
        %a = OpVariable %p_local Function
        %x = OpLoad %int %in
        OpStore %a {stored}
        %called = OpFunctionCall %int %double %a
        %y = OpLoad %int %a
        OpStore %out {returned}
        OpReturn
    """
    return module(body, functions=DOUBLE.format(stored="%sum"))


def test_a_call_that_nobody_reads_takes_the_store_before_it_along() -> None:
    assert rewritten("dead-call-store", calling("%x", "%y")) == calling("%zero", "%y")


def test_a_call_that_somebody_reads_stays() -> None:
    code = calling("%x", "%called")
    assert rewritten("dead-call-store", code) == code


def inlined(control: str, stored: str) -> bytes:
    """Return a module with an out parameter in a function of this control."""
    body = """
        %a = OpVariable %p_local Function
        %called = OpFunctionCall %int %double %a
        OpStore %out %called
        OpReturn
    """
    return module(body, functions=DOUBLE.format(stored=stored).replace("None", control))


def test_a_function_to_inline_loses_its_out_parameter() -> None:
    assert rewritten("inline-out-parameter", inlined("Inline", "%sum")) == inlined("Inline", "%zero")


@pytest.mark.parametrize("control", ["None", "DontInline"])
def test_other_functions_keep_their_out_parameter(control: str) -> None:
    code = inlined(control, "%sum")
    assert rewritten("inline-out-parameter", code) == code


def loading(stored: str, after: str) -> bytes:
    """Return a module with a load, then a store to the same variable."""
    return module(f"""
        %a = OpVariable %p_local Function
        %x = OpLoad %int %in
        %y = OpLoad %int %a
        OpStore %a {stored}
        %z = OpLoad %int %a
        %sum = OpIAdd %int %z {after}
        OpStore %out %sum
        OpReturn
    """)


def test_a_store_after_an_unread_load_is_lost() -> None:
    assert rewritten("load-then-store", loading("%x", "%one")) == loading("%zero", "%one")


def test_a_store_after_a_load_that_is_read_stays() -> None:
    code = loading("%x", "%y")
    assert rewritten("load-then-store", code) == code


def sharing(initialiser: str, target: str) -> bytes:
    """Return a module with two variables, a store to either, and a load of the first."""
    return module(f"""
        %added = OpVariable %p_local Function {initialiser}
        %a = OpVariable %p_local Function
        %x = OpLoad %int %in
        OpStore %a %x
        OpStore {target} %two
        %y = OpLoad %int %a
        OpStore %out %y
        OpReturn
    """)


def test_a_variable_with_an_initialiser_shares_its_slot() -> None:
    assert rewritten("slot-sharing", sharing("%one", "%added")) == sharing("%one", "%a")


def test_a_variable_without_has_its_own() -> None:
    code = sharing("", "%added")
    assert rewritten("slot-sharing", code) == code


def selecting(control: str, condition: str, stored: str = "OpStore %out %x") -> bytes:
    """Return a module with a selection of this control whose then-branch may store."""
    return module(f"""
        %x = OpLoad %int %in
        %b = OpSGreaterThan %bool %x %one
        OpStore %out %two
        OpSelectionMerge %merge {control}
        OpBranchConditional {condition} %then %merge
        %then = OpLabel
        {stored}
        OpBranch %merge
        %merge = OpLabel
        OpReturn
    """)


def test_flattening_does_not_guard_the_store() -> None:
    assert rewritten("flatten-store", selecting("Flatten", "%b")) == selecting("Flatten", "%true")


@pytest.mark.parametrize(
    ("control", "stored"), [("None", "OpStore %out %x"), ("DontFlatten", "OpNop"), ("Flatten", "")]
)
def test_other_selections_keep_their_condition(control: str, stored: str) -> None:
    code = selecting(control, "%b", stored)
    assert rewritten("flatten-store", code) == code


def looping(control: str, stored: str) -> bytes:
    """Return a module with a loop of this control and a store after it."""
    return module(f"""
        %x = OpLoad %int %in
        OpBranch %header
        %header = OpLabel
        %i = OpPhi %int %nil %entry %next %again
        %more = OpSLessThan %bool %i %two
        OpLoopMerge %merge %again {control}
        OpBranchConditional %more %again %merge
        %again = OpLabel
        %next = OpIAdd %int %i %one
        OpBranch %header
        %merge = OpLabel
        OpStore %out {stored}
        OpReturn
    """)


def test_unrolling_loses_the_store_after_the_loop() -> None:
    assert rewritten("unroll-exit-store", looping("Unroll", "%x")) == looping("Unroll", "%zero")


@pytest.mark.parametrize(("control", "stored"), [("None", "%x"), ("DontUnroll", "%x"), ("Unroll", "%two")])
def test_other_loops_keep_their_store(control: str, stored: str) -> None:
    code = looping(control, stored)
    assert rewritten("unroll-exit-store", code) == code
