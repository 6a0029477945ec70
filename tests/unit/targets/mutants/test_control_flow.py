"""Mutants that get the control flow wrong: phis and branches."""

from __future__ import annotations

from helpers.mutants import module, rewritten


def loop_phi(pairs: str) -> bytes:
    """Return a module with a loop whose counter has these pairs."""
    return module(f"""
        OpBranch %header
        %header = OpLabel
        %i = OpPhi %int {pairs}
        OpLoopMerge %merge %again None
        OpBranch %test
        %test = OpLabel
        %more = OpSLessThan %bool %i %two
        OpBranchConditional %more %again %merge
        %again = OpLabel
        %next = OpIAdd %int %i %one
        OpBranch %header
        %merge = OpLabel
        OpStore %out %i
        OpReturn
    """)


def test_a_back_edge_in_front_takes_the_start_value_away() -> None:
    broken = rewritten("phi-back-edge-first", loop_phi("%next %again %one %entry"))
    assert broken == loop_phi("%next %again %zero %entry")


def test_the_usual_order_is_read_well() -> None:
    code = loop_phi("%one %entry %next %again")
    assert rewritten("phi-back-edge-first", code) == code


BLOCKS = {
    "left": "%left = OpLabel\nOpBranch %merge",
    "right": "%right = OpLabel\nOpBranch %merge",
    "merge": "%merge = OpLabel\n%y = OpPhi %int {pairs}\nOpStore %out %y\nOpReturn",
}


def merge_phi(order: str, pairs: str) -> bytes:
    """Return a module with the blocks of a selection in this order; ids do not depend on it."""
    blocks = "\n".join(BLOCKS[name] for name in order.split())
    return module(
        f"""
        %x = OpLoad %int %in
        %b = OpSGreaterThan %bool %x %one
        OpSelectionMerge %merge None
        OpBranchConditional %b %left %right
        {blocks.format(pairs=pairs)}
        """
    )


def test_a_phi_above_its_predecessor_reads_zero() -> None:
    broken = rewritten("moved-phi", merge_phi("left merge right", "%x %left %two %right"))
    assert broken == merge_phi("left merge right", "%x %left %zero %right")


def test_a_phi_below_all_predecessors_reads_well() -> None:
    code = merge_phi("left right merge", "%x %left %two %right")
    assert rewritten("moved-phi", code) == code


def dead_exit(condition: str) -> bytes:
    """Return a module where a dead block discards."""
    return module(f"""
        OpSelectionMerge %next None
        OpBranchConditional {condition} %next %dead
        %dead = OpLabel
        OpKill
        %next = OpLabel
        OpStore %out %two
        OpBranch %last
        %last = OpLabel
        OpReturn
    """)


def test_a_dead_discard_is_taken() -> None:
    assert rewritten("dead-exit", dead_exit("%true")) == dead_exit("%false")


def test_a_discard_that_is_taken_anyway_stays() -> None:
    code = dead_exit("%false")
    assert rewritten("dead-exit", code) == code


def dead_break(condition: str, phi: bool) -> bytes:
    """Return a module with a branch on a constant out of a selection."""
    pairs = (
        "%y = OpPhi %int %one %entry %x %then %two %after" if phi else "%y = OpIAdd %int %x %one"
    )
    return module(f"""
        %x = OpLoad %int %in
        %b = OpSGreaterThan %bool %x %one
        OpSelectionMerge %merge None
        OpBranchConditional %b %first %merge
        %first = OpLabel
        OpBranch %then
        %then = OpLabel
        OpBranchConditional {condition} %after %merge
        %after = OpLabel
        OpBranch %merge
        %merge = OpLabel
        {pairs}
        OpStore %out %y
        OpReturn
    """)


def test_a_dead_break_to_a_phi_is_taken() -> None:
    assert rewritten("dead-break", dead_break("%true", True)) == dead_break("%false", True)


def test_a_dead_break_to_a_block_that_reads_nothing_is_not() -> None:
    code = dead_break("%true", False)
    assert rewritten("dead-break", code) == code
