"""`aberration reduce`: the smallest case that shows the same bug."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.crew import WORKERS
from aberration.campaign.finding_reducer import FindingReducer, Judged
from aberration.campaign.places import is_campaign, output_folder
from aberration.campaign.shrinking import can_shrink, lines_before_and_after, seed_lines
from aberration.campaign.text_reduction import TextOptions
from aberration.campaign.timed import TimedPool
from aberration.campaign.trust import require_trust
from aberration.cli.campaigns import open_store
from aberration.cli.console import count, note, say, say_json, table
from aberration.cli.machine import targets_for
from aberration.cli.options import DEADLINE, AsJson, Deadline, Patterns, split
from aberration.cli.programs import language_of, read_case
from aberration.cli.reduce_campaign import reduce_campaign
from aberration.cli.reduction import SCHEMA, Record, ReductionFolder, interruptible, recipe_digest
from aberration.cli.saving import safe_name
from aberration.cli.text import TEXT, TextRecord, TextWish, reduce_text, way_of
from aberration.cli.trust import NoSandbox, Trust
from aberration.core.errors import BadInput, NothingTested
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase, step_types
from aberration.core.target import Target
from aberration.methods.registry import method_named
from aberration.reduce.program import MINUTE, Limits
from aberration.report.culprit import culprit_rows

_IDS = "`aberration findings` lists them."


def reduce(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="CASE_OR_DIR",
            help="A test case, or the folder or address of a campaign.",
        ),
    ],
    identifier: Annotated[
        str, typer.Argument(metavar="[ID]", help="A finding of the campaign.")
    ] = "",
    patterns: Patterns = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            file_okay=False,
            help="The folder for the smallest case so far.",
        ),
    ] = None,
    deadline: Deadline = DEADLINE,
    text: Annotated[
        bool, typer.Option("--text", help="Afterwards reduce the text of the program too.")
    ] = False,
    text_time: Annotated[
        str, typer.Option("--text-time", metavar="TIME", help="Limit of --text.")
    ] = "10m",
    reducer: Annotated[
        str,
        typer.Option(
            "--reducer",
            metavar="NAME",
            help="cvise, creduce, shrinkray, picire or none. Default: what is installed.",
        ),
    ] = "",
    alone: Annotated[
        bool, typer.Option("--alone", help="Let the reducer do all, without our own edits.")
    ] = False,
    time: Annotated[
        str,
        typer.Option(
            "--time",
            metavar="TIME",
            help="Limit for a campaign without ID, such as 30m.",
        ),
    ] = "",
    no_sandbox: NoSandbox = False,
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Reduce a test case, a finding, or a whole campaign.

    CASE reduces a test case that shows a bug on the target of -t; DIR ID a finding of a campaign;
    DIR all findings of a campaign that are not reduced yet. The smallest case so far is kept in the
    output folder; after an interruption, the same command continues from there. The first target of
    -t is the one with the bug. Where targets are compared with each other, name those too.
    """
    if is_campaign(subject) and not identifier:
        refused = [
            name
            for name, given in (
                ("-t", patterns),
                ("-o", output),
                ("--text", text),
                ("--reducer", reducer),
                ("--alone", alone),
            )
            if given
        ]
        if refused:
            raise BadInput(
                f"expected the id of a finding after the campaign with {', '.join(refused)}",
                hint=_IDS,
            )
        _require_trust_in(subject, trusted=trust)
        reduce_campaign(subject, time, as_json)
        return
    if time:
        raise BadInput(
            "expected --time with a campaign and no finding", hint="--text-time is for the text."
        )
    wish = TextWish(text, text_time, reducer, alone)
    if is_campaign(subject):
        _require_trust_in(subject, trusted=trust)
        _reduce_finding(subject, identifier, output, deadline, as_json, wish)
        return
    if not patterns:
        raise BadInput("expected -t with the target that shows the bug")
    path = Path(subject)
    case = read_case(path)
    require_trust(path, language_of(case), trusted=trust)
    targets = targets_for(split(patterns), language_of(case))
    folder = ReductionFolder(output or path.with_name(f"{path.resolve().name}-reduced"))
    _reduce(case, targets, folder, deadline, as_json, wish.options(case))


def _require_trust_in(campaign: str, *, trusted: bool) -> None:
    with open_store(campaign) as store:
        languages = {language_of(finding.case) for finding in store.findings()}
    for language in sorted(languages):
        require_trust(campaign, language, trusted=trusted)


def _reduce_finding(
    campaign: str,
    identifier: str,
    output: Path | None,
    deadline: float,
    as_json: bool,
    wish: TextWish,
) -> None:
    with open_store(campaign) as store:
        folder = output_folder(campaign, store)
        finding = store.finding(identifier)
        language = language_of(finding.case)
        targets = targets_for([finding.target], language)
        options = wish.options(finding.case)
        place = ReductionFolder(output or folder / "reduced" / safe_name(identifier))
        judged = _reduce(finding.case, targets, place, deadline, as_json, options)
        store.update_finding(_with_reduction(finding, judged.finding), judged.evidence)


def _with_reduction(finding: Finding, reduced: Finding) -> Finding:
    return msgspec.structs.replace(
        finding,
        state="reduced",
        reduced=reduced.reduced,
        neighbour=reduced.neighbour,
        culprit=reduced.culprit,
    )


