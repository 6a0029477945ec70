"""The bugs found so far: each case replays to the same bytes, is told of in `docs/bugs.md`, and
still shows its bug.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from helpers.command_line import aberration, rows

from aberration.campaign.triage.sanitizers import check_c
from aberration.core.errors import TargetUnavailable, UnknownName
from aberration.core.program import Program
from aberration.core.testcase import load_case, replay_case
from aberration.languages.spirv.validate import validate
from aberration.methods.registry import method_named
from aberration.methods.shaders.executed import Executed, Undefined
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select
from aberration.targets.told_versions import with_versions

REPOSITORY = Path(__file__).parents[2]
BUGS = REPOSITORY / "corpus" / "bugs"
DOCUMENT = (REPOSITORY / "docs" / "bugs.md").read_text()
FOLDERS = sorted(path.name for path in BUGS.iterdir() if path.is_dir())
LARGEST = 80_000
DEADLINE = "10"
"""Seconds for a run: a reference takes less than one."""


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the index: a case, a target it was seen on, the part of the version that counts,
    the verdict: two with "or" between them where it depends on the processor, `none` where the
    refusal came to be a documented limit.
    """

    case: str
    target: str
    version: str
    verdict: str

    @property
    def command(self) -> str:
        return f"aberration replay corpus/bugs/{self.case} -t {self.target}"


INDEX = msgspec.json.decode((BUGS / "index.json").read_bytes(), type=list[Known])


def cases_in(folder: Path) -> list[Path]:
    """Return the folders of the case and of its neighbour."""
    return [path for path in (folder, folder / "neighbour") if (path / "case.json").is_file()]


def present(known: Known) -> bool:
    """True when the target is here with the version that counts."""
    try:
        named = select(discover(), [known.target])
    except (TargetUnavailable, UnknownName):
        return False
    with TargetPool() as pool:
        here = with_versions(named, pool)
    return any(target.available and known.version in target.version for target in here)


def test_the_index_names_every_folder_and_no_other() -> None:
    assert {known.case for known in INDEX} == set(FOLDERS)


@pytest.mark.parametrize("known", INDEX, ids=lambda known: f"{known.case}-{known.target}")
def test_the_document_has_the_case_with_its_command(known: Known) -> None:
    assert f"## {known.case}\n" in DOCUMENT
    assert known.command in DOCUMENT


@pytest.mark.parametrize("name", FOLDERS)
def test_the_case_replays_to_the_same_bytes(name: str) -> None:
    for path in cases_in(BUGS / name):
        stored = load_case(path)
        again = replay_case(stored, method_named(stored.recipe.method))
        assert again.programs == stored.programs


@pytest.mark.parametrize("name", FOLDERS)
def test_the_programs_are_valid(name: str) -> None:
    for path in cases_in(BUGS / name):
        for program in load_case(path).programs.values():
            assert flaw_of(program) == ""


def flaw_of(program: Program) -> str:
    """Return what the validator or a sanitizer says against a program, or nothing."""
    if program.language == "spirv":
        return validate(program.source, "vulkan1.1") or ""
    if program.language != "c":
        found = Executed(program).result(program.inputs)
        return found.reason if isinstance(found, Undefined) else ""
    checks = check_c(program, "program.c", 10.0)
    assert any(check.result == "passed" for check in checks)
    return "; ".join(check.detail for check in checks if check.result == "failed")


@pytest.mark.parametrize("name", FOLDERS)
def test_the_folder_is_small(name: str) -> None:
    assert sum(path.stat().st_size for path in (BUGS / name).rglob("*") if path.is_file()) < LARGEST


@pytest.mark.parametrize("name", FOLDERS)
def test_the_neighbour_lacks_steps_of_the_case(name: str) -> None:
    neighbour = BUGS / name / "neighbour"
    if neighbour.is_dir():
        assert len(load_case(neighbour).recipe.steps) < len(load_case(BUGS / name).recipe.steps)
        assert (BUGS / name / "delta.txt").read_text().strip()


@pytest.mark.slow
@pytest.mark.parametrize("known", INDEX, ids=lambda known: f"{known.case}-{known.target}")
def test_the_bug_still_shows(known: Known) -> None:
    if not present(known):
        pytest.skip(f"{known.target} with version {known.version} is not here")
    ran = aberration(
        "replay", BUGS / known.case, "-t", known.target, "--deadline", DEADLINE, "--json"
    )
    assert ran.code == (2 if known.verdict == "none" else 1)
    (row,) = rows(ran.json["targets"])
    assert row["verdict"] in known.verdict.split(" or ")
