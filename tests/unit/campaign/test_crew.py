"""Pieces of work in processes: what comes of them, and of those that are stopped, are late or
die.
"""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from helpers import wordplay
from helpers.word_compiler import words_of

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.crew import Alone, Crew, Done, Job, Piece, Processes
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.recipe import Recipe, Step
from aberration.methods.registry import method_named

pytestmark = pytest.mark.usefixtures("plugin")

WRONG = Verdict("wrong", "wrong text", "1 of 6 differ")
HANG = Verdict("timeout", "timeout")
CONFIGURATION = FuzzConfiguration(methods=("wordplay",), targets=("bad",), tests=1, confirmations=1)


def piece(
    words: Sequence[str],
    verdict: Verdict = WRONG,
    job: Job = "steps",
    until: float | None = None,
    name: str = "f",
) -> Piece:
    steps: tuple[Step, ...] = tuple({"type": "Add", "word": word} for word in words)
    case = (
        wordplay.WordMethod()
        .replay(Recipe("wordplay", 1, {"seed": wordplay.program("alpha")}, steps))
        .case
    )
    finding = Finding(name, 0, "bad", "words 1.0", verdict, case, "reliable", 1, 1)
    return Piece(job, finding, wordplay.target("bad", bugs="twist stall"), CONFIGURATION, until)


def never() -> bool:
    return False


def words(done: Done) -> list[str]:
    assert done.judged is not None
    assert done.judged.finding.reduced is not None
    return words_of(done.judged.finding.reduced.programs["variant"])


@pytest.fixture(params=["alone", "processes"])
def crew(request: pytest.FixtureRequest, tmp_path: Path) -> Crew:
    return Alone(method_named) if request.param == "alone" else Processes(2, tmp_path / "log")


def test_all_pieces_are_done(crew: Crew) -> None:
    pieces = [piece(["w1", "twist", "w2"], name=f"f{number}") for number in range(3)]
    done = list(crew.work(iter(pieces), never))
    assert sorted(one.piece.finding.id for one in done) == ["f0", "f1", "f2"]
    assert [words(one) for one in done] == [["twist"]] * 3


def test_no_piece_is_begun_after_the_stop(crew: Crew) -> None:
    asked: list[str] = []

    def pieces() -> Iterator[Piece]:
        for number in range(50):
            asked.append(f"f{number}")
            yield piece(["twist"], name=f"f{number}")

    done: list[Done] = []
    done.extend(crew.work(pieces(), lambda: len(asked) >= 3))
    assert len(asked) <= 4


def test_what_goes_wrong_in_our_own_code_is_our_defect(crew: Crew) -> None:
    (done,) = crew.work(iter([piece(["twist"], job="program")]), never)
    assert done.judged is not None
    assert "could not be looked into: AssertionError" in done.judged.defects[0].message
    assert done.judged.finding == done.piece.finding


def test_a_piece_that_is_stopped_is_left_at_the_smallest_case(tmp_path: Path) -> None:
    started = time.monotonic()
    hang = piece(["w1", "w2", "w3", "stall"], HANG)
    (one,) = Processes(1, tmp_path / "log").work(
        iter([hang]), lambda: time.monotonic() > started + 4.0
    )
    assert one.judged is None or one.judged.finding.partial is not None
    assert one.judged is None or one.judged.finding.state == "new"


def test_a_process_that_dies_is_our_defect_and_the_next_piece_goes_on(tmp_path: Path) -> None:
    good = piece(["w1", "twist"])
    recipe = msgspec.structs.replace(
        good.finding.case.recipe, seeds={"seed": wordplay.program("deadly")}
    )
    case = msgspec.structs.replace(good.finding.case, recipe=recipe)
    deadly = msgspec.structs.replace(good, finding=msgspec.structs.replace(good.finding, case=case))
    first, second = Processes(1, tmp_path / "log").work(iter([deadly, good]), never)
    assert first.judged is not None
    assert first.judged.finding == deadly.finding
    assert (
        first.judged.defects[0].message
        == "finding f could not be looked into: the process ended with status -9"
    )
    assert words(second) == ["twist"]
