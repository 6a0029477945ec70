"""`aberration reduce`: the smallest case that shows the same bug."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from aberration.campaign.blame import blame
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import evidence
from aberration.campaign.observe import observe_fresh
from aberration.campaign.shrinking import SEED, ProgramShrinker, can_shrink, lines_before_and_after
from aberration.campaign.store import DATABASE
from aberration.campaign.text_reduction import TextOptions
from aberration.cli.campaigns import open_store
from aberration.cli.console import INTERRUPTED, count, note, say, say_json, table
from aberration.cli.machine import targets_for
from aberration.cli.options import DEADLINE, AsJson, Deadline, Patterns, split
from aberration.cli.programs import read_case
from aberration.cli.reduce_campaign import reduce_campaign
from aberration.cli.reduction import SCHEMA, Record, ReductionFolder, recipe_digest
from aberration.cli.saving import safe_name
from aberration.cli.text import TEXT, TextRecord, reduce_text, text_options
from aberration.cli.watch import Watch
from aberration.core.errors import BadInput, NothingTested
from aberration.core.finding import Culprit
from aberration.core.method import Method
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase, step_types
from aberration.core.target import Target
from aberration.methods.registry import method_named
from aberration.reduce.interestingness import same_bug
from aberration.reduce.looks import MOST_LOOKS, looks_needed, sightings
from aberration.reduce.program import MINUTE, lines_of
from aberration.reduce.reducer import Reduced, reduce_case
from aberration.report.culprit import culprit_rows
from aberration.targets.pool import TargetPool

_IDS = "`aberration findings` lists them."


def reduce(
    subject: Annotated[
        Path,
        typer.Argument(metavar="CASE_OR_DIR", help="A test case, or the folder of a campaign."),
    ],
    identifier: Annotated[
        str, typer.Argument(metavar="[ID]", help="The finding, for a campaign.")
    ] = "",
    patterns: Patterns = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="DIR", file_okay=False, help="Where the best so far is kept."
        ),
    ] = None,
    deadline: Deadline = DEADLINE,
    text: Annotated[
        bool, typer.Option("--text", help="Then shrink the text of the C program too.")
    ] = False,
    text_time: Annotated[
        str, typer.Option("--text-time", metavar="TIME", help="For the text, such as 10m.")
    ] = "10m",
    reducer: Annotated[
        str,
        typer.Option(
            "--reducer",
            metavar="NAME",
            help="cvise, creduce, shrinkray or none; else what is here.",
        ),
    ] = "",
    time: Annotated[
        str,
        typer.Option(
            "--time",
            metavar="TIME",
            help="For a campaign without ID: end after so long, such as 30m.",
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Shrink a case that shows a bug on a target, a finding of a campaign, or all that a campaign
    has not reduced yet.

    The best so far is kept in the output folder; when interrupted, the same command goes on from
    there. The first target is the one with the bug; a claim that targets agree needs the others to
    compare with too.
    """
    if (subject / DATABASE).is_file() and not identifier:
        refused = [
            name for name, given in (("-t", patterns), ("-o", output), ("--text", text)) if given
        ]
        if refused:
            raise BadInput(
                f"expected the id of a finding after the campaign with {', '.join(refused)}",
                hint=_IDS,
            )
        reduce_campaign(subject, time, as_json)
        return
    if time:
        raise BadInput(
            "expected --time with a campaign and no finding", hint="--text-time is for the text."
        )
    if (subject / DATABASE).is_file():
        _reduce_finding(subject, identifier, output, deadline, as_json, (text, text_time, reducer))
        return
    if not patterns:
        raise BadInput("expected -t with the target that shows the bug")
    case = read_case(subject)
    targets = targets_for(split(patterns), next(iter(case.programs.values())).language)
    folder = ReductionFolder(output or subject.with_name(f"{subject.resolve().name}-reduced"))
    options = text_options(text, text_time, reducer, next(iter(case.programs.values())).language)
    _reduce(case, targets, folder, deadline, as_json, options)


def _reduce_finding(
    folder: Path,
    identifier: str,
    output: Path | None,
    deadline: float,
    as_json: bool,
    text: tuple[bool, str, str],
) -> None:
    with open_store(folder) as store:
        finding = store.finding(identifier)
        targets = targets_for([finding.target], next(iter(finding.case.programs.values())).language)
        options = text_options(*text, next(iter(finding.case.programs.values())).language)
        place = ReductionFolder(output or folder / "reduced" / safe_name(identifier))
        reduced, culprit = _reduce(finding.case, targets, place, deadline, as_json, options)
        with TargetPool() as pool:
            outcomes = observe_fresh(pool, reduced.case, targets, deadline)
            proof = evidence(reduced.case, targets[0], outcomes)
        store.update_finding(
            msgspec.structs.replace(
                finding,
                state="reduced",
                reduced=reduced.case,
                neighbour=reduced.neighbour,
                culprit=culprit,
            ),
            proof,
        )


