"""`aberration run`: one program or one case on targets."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from aberration.campaign.trust import require_trust
from aberration.cli.console import note, say, say_json, table
from aberration.cli.judging import (
    observe,
    outcome_row,
    require_verdict,
    save_outcomes,
    say_verdicts,
    shows_bug,
    verdict_rows,
)
from aberration.cli.machine import targets_for, targets_with_languages
from aberration.cli.options import DEADLINE, AsJson, Deadline, Patterns, split
from aberration.cli.programs import language_of, names_case, read_case, read_forms
from aberration.cli.saving import safe_name, save_outcome
from aberration.cli.trust import NoSandbox, Trust
from aberration.core.errors import AberrationError, NothingTested
from aberration.core.oracle import describe
from aberration.core.outcome import (
    EXECUTED,
    Crash,
    Invalid,
    Outcome,
    Rejected,
    Text,
    outcome_digest,
)
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.targets.pool import TargetPool


def run(
    subject: Annotated[
        Path, typer.Argument(metavar="PROGRAM_OR_CASE", help="A program, or the folder of a case.")
    ],
    patterns: Patterns = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            file_okay=False,
            help="Save images, buffers, texts and logs in this folder.",
        ),
    ] = None,
    deadline: Deadline = DEADLINE,
    no_sandbox: NoSandbox = False,
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Run one program or one test case on targets.

    Exit code 1 if this shows a bug: a compiler crashes or writes invalid output, or, for a test
    case, gives a wrong result.

    Without targets, everything here that executes the program is used, and GLSL and ESSL are
    compiled to SPIR-V. With targets, GLSL and ESSL are passed as written to those that take them,
    and as SPIR-V to the others.
    """
    if names_case(subject):
        case = read_case(subject)
        require_trust(subject, language_of(case), trusted=trust)
        bug = _run_case(subject, case, split(patterns), output, deadline, as_json)
    else:
        require_trust(subject, "c" if subject.suffix == ".c" else "", trusted=trust)
        bug = _run_program(subject, split(patterns), output, deadline, as_json)
    raise typer.Exit(int(bug))


def _run_case(
    path: Path,
    case: TestCase,
    patterns: Sequence[str],
    output: Path | None,
    deadline: float,
    as_json: bool,
) -> bool:
    language = language_of(case)
    with TargetPool() as pool:
        seen = observe(pool, case, targets_for(patterns, language), deadline, fresh=False)
    saved = save_outcomes(seen, output)
    if as_json:
        rows = verdict_rows(seen, saved)
        say_json(
            {"case": str(path), "bug": shows_bug(seen), "targets": rows, "skipped": seen.skipped}
        )
    else:
        say_verdicts(seen)
    require_verdict(seen)
    return shows_bug(seen)


class _TargetRun(msgspec.Struct, frozen=True):
    """What one target did with the program."""

    target: str
    outcome: Outcome
    seconds: float
    files: tuple[str, ...]


def _run_program(
    path: Path, patterns: Sequence[str], output: Path | None, deadline: float, as_json: bool
) -> bool:
    forms = read_forms(path)
    pairs = targets_with_languages(patterns, tuple(forms))
    programs = {
        language: forms[language]() for language in dict.fromkeys(language for _, language in pairs)
    }
    skipped: dict[str, str] = {}
    with TargetPool() as pool:
        asked = (
            _ask(pool, target, programs[language], deadline, output, skipped)
            for target, language in pairs
        )
        ran = [one for one in asked if one is not None]
    bug = any(_blames_target(one.outcome) for one in ran)
    if as_json:
        say_json(
            {
                "program": str(path),
                "bug": bug,
                "outcomes": [_row(one) for one in ran],
                "skipped": skipped,
            }
        )
    else:
        _say_outcomes(ran)
    _require_tested(ran, skipped)
    return bug


def _ask(
    pool: TargetPool,
    target: Target,
    program: Program,
    deadline: float,
    output: Path | None,
    skipped: dict[str, str],
) -> _TargetRun | None:
    try:
        result = pool.run(target, program, deadline)
    except AberrationError as error:
        skipped[target.id] = error.message
        note(f"{target.id}: not run: {error.message}")
        return None
    files = save_outcome(result.outcome, output, safe_name(target.id)) if output is not None else []
    return _TargetRun(target.id, result.outcome, result.seconds, tuple(str(file) for file in files))


def _blames_target(outcome: Outcome) -> bool:
    """True when a compiler is at fault whatever the program: a program that dies itself, or
    never ends, blames none.
    """
    own = isinstance(outcome, Crash) and outcome.stage.endswith("run")
    return isinstance(outcome, Crash | Invalid) and not own


def _row(one: _TargetRun) -> dict[str, object]:
    row: dict[str, object] = {"target": one.target, **outcome_row(one.outcome)}
    if isinstance(one.outcome, Text):
        row["stdout"] = one.outcome.stdout.decode("utf-8", "replace")
        row["exit_status"] = one.outcome.exit_status
    return row | {"seconds": round(one.seconds, 4), "files": list(one.files)}


def _say_outcomes(ran: Sequence[_TargetRun]) -> None:
    for line in table([(one.target, f"{one.seconds:.2f} s", describe(one.outcome)) for one in ran]):
        say(line)
    if len(ran) == 1 and isinstance(ran[0].outcome, Text):
        say(ran[0].outcome.stdout.decode("utf-8", "replace").rstrip("\n"))
    results = {outcome_digest(one.outcome) for one in ran if isinstance(one.outcome, EXECUTED)}
    if len(results) > 1:
        say(
            f"{len(results)} different results: to the bit; `aberration check` says "
            f"whether within the tolerance."
        )
    for file in (file for one in ran for file in one.files):
        say(file)


def _require_tested(ran: Sequence[_TargetRun], skipped: dict[str, str]) -> None:
    if not ran:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in skipped.items())
        raise NothingTested(
            f"no target could run it: {reasons}", hint="`aberration doctor` lists what is missing."
        )
    if all(isinstance(one.outcome, Rejected) for one in ran):
        hint = "Is the program valid? `aberration check` says."
        raise NothingTested("every target rejected the program, so nothing was tested", hint=hint)
