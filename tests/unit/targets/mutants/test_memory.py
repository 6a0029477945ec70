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


def inlined(control: str, returned: str) -> bytes:
    """Return a module with a function of this control."""
    body = """
        %a = OpVariable %p_local Function
        %called = OpFunctionCall %int %double %a
        OpStore %out %called
        OpReturn
    """
    functions = DOUBLE.format(stored="%sum").replace(
        "OpReturnValue %sum", f"OpReturnValue {returned}"
    )
    return module(body, functions=functions.replace("None", control))


def test_a_function_to_inline_loses_its_result() -> None:
    assert rewritten("inline-result", inlined("Inline", "%sum")) == inlined("Inline", "%zero")


def test_a_main_to_inline_loses_its_last_output() -> None:
    def main(stored: str) -> bytes:
        return module(
            f"%x = OpLoad %int %in\nOpStore %out %x\nOpStore %out {stored}\nOpReturn",
            control="Inline",
        )

    assert rewritten("inline-result", main("%x")) == main("%zero")


@pytest.mark.parametrize("control", ["None", "DontInline"])
def test_other_functions_keep_their_result(control: str) -> None:
    code = inlined(control, "%sum")
    assert rewritten("inline-result", code) == code


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


def selecting(control: str, targets: str) -> bytes:
    """Return a module with a selection of this control whose then-branch stores."""
    return module(f"""
        %x = OpLoad %int %in
        %b = OpSGreaterThan %bool %x %one
        OpStore %out %two
        OpSelectionMerge %merge {control}
        OpBranchConditional %b {targets}
        %then = OpLabel
        OpStore %out %x
        OpBranch %merge
        %merge = OpLabel
        OpReturn
    """)


def test_flattening_exchanges_the_sides() -> None:
    assert rewritten("flatten-mask", selecting("Flatten", "%then %merge")) == selecting(
        "Flatten", "%merge %then"
    )


@pytest.mark.parametrize("control", ["None", "DontFlatten"])
def test_other_selections_keep_their_condition(control: str) -> None:
    code = selecting(control, "%then %merge")
    assert rewritten("flatten-mask", code) == code


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


def test_unrolling_loses_the_value_after_the_loop() -> None:
    assert rewritten("unroll-exit-value", looping("Unroll", "%i")) == looping("Unroll", "%zero")


@pytest.mark.parametrize(("control", "stored"), [("None", "%i"), ("Unroll", "%x")])
def test_other_loops_and_values_stay(control: str, stored: str) -> None:
    code = looping(control, stored)
    assert rewritten("unroll-exit-value", code) == code
