"""`aberration reduce --text`: after the steps, the text of the program itself. The best so far of a
C program is in `reduced.c`; a shader is the seed of the case.
"""

from pathlib import Path

import msgspec

from aberration.campaign.configuration import read_duration
from aberration.campaign.shrinking import can_shrink
from aberration.campaign.text_reduction import TextOptions, reduce_c_text
from aberration.cli.console import note
from aberration.cli.reduction import interruptible
from aberration.core.errors import BadInput, NothingTested, TargetUnavailable
from aberration.core.files import write_json, write_whole
from aberration.core.oracle import Verdict, roles_of
from aberration.core.process import search_path
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.reduce.external import INSTALL, find_external
from aberration.reduce.outside import Outside
from aberration.reduce.program import Limits, Questions, Shrink, ShrunkProgram, shrink
from aberration.reduce.search import Keep
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


class TextWish(msgspec.Struct, frozen=True):
    """What a user says of the text: whether to reduce it, for how long, with which reducer, and
    with that alone. Who names a reducer wants the text reduced.
    """

    text: bool
    time: str
    reducer: str
    alone: bool

    def options(self, case: TestCase) -> TextOptions | None:
        """Return the options for the text, or None; raise `BadInput` for what makes no sense before
        anything is run.
        """
        if not self.text and self.reducer in ("", NO_REDUCER):
            if self.alone:
                raise BadInput("expected --reducer with --alone")
            return None
        language = next(iter(case.programs.values())).language
        # Reducers of text have no use for modules, which have edits of their own.
        modules = any(one.language == "spirv" for one in case.recipe.seeds.values())
        if language != "c" and (modules or not can_shrink(case)):
            raise BadInput(
                f"expected a C program, or a shader with a known result, for --text, but this case "
                f"is {language}"
            )
        external = None
        if self.reducer != NO_REDUCER:
            external = find_external(search_path(), self.reducer)
        if self.alone and external is None:
            raise BadInput("expected a reducer that is installed with --alone", hint=INSTALL)
        return TextOptions(read_duration(self.time, "--text-time"), external, self.alone)


def way_of(options: TextOptions | None) -> Shrink:
    """Return how a shader is made small; what a reducer of others complains of is noted."""
    if options is None or options.external is None:
        return shrink
    outside = Outside(options.external, options.alone)
    name = options.external.name

    def way(start: Program, tests: Questions, limits: Limits, keep: Keep[Program]) -> ShrunkProgram:
        found = outside.shrink(start, tests, limits, keep)
        if found.complaint:
            note(f"{name} failed: {found.complaint}")
        return found

    return way


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
    earlier = _earlier(folder, record)
    write_json(folder / RECORD, record)
    try:
        with interruptible(folder / TEXT):
            result = reduce_c_text(
                target,
                bug,
                program,
                options,
                lambda text: write_whole(folder / TEXT, text),
                lambda line: note(f"  {line}"),
                earlier,
            )
    except (NothingTested, TargetUnavailable) as error:
        note(f"the text is not reduced: {error}")
        return None
    reduced = result.reduced
    done = msgspec.structs.replace(
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
    write_whole(folder / TEXT, reduced.text)
    write_json(folder / RECORD, done)
    return done


def _earlier(folder: Path, record: TextRecord) -> bytes | None:
    """Return the best text of an earlier reduction of the same program."""
    try:
        known = msgspec.json.decode((folder / RECORD).read_bytes(), type=TextRecord)
        text = (folder / TEXT).read_bytes()
    except (OSError, msgspec.DecodeError, RecursionError):
        return None
    same = (known.given, known.target, known.kind) == (record.given, record.target, record.kind)
    return text if same else None
