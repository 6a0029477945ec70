"""`aberration reduce --text`: after the steps, the text of the C program itself; the best so
far is in `reduced.c`.
"""

import os
from pathlib import Path

import msgspec
import typer

from aberration.campaign.configuration import read_duration
from aberration.campaign.text_reduction import TextOptions, TextReduction, TextResult
from aberration.cli.console import INTERRUPTED, note
from aberration.cli.saving import write_record
from aberration.core.errors import BadInput, NothingTested, TargetUnavailable
from aberration.core.files import write_whole
from aberration.core.oracle import Verdict, roles_of
from aberration.core.program import Language, Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.reduce.external import find_external
from aberration.reduce.text import StageRecord

TEXT = "reduced.c"
RECORD = "reduced.json"
SCHEMA = 1
NO_REDUCER = "none"


class TextRecord(msgspec.Struct, frozen=True):
    """What `reduced.c` is: of which program, on which target, for which bug, and what it has
    passed.
    """

    schema: int
    given: str
    target: str
    kind: str
    signature: str
    status: str = "begun"
    reducer: str = ""
    bytes_before: int = 0
    bytes_after: int = 0
    lines_after: int = 0
    tests: int = 0
    seconds: float = 0.0
    stages: tuple[StageRecord, ...] = ()
    checks: tuple[str, ...] = ()
    complaint: str = ""


def text_options(wanted: bool, time: str, reducer: str, language: Language) -> TextOptions | None:
    """Return the options for the text, or None; raise `BadInput` for what makes no sense before
    anything is run.
    """
    if not wanted:
        return None
    if language != "c":
        raise BadInput(f"expected a C program for --text, but this case is {language}")
    external = (
        None
        if reducer == NO_REDUCER
        else find_external(os.environ.get("PATH", os.defpath), reducer)
    )
    return TextOptions(read_duration(time, "--text-time"), external)


def reduce_text(
    case: TestCase, target: Target, bug: Verdict, folder: Path, options: TextOptions
) -> TextRecord | None:
    """Reduce the text of the program that shows a bug; None, with a note, where no result could
    be trusted.
    """
    program = case.programs[roles_of(case.oracle)[-1]]
    reducer = options.external.name if options.external is not None else ""
    record = TextRecord(SCHEMA, program.digest, target.id, bug.kind, bug.signature, reducer=reducer)
    note(
        f"the text, {len(program.source)} bytes, for at most {options.seconds:g} s "
        f"(with {reducer or 'no reducer'})"
    )
    try:
        result = _reduce(TextReduction(target, bug, program, options), folder, record)
    except (NothingTested, TargetUnavailable) as error:
        note(f"the text is not reduced: {error}")
        return None
    except KeyboardInterrupt:
        note(
            f"interrupted: the best so far is in {folder / TEXT}; the same command goes "
            f"on from there"
        )
        raise typer.Exit(INTERRUPTED) from None
    done = _finish_record(record, program, result)
    write_whole(folder / TEXT, result.reduced.text)
    write_record(folder / RECORD, done)
    return done


def _reduce(reduction: TextReduction, folder: Path, record: TextRecord) -> TextResult:
    earlier = _earlier_text(folder, record)
    write_record(folder / RECORD, record)
    return reduction.run(
        lambda text: write_whole(folder / TEXT, text), lambda line: note(f"  {line}"), earlier
    )


def _earlier_text(folder: Path, record: TextRecord) -> bytes | None:
    """Return the best text of an earlier reduction of the same program."""
    try:
        known = msgspec.json.decode((folder / RECORD).read_bytes(), type=TextRecord)
        text = (folder / TEXT).read_bytes()
    except (OSError, msgspec.DecodeError):
        return None
    same = (known.given, known.target, known.kind) == (record.given, record.target, record.kind)
    return text if same else None


def _finish_record(record: TextRecord, program: Program, result: TextResult) -> TextRecord:
    reduced = result.reduced
    return msgspec.structs.replace(
        record,
        status=reduced.status,
        bytes_before=len(program.source),
        bytes_after=len(reduced.text),
        lines_after=reduced.text.count(b"\n"),
        tests=reduced.tests,
        seconds=reduced.seconds,
        stages=reduced.stages,
        checks=result.checks,
        complaint=reduced.complaint,
    )