def _reduce(
    given: TestCase,
    targets: Sequence[Target],
    folder: ReductionFolder,
    deadline: float,
    as_json: bool,
    options: TextOptions | None,
) -> tuple[Reduced, Culprit | None]:
    target = targets[0].id
    start = folder.begin(given, target)
    method = method_named(given.recipe.method)
    with TargetPool(traced=True) as pool:
        watch = Watch(pool, targets, method, deadline, given.oracle)
        wanted = watch(start)
        if not wanted.is_finding:
            watch.looks = MOST_LOOKS
            wanted = watch(start)
        if not wanted.is_finding:
            description = f"{wanted.kind}: {wanted.detail}" if wanted.detail else wanted.kind
            raise NothingTested(
                f"the case shows no bug on {target} ({description}), so there is nothing to reduce"
            )
        record = Record(SCHEMA, recipe_digest(given), target, wanted.kind, wanted.signature)
        folder.note(record)
        folder.keep(start)
        note(
            f"{target}: {wanted.kind} {wanted.signature}; "
            f"{count(len(start.recipe.steps), 'step')} to begin with"
        )
        if watch.looks > 1:
            _look_often(start, wanted, watch)
        reduced = _shrink(start, method, wanted, watch, folder)
        if reduced.status == "not-reproduced" and wanted.kind != "timeout" and watch.looks == 1:
            _look_often(start, wanted, watch)
            reduced = _shrink(start, method, wanted, watch, folder)
        configuration = FuzzConfiguration(deadline=deadline, tolerance=given.oracle.tolerance)
        shrinker = ProgramShrinker(pool, targets[0], method, configuration, wanted)
        reduced = _small_program(reduced, shrinker, folder) if watch.looks == 1 else reduced
    if not reduced.is_steady:
        raise NothingTested(
            f"the bug does not show every time ({reduced.status}), so the case was not reduced"
        )
    delta = method.delta(reduced.neighbour, reduced.case) if reduced.neighbour is not None else ""
    folder.finish(reduced.case, reduced.neighbour, delta)
    folder.note(msgspec.structs.replace(record, status=reduced.status))
    bug = Verdict(wanted.kind, wanted.signature)
    culprit = culprit_of(reduced.case, targets[0], bug, deadline) if watch.looks == 1 else None
    text = (
        reduce_text(reduced.case, targets[0], bug, folder.folder, options)
        if options is not None
        else None
    )
    _say_result(given, reduced, record, folder, as_json, culprit, text)
    return reduced, culprit


def _look_often(case: TestCase, wanted: Verdict, watch: Watch) -> None:
    """Find out how often a bug shows, and let each case be looked at as often as that needs."""
    watch.looks = 1
    observed, tries = sightings(lambda: same_bug(wanted, watch(case)))
    watch.looks = looks_needed(observed, tries)
    note(
        f"the bug shows in {observed} of {tries} looks: each case is looked at "
        f"{watch.looks} times at most"
    )


def culprit_of(case: TestCase, target: Target, bug: Verdict, deadline: float) -> Culprit | None:
    """Return what in a compiler is to blame for a bug."""
    with TargetPool(4, traced=bug.kind == "crash") as pool:
        return blame(case, target, bug, pool, deadline)


def _shrink(
    start: TestCase, method: Method, wanted: Verdict, watch: Watch, folder: ReductionFolder
) -> Reduced:
    def keep(case: TestCase) -> None:
        folder.keep(case)
        note(f"  {count(len(case.recipe.steps), 'step')} after {count(watch.runs, 'run')}")

    try:
        return reduce_case(start, method, wanted, watch, keep=keep)
    except KeyboardInterrupt:
        note(
            f"interrupted: the best so far is in {folder.case}; the same command goes on from there"
        )
        raise typer.Exit(INTERRUPTED) from None


def _small_program(reduced: Reduced, shrinker: ProgramShrinker, folder: ReductionFolder) -> Reduced:
    """Return the reduction with the program of a shading language made small as well."""
    if not reduced.is_steady or not can_shrink(reduced.case):
        return reduced

    def keep(case: TestCase) -> None:
        folder.keep(case)
        note(f"  {count(lines_of(case.recipe.seeds[SEED]), 'line')} of the program")

    note("the program, for at most a minute")
    try:
        shrunk = shrinker.shrink(reduced, MINUTE, keep)
    except KeyboardInterrupt:
        note(
            f"interrupted: the best so far is in {folder.case}; the same command goes on from there"
        )
        raise typer.Exit(INTERRUPTED) from None
    for defect in shrunk.defects:
        note(f"a defect of aberration, please report it: {defect}")
    return shrunk.reduced


def _say_result(
    given: TestCase,
    reduced: Reduced,
    record: Record,
    folder: ReductionFolder,
    as_json: bool,
    culprit: Culprit | None,
    text: TextRecord | None,
) -> None:
    before, after = len(given.recipe.steps), len(reduced.case.recipe.steps)
    neighbour = reduced.neighbour is not None
    if as_json:
        result = {
            "case": str(folder.case),
            "neighbour": str(folder.folder / "neighbour") if neighbour else None,
            "status": reduced.status,
            "target": record.target,
            "kind": record.kind,
            "signature": record.signature,
            "steps_before": before,
            "steps": list(step_types(reduced.case.recipe)),
            "lines": lines_before_and_after(given, reduced.case),
            "culprit": culprit,
            "text": None
            if text is None
            else {"file": str(folder.folder / TEXT), **msgspec.to_builtins(text)},
            "attempts": reduced.attempts,
            "slips": [
                f"{verdict.kind} {verdict.signature}".strip() for _, verdict in reduced.slips
            ],
        }
        say_json(result)
        return
    say(f"{folder.case}: {count(after, 'step')} of {before} are enough ({reduced.status})")
    for kind in step_types(reduced.case.recipe):
        say(f"  {kind}")
    lines = lines_before_and_after(given, reduced.case)
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
    for line in table(culprit_rows(culprit)):
        say(line)
    for _, verdict in reduced.slips:
        say(f"met on the way: {verdict.kind} {verdict.signature}")
