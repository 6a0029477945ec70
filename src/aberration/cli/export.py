"""`aberration export`: one bug as an archive that others can open without us."""

from pathlib import Path
from typing import Annotated

import typer

from aberration.campaign.confirm import evidence
from aberration.campaign.observe import Observation, live_version
from aberration.campaign.places import open_findings
from aberration.campaign.trust import require_trust
from aberration.cli.console import say, say_json
from aberration.cli.judging import observe, shows_bug
from aberration.cli.machine import targets_for
from aberration.cli.options import DEADLINE, AsJson, Deadline, Patterns, split
from aberration.cli.programs import language_of, read_case
from aberration.cli.trust import NoSandbox, Trust
from aberration.core.errors import BadInput
from aberration.core.finding import IMPORTED, Finding
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.core.testcase import load_case
from aberration.dedup.bugs import find_bugs
from aberration.methods.registry import method_named
from aberration.report.bug_text import Seen
from aberration.report.bundle import account_of_case
from aberration.report.sharing.share import (
    SUFFIX,
    plain_name,
    share_account,
    share_bug,
    share_finding,
)
from aberration.targets.pool import TargetPool

_CASE = "case.json"
_NEIGHBOUR = "neighbour"


def export(
    place: Annotated[
        str,
        typer.Argument(
            metavar="DIR_OR_CASE",
            help="The folder of a campaign, a database's address with #NAME, or a test case.",
            show_default=False,
        ),
    ],
    identifier: Annotated[
        str,
        typer.Argument(metavar="ID", help="A bug or finding of the campaign; not for a case."),
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="BUG.zip", help="The archive to write. Default: named by id."
        ),
    ] = None,
    patterns: Patterns = None,
    deadline: Deadline = DEADLINE,
    no_sandbox: NoSandbox = False,
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Write one archive of a bug: programs, inputs, images, a page, and how to see it without
    aberration.

    A case is run on the targets given, if any; the first that shows a bug is the one that the
    archive is about. Without targets the archive says what the case claims.
    """
    path = Path(place)
    is_case = path.name == _CASE or (path / _CASE).is_file()
    if output is not None and output.suffix != SUFFIX:
        raise BadInput(f"expected the name of an archive, ending in {SUFFIX}", where=str(output))
    if is_case:
        folder = path.parent if path.name == _CASE else path
        if identifier:
            raise BadInput("a case has no bugs to choose from", where=identifier)
        name = plain_name(folder.resolve().name)
        written = output or Path(f"{name}{SUFFIX}")
        if patterns:
            require_trust(folder, language_of(read_case(folder)), trusted=trust)
        _export_case(folder, name, written, split(patterns), deadline)
    else:
        name, written = _export_bug(place, identifier, output, split(patterns))
    if as_json:
        say_json({"archive": str(written), "name": name, "bytes": written.stat().st_size})
    else:
        say(str(written))


def _export_bug(
    place: str, identifier: str, output: Path | None, patterns: tuple[str, ...]
) -> tuple[str, Path]:
    if patterns:
        raise BadInput("a bug of a campaign is exported as it was seen there: -t is for a case")
    with open_findings(place) as store:
        if output is not None:
            return share_bug(store, identifier, output), output
        beside = Path(f".{plain_name(identifier or 'bug')}{SUFFIX}.new")
        try:
            name = share_bug(store, identifier, beside)
            return name, beside.replace(f"{plain_name(name)}{SUFFIX}")
        finally:
            beside.unlink(missing_ok=True)


def _export_case(
    folder: Path, name: str, output: Path, patterns: tuple[str, ...], deadline: float
) -> None:
    case = read_case(folder)
    method = method_named(case.recipe.method)
    beside = folder / _NEIGHBOUR
    neighbour = load_case(beside) if (beside / _CASE).is_file() else None
    if not patterns:
        share_account(account_of_case(name, case, method, neighbour), name, output)
        return
    targets = targets_for(patterns, language_of(case))
    with TargetPool() as pool:
        seen = observe(pool, case, targets, deadline, fresh=True)
        versions = {target.id: live_version(pool, target) for target in targets}
    if not shows_bug(seen):
        raise BadInput(
            f"no bug is seen on {', '.join(seen.verdicts)}",
            where=str(folder),
            hint="Without -t the archive says what the case claims.",
        )
    rows = [
        Seen(name, versions[name], verdict.kind, verdict.detail)
        for name, verdict in seen.verdicts.items()
    ]
    target = next(one for one in targets if _goes_wrong(seen, one))
    finding = _finding(name, case, neighbour, target, versions[target.id], seen)
    family = {target.id: target.family or target.id}
    bug = find_bugs([finding], family, lambda _: method.ignored_types)[0]
    shown = evidence(case, target, seen)
    share_finding(bug, finding, shown, method, output, target, rows if len(rows) > 1 else ())


def _goes_wrong(seen: Observation, target: Target) -> bool:
    verdict = seen.verdicts.get(target.id)
    return verdict is not None and verdict.is_finding


def _finding(
    name: str,
    case: TestCase,
    neighbour: TestCase | None,
    target: Target,
    version: str,
    seen: Observation,
) -> Finding:
    """Return what was seen once, in a new process."""
    return Finding(
        id=name,
        test=IMPORTED,
        target=target.id,
        target_version=version,
        verdict=seen.verdicts[target.id],
        case=case,
        reliability="once",
        observed=1,
        tries=1,
        state="reduced",
        neighbour=neighbour,
    )
