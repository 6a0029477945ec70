"""Which assignments need a mask, on small flow graphs; bit k is variable k."""

from __future__ import annotations

from aberration.languages.spirv.interpret.lanes.flow import Flow


def flow(successors: list[list[int]], uses: list[int], assigns: list[int]) -> Flow:
    none = [0] * len(successors)
    return Flow(successors, uses, assigns, none, {})


def test_straight_code_needs_no_mask() -> None:
    found = flow([[1], []], [0, 1], [1, 0])
    assert [bits & 1 for bits in found.body] == [0, 0]


def test_the_second_side_of_a_selection_spares_what_the_first_assigned() -> None:
    found = flow([[1, 2], [3], [3], []], [0, 0, 0, 1], [0, 1, 1, 0])
    assert [bits & 1 for bits in found.body] == [0, 0, 1, 0]


def test_a_selection_without_else_spares_the_lanes_that_went_past_it() -> None:
    found = flow([[1, 2], [2], []], [0, 0, 1], [1, 1, 0])
    assert [bits & 1 for bits in found.body] == [0, 1, 0]


def test_what_a_loop_keeps_to_itself_needs_no_mask() -> None:
    found = flow([[1], [2, 3], [1], []], [0, 1, 1, 0], [1, 0, 1, 0])
    assert [bits & 1 for bits in found.body] == [0, 0, 0, 0]


def test_what_is_used_after_a_loop_is_spared_in_it() -> None:
    found = flow([[1], [2, 3], [1], []], [0, 1, 1, 1], [1, 0, 1, 0])
    assert [bits & 1 for bits in found.body] == [0, 1, 1, 0]


def test_phis_of_a_merge_are_spared_on_the_second_edge() -> None:
    found = Flow([[1, 2], [3], [3], []], [0] * 4, [0] * 4, [0, 0, 0, 1], {})
    assert [found.edges[edge] & 1 for edge in ((1, 3), (2, 3))] == [0, 1]


def test_an_edge_spares_the_phi_that_the_other_side_still_reads() -> None:
    uses = [0, 0, 0, 1]
    found = Flow([[1], [1, 2], [3], []], uses, [0] * 4, [0, 1, 0, 0], {})
    assert found.edges[0, 1] & 1 == 0
    assert found.edges[1, 1] & 1 == 1


def test_live_variables_reach_through_the_loop() -> None:
    found = flow([[1], [2, 3], [1], []], [0, 0, 0, 1], [1, 0, 0, 0])
    assert found.live == [0, 1, 1, 1]
    assert [found.repeats(block) for block in range(4)] == [False, True, True, True]
