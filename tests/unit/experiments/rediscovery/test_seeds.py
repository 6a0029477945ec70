"""No known bug's own program is among the seeds."""

from __future__ import annotations

import msgspec
from experiments.rediscovery.known import known_bugs
from experiments.rediscovery.seeds import shared_programs

from aberration.campaign.seeds import bundled_corpus
from aberration.core.program import Program


def test_no_program_that_goes_wrong_is_a_seed() -> None:
    shared = list(shared_programs(known_bugs()))
    assert [one for one in shared if one.fails] == []
    # Some cases are steps on a seed of the corpus: without the steps it goes right.
    assert "lavapipe-swapped-arms" in {one.bug for one in shared}


def test_a_seed_that_goes_wrong_is_told() -> None:
    path = bundled_corpus() / "spirv" / "references" / "ackermann_stack.spv"
    bug = next(one for one in known_bugs() if one.name == "lavapipe-swapped-arms")
    program = msgspec.structs.replace(bug.case.programs["variant"], source=path.read_bytes())
    programs: dict[str, Program] = {**bug.case.programs, "variant": program}
    case = msgspec.structs.replace(bug.case, programs=programs)
    assert any(one.fails for one in shared_programs([msgspec.structs.replace(bug, case=case)]))
