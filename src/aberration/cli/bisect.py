"""`aberration bisect`: what in a compiler is to blame for a bug."""

from pathlib import Path
from typing import Annotated

import typer

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.crew import WORKERS
from aberration.campaign.finding_reducer import FindingReducer
from aberration.campaign.places import is_campaign
from aberration.campaign.timed import TimedPool
from aberration.campaign.triage.blame import blame
from aberration.campaign.trust import require_trust
from aberration.cli.campaigns import open_store
from aberration.cli.console import say, say_json, table
from aberration.cli.machine import targets_for
from aberration.cli.options import DEADLINE, AsJson, Deadline, Patterns, split
from aberration.cli.programs import language_of, read_case
from aberration.cli.trust import NoSandbox, Trust
from aberration.core.errors import BadInput
from aberration.core.finding import Culprit
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.dedup.bugs import smallest_case
from aberration.methods.registry import method_named
from aberration.report.culprit import culprit_rows


def bisect(
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
    deadline: Deadline = DEADLINE,
    no_sandbox: NoSandbox = False,
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Find the pass, setting or version that is at fault.

    For gcc and clang it tries levels, then flags, passes or debug counters; for spirv-opt shorter
    and shorter lists of passes; for drivers the settings that make them right. Then it tries the
    installed versions, oldest first.
    """
    case, target = _subject(subject, identifier, patterns)
    require_trust(subject, language_of(case), trusted=trust)
    wanted, culprit = _bug_and_culprit(case, target, deadline)
    if as_json:
        say_json(
            {
                "target": target.id,
                "kind": wanted.kind,
                "signature": wanted.signature,
                "culprit": culprit,
            }
        )
        return
    say(f"{target.id}: {wanted.signature or wanted.kind}")
    rows = culprit_rows(culprit)
    for line in table(rows):
        say(line)
    if not rows:
        say("no part of it could be singled out")


def _subject(subject: str, identifier: str, patterns: list[str] | None) -> tuple[TestCase, Target]:
    if is_campaign(subject):
        if not identifier:
            raise BadInput(
                "expected the id of a finding after the campaign",
                hint="`aberration findings` lists them.",
            )
        with open_store(subject) as store:
            finding = store.finding(identifier)
        case, wanted = smallest_case(finding), [finding.target]
    else:
        case, wanted = read_case(Path(subject)), list(split(patterns))
    if not wanted:
        raise BadInput("expected -t with the target that shows the bug")
    return case, targets_for(wanted, language_of(case))[0]


def _bug_and_culprit(
    case: TestCase, target: Target, deadline: float
) -> tuple[Verdict, Culprit | None]:
    """Return the bug that a case shows, and what is to blame."""
    configuration = FuzzConfiguration(deadline=deadline, tolerance=case.oracle.tolerance)
    method = method_named(case.recipe.method)
    with TimedPool(WORKERS, None, traced=True) as pool:
        finding = FindingReducer(pool, target, method, configuration).finding_of(case)
        return finding.verdict, blame(finding.case, target, finding.verdict, pool, deadline)
