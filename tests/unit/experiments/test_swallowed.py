"""What counts as a true bug that is lost."""

from __future__ import annotations

import msgspec
from experiments.mutants.swallowed import BLAMED, Swallowed, fate_of, is_own, table
from helpers.float_folds import module
from helpers.known_results import claimed
from helpers.records import finding

from aberration.campaign.triage.known_result import ROUNDING
from aberration.core.program import Program

FLOOR = module("%r = OpExtInst %float %glsl Floor %xf")
SUM = module("%r = OpFAdd %float %xf %yf")
MUTANT = "mutant-float-truncated-floor"
SEEN = msgspec.structs.replace(finding(1), target=MUTANT)


def test_a_violation_is_the_mutants_own_if_it_changes_the_program() -> None:
    for source, own in ((FLOOR, True), (SUM, False)):
        case = claimed()
        programs = case.programs | {"variant": Program("spirv", "compute", source)}
        found = msgspec.structs.replace(SEEN, case=msgspec.structs.replace(case, programs=programs))
        assert is_own(MUTANT, found, frozenset()) == own


def test_a_violation_of_the_driver_is_the_mutants_but_where_the_driver_is_wrong_without_it() -> (
    None
):
    behind = msgspec.structs.replace(SEEN, target="swiftshader")
    assert is_own(MUTANT, behind, frozenset((SEEN.test + 1,)))
    assert not is_own(MUTANT, behind, frozenset((SEEN.test,)))


def test_what_becomes_of_a_violation() -> None:
    assert fate_of(MUTANT, SEEN) == ""
    assert fate_of(MUTANT, msgspec.structs.replace(SEEN, target="lavapipe")) == BLAMED
    aside = msgspec.structs.replace(SEEN, state="set-aside", reason=ROUNDING)
    assert fate_of(MUTANT, aside) == "allowed-by-rounding"


def test_the_table_tells_each_share() -> None:
    rows = [
        Swallowed("a", 9, 3, {"own-defect": 1}),
        Swallowed("b", 9, 5, {"own-defect": 1, BLAMED: 1}),
    ]
    lines = table(rows).splitlines()
    assert lines[0] == "8 true violations by 2 mutants, 3 lost"
    assert [line.split() for line in lines[1:]] == [
        ["own-defect", "2", "25.00%"],
        [*BLAMED.split(), "1", "12.50%"],
    ]
