"""Modules that use what a device of Vulkan 1.0 to 1.3 may have: each gives what it must, or is
refused by name where the device lacks it.
"""

from __future__ import annotations

from typing import Final

import pytest
from helpers.capability_cases import ALL
from helpers.capability_programs import COUNT, CapabilityProgram
from helpers.newest import with_newest
from msgspec.structs import replace

from aberration.core.limits import beyond
from aberration.core.outcome import Buffers, Compiled, Image, Outcome, Rejected
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import interpret
from aberration.languages.spirv.interpret.undefined import Refused, Trap
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover

DRIVERS: Final = ("lavapipe@newest", "lavapipe", "swiftshader")
NOT_INTERPRETED: Final = (
    "DemoteToHelperInvocation",
    "DotProduct",
    "GroupNonUniform",
    "ImageGatherExtended",
    "VariablePointers",
)
"""Beginnings of the names of those that our interpreter may refuse."""
cases = pytest.mark.parametrize("case", ALL, ids=[case.capability for case in ALL])


def words(outcome: Outcome | Trap) -> bytes:
    assert isinstance(outcome, Buffers | Image), outcome
    return outcome.data if isinstance(outcome, Image) else outcome.data[0]


@pytest.mark.parametrize("driver", DRIVERS)
@cases
def test_a_driver_gives_it_or_lacks_it_by_name(
    pool: TargetPool, driver: str, case: CapabilityProgram
) -> None:
    outcome = pool.run(with_newest(driver), case.program).outcome
    if case.without and driver in case.lacking:
        message = f"the capability {case.without} is not enabled on this device"
        assert outcome == Rejected(message, unasked=True)
        return
    assert words(outcome) == case.expected


@cases
def test_our_interpreter_says_the_same_where_it_knows_it(case: CapabilityProgram) -> None:
    try:
        mine = interpret(case.program)
    except Refused:
        assert case.capability.startswith(NOT_INTERPRETED)
        return
    assert words(mine) == case.expected


@cases
def test_our_proof_says_the_same_where_there_is_one(case: CapabilityProgram) -> None:
    found = prove(case.program)
    if found.answer == "refused":
        assert case.capability.startswith(NOT_INTERPRETED)
        return
    # What hangs on the grouping of invocations is not compared.
    assert found.answer == "defined" or case.capability.startswith("GroupNonUniform")
    assert found.outcome is not None
    assert found.limits is not None
    if isinstance(found.outcome, Buffers):
        given = replace(found.outcome, data=(case.expected, *found.outcome.data[1:]))
        assert beyond(given, found.limits).beyond == 0
    else:
        drawn = Image(COUNT, 1, "rgba8", case.expected)
        assert beyond(drawn, found.limits).beyond == 0


def test_a_driver_of_an_older_version_is_asked_for_no_more_than_it_has(pool: TargetPool) -> None:
    """RADV of Mesa 20.3.5 is a device of Vulkan 1.2."""
    older = next((one for one in discover() if one.id == "radv-aco-navi10@20.3.5"), None)
    if older is None or not older.available:
        pytest.skip("Mesa 20.3.5 is not here: make compilers")
    by_name = {case.capability: case for case in ALL}
    demotes = pool.run(older, by_name["DemoteToHelperInvocation"].program).outcome
    message = "the capability DemoteToHelperInvocation is not enabled on this device"
    assert demotes == Rejected(message, unasked=True)
    assert pool.run(older, by_name["Int8"].program).outcome == Compiled()
