from __future__ import annotations

from pathlib import Path

import pytest
from helpers.mutants import module

from aberration.core.errors import UnknownName
from aberration.core.outcome import Crash, Invalid, Translated
from aberration.core.program import Program
from aberration.core.signature import crash_signature
from aberration.core.target import WorkerSpec
from aberration.targets import mutants
from aberration.targets.mutants.catalogue import MUTANTS, mutant
from aberration.targets.runner import Clock
from aberration.targets.runners.spirv.mutant import MutantRunner
from aberration.targets.worker import Worker

SHARED = {"__init__", "mutant", "rewriting", "catalogue", "chain", "targets"}
RETURNS = "OpReturn"


def test_every_file_is_registered_under_its_name() -> None:
    folder = Path(mutants.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - SHARED
    assert {known.name.replace("-", "_") for known in MUTANTS} == files
    assert len(MUTANTS) == len(files)


def test_each_says_what_it_imitates_and_needs() -> None:
    assert all(known.imitates and known.needs for known in MUTANTS)
    assert len({known.imitates for known in MUTANTS}) == len(MUTANTS)


def test_every_mutant_has_a_test_of_its_own() -> None:
    texts = [path.read_text() for path in Path(__file__).parent.glob("test_*.py")]
    missing = [
        known.name for known in MUTANTS if not any(f'"{known.name}"' in text for text in texts)
    ]
    assert missing == []


def test_an_unknown_mutant_is_refused() -> None:
    with pytest.raises(UnknownName, match="xor-zero"):
        mutant("no-such")


def test_a_planted_crash_kills_the_worker_with_its_assertion() -> None:
    worker = Worker(WorkerSpec("mutant", (("mutant", "dont-inline"),)))
    try:
        fine = worker.run(Program("spirv", "fragment", module(RETURNS)), 30)
        assert isinstance(fine.outcome, Translated)
        assert fine.outcome.program.source == module(RETURNS)
        crash = worker.run(
            Program("spirv", "fragment", module(RETURNS, control="DontInline")), 30
        ).outcome
    finally:
        worker.close()
    assert isinstance(crash, Crash)
    assert (crash.cause, crash.signal) == ("assertion", "SIGABRT")
    assert crash_signature(crash) == '!(callee->control & DONT_INLINE) && "everything is inlined"'


def test_a_mutant_that_makes_an_invalid_module_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "aberration.targets.runners.spirv.mutant.apply_mutant", lambda _, source: source[:-4]
    )
    runner = MutantRunner()
    runner.open({"mutant": "dont-inline"})
    outcome = runner.run(Program("spirv", "fragment", module(RETURNS)), Clock())
    assert isinstance(outcome, Invalid)
    assert outcome.program.source == module(RETURNS)[:-4]


def test_the_identity_changes_nothing() -> None:
    worker = Worker(WorkerSpec("mutant", (("mutant", "identity"),)))
    try:
        program = Program("spirv", "fragment", module(RETURNS))
        assert worker.run(program, 30).outcome == Translated(program)
    finally:
        worker.close()