def _reduce(
    given: TestCase,
    targets: Sequence[Target],
    folder: ReductionFolder,
    deadline: float,
    as_json: bool,
    options: TextOptions | None,
) -> Judged:
    target = targets[0].id
    start = folder.begin(given, target)
    method = method_named(given.recipe.method)
    configuration = FuzzConfiguration(deadline=deadline, tolerance=given.oracle.tolerance)
    with TimedPool(WORKERS, None, traced=True) as pool:
        reducer = FindingReducer(pool, targets[0], method, configuration, targets[1:])
        finding, start = _first_finding(reducer, start, given)
        bug = Verdict(finding.verdict.kind, finding.verdict.signature)
        record = Record(SCHEMA, recipe_digest(given), target, bug.kind, bug.signature)
        folder.note(record)
        folder.keep(start)
        note(
            f"{target}: {bug.kind} {bug.signature}; "
            f"{count(len(start.recipe.steps), 'step')} to begin with"
        )
        if finding.looks > 1:
            note(
                f"the bug shows in {finding.observed} of {finding.tries} looks: each case is "
                f"looked at {finding.looks} times at most"
            )
        with interruptible(folder.case):
            judged = _smallest(reducer, finding, folder, options)
    smallest, neighbour = judged.finding.reduced, judged.finding.neighbour
    assert smallest is not None
    delta = method.delta(neighbour, smallest) if neighbour is not None else ""
    folder.finish(smallest, neighbour, delta)
    folder.note(msgspec.structs.replace(record, status=judged.status))
    text = (
        reduce_text(smallest, targets[0], bug, folder.folder, options)
        if options is not None and not can_shrink(smallest)
        else None
    )
    _say_result(given, judged, record, folder, as_json, text)
    return judged


def _first_finding(
    reducer: FindingReducer, start: TestCase, given: TestCase
) -> tuple[Finding, TestCase]:
    """Return the finding to begin with, and its case: where an earlier call came to is not always
    to be believed.
    """
    try:
        return reducer.finding_of(start), start
    except NothingTested:
        if start is given:
            raise
        return reducer.finding_of(given), given


def _smallest(
    reducer: FindingReducer,
    finding: Finding,
    folder: ReductionFolder,
    options: TextOptions | None,
) -> Judged:
    """Return the finding with its steps and then its program made small."""

    def keep_steps(case: TestCase) -> None:
        folder.keep(case)
        note(f"  {count(len(case.recipe.steps), 'step')} after {count(reducer.runs, 'run')}")

    def keep_program(case: TestCase) -> None:
        folder.keep(case)
        note(f"  {count(seed_lines(case), 'line')} of the program")

    judged = reducer.reduce(finding, keep_steps)
    assert judged is not None, "nobody set an end"
    reduced = judged.finding.reduced
    if reduced is None:
        told = judged.finding.reason or judged.status
        raise NothingTested(
            f"the bug does not show every time ({told}), so the case was not reduced"
        )
    if finding.looks > 1 or not can_shrink(reduced):
        return judged
    limits = MINUTE if options is None else Limits(seconds=options.seconds)
    note(f"the program, for at most {limits.seconds:g} s")
    shrunk = reducer.shrink(judged.finding, limits, keep_program, way_of(options))
    assert shrunk is not None, "nobody set an end"
    for defect in shrunk.defects:
        note(f"a defect of ours, please report it: {defect.message}")
    return msgspec.structs.replace(
        shrunk,
        evidence=shrunk.evidence or judged.evidence,
        other_bugs=(*judged.other_bugs, *shrunk.other_bugs),
        status=judged.status,
        attempts=judged.attempts,
    )


def _say_result(
    given: TestCase,
    judged: Judged,
    record: Record,
    folder: ReductionFolder,
    as_json: bool,
    text: TextRecord | None,
) -> None:
    smallest = judged.finding.reduced
    assert smallest is not None
    before, kinds = len(given.recipe.steps), step_types(smallest.recipe)
    lines = lines_before_and_after(given, smallest)
    neighbour = judged.finding.neighbour is not None
    met = [each.finding.verdict for each in judged.other_bugs]
    if as_json:
        result = {
            "case": str(folder.case),
            "neighbour": str(folder.folder / "neighbour") if neighbour else None,
            "status": judged.status,
            "target": record.target,
            "kind": record.kind,
            "signature": record.signature,
            "steps_before": before,
            "steps": list(kinds),
            "lines": lines,
            "culprit": judged.finding.culprit,
            "text": None
            if text is None
            else {"file": str(folder.folder / TEXT), **msgspec.to_builtins(text)},
            "attempts": judged.attempts,
            "slippage": [f"{verdict.kind} {verdict.signature}".strip() for verdict in met],
        }
        say_json(result)
        return
    say(f"{folder.case}: {count(len(kinds), 'step')} of {before} are enough ({judged.status})")
    for kind in kinds:
        say(f"  {kind}")
    if lines is not None:
        say(f"  the program has {count(lines[1], 'line')}, of {lines[0]}")
    if neighbour:
        say(
            f"{folder.folder / 'neighbour'}: one step fewer, and it works; the "
            f"difference is in delta.txt"
        )
    if text is not None:
        say(
            f"{folder.folder / TEXT}: {text.lines_after} lines, {text.bytes_after} of "
            f"{text.bytes_before} bytes"
        )
        for check in text.checks:
            say(f"  passed: {check}")
    for line in table(culprit_rows(judged.finding.culprit)):
        say(line)
    for verdict in met:
        say(f"met on the way: {verdict.kind} {verdict.signature}")
