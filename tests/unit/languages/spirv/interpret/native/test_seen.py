from __future__ import annotations

from helpers.live_modules import live_module
from helpers.shading_runs import needs_compiler
from helpers.transform import ident

from aberration.languages.spirv.interpret.probes import MOST_STATES, Probe, Seen
from aberration.languages.spirv.interpret.proof import prove

pytestmark = needs_compiler


def seen(block: str, at: int, *names: str, width: int = 8) -> Seen:
    program = live_module(width)
    (found,) = prove(program, probes=[Probe(ident(block), at, tuple(map(ident, names)))]).seen
    assert found is not None
    return found


def test_joint_states_of_all_invocations() -> None:
    found = seen("%body", 1, "%i", "%shifted", "%old", "%less")
    assert found.states is not None
    # Which sum has run up by each turn, for the pixels with x of 4 to 7, in two rows.
    sums = (1, 1, 2, 4)
    expected = {(i, top, sums[i], 1) for top in range(1, 5) for i in range(top)}
    assert set(found.states) == expected
    assert len(found.states) == len(expected)
    assert found.limits == ((0, 3), (1, 4), (1, 4), (1, 1))
    # A sample was drawn before the whole.
    assert found.count >= 20


def test_values_of_other_blocks_are_there() -> None:
    found = seen("%never", 0, "%whole", width=24)
    assert found.states is not None
    assert set(found.states) == {(x,) for x in range(18, 24)}


def test_where_nothing_comes_nothing_is_seen() -> None:
    assert seen("%never", 0, "%whole", "%total") == Seen(0, (), ())


def test_many_states_leave_the_ends_alone() -> None:
    found = seen("%entry", 7, "%whole", width=2 * MOST_STATES)
    assert found.states is None
    assert found.limits == ((0, 2 * MOST_STATES - 1),)


def test_probes_change_nothing_else() -> None:
    program = live_module()
    plain, probed = prove(program), prove(program, probes=[Probe(ident("%after"), 0, ())])
    assert plain.seen == ()
    assert (plain.ranges, plain.outcome, plain.limits) == (
        probed.ranges,
        probed.outcome,
        probed.limits,
    )
