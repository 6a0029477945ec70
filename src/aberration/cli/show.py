"""`aberration show`: one finding whole."""

from pathlib import Path
from typing import Annotated

import typer

from aberration.campaign.places import open_findings
from aberration.campaign.storage.finding_rows import list_finding
from aberration.cli.console import count, say, say_json, table
from aberration.cli.findings import listed_row
from aberration.cli.judging import outcome_row
from aberration.cli.options import AsJson, CampaignPlace
from aberration.core.errors import BadInput
from aberration.core.finding import Finding
from aberration.core.oracle import describe
from aberration.core.outcome import Outcome
from aberration.core.recipe import step_types
from aberration.core.testcase import save_case
from aberration.dedup.bugs import smallest_case
from aberration.methods.registry import method_named
from aberration.report.bug_text import found_by
from aberration.report.culprit import culprit_rows


def show(
    place: CampaignPlace,
    identifier: Annotated[
        str, typer.Argument(metavar="ID", help="A finding, as listed by `aberration findings`.")
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="CASE", help="Write its smallest case to this folder."
        ),
    ] = None,
    original: Annotated[
        bool, typer.Option("--original", help="With -o: write the case as it was found.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show one finding: verdict, steps, and what triggers it."""
    with open_findings(place) as store:
        finding = store.finding(identifier)
        evidence = store.evidence(identifier)
    if output is not None:
        if output.exists() and (not output.is_dir() or any(output.iterdir())):
            raise BadInput("expected a new or empty folder", where=str(output))
        save_case(finding.case if original else smallest_case(finding), output)
    if as_json:
        outcomes = {role: outcome_row(outcome) for role, outcome in evidence.items()}
        more = {
            "outcomes": outcomes,
            "delta": _delta(finding),
            "case": None if output is None else str(output),
        }
        say_json(listed_row(list_finding(finding)) | more)
        return
    _say(finding, evidence, output)


def _delta(finding: Finding) -> str:
    if finding.neighbour is None:
        return ""
    case = smallest_case(finding)
    return method_named(case.recipe.method).delta(finding.neighbour, case)


def _say(finding: Finding, evidence: dict[str, Outcome], output: Path | None) -> None:
    verdict = finding.verdict
    rows = [
        ("target", finding.target),
        ("version", finding.target_version or "unknown"),
        ("verdict", f"{verdict.kind}: {verdict.signature}"),
        ("detail", verdict.detail),
        (
            "reliability",
            f"{finding.reliability}, {finding.observed} of {finding.tries} runs in new processes",
        ),
        ("state", f"{finding.state} {finding.reason}".rstrip()),
        ("found by", found_by(finding)),
        ("steps", f"{len(finding.case.recipe.steps)} as found, {_reduced_steps(finding)}"),
    ]
    for line in table([*rows, *culprit_rows(finding.culprit)]):
        say(line)
    for kind in step_types(finding.reduced.recipe) if finding.reduced is not None else ():
        say(f"  {kind}")
    for line in table([(role, describe(outcome)) for role, outcome in evidence.items()]):
        say(line)
    delta = _delta(finding)
    if delta:
        say("one step fewer works; the difference:")
        say(delta)
    if output is not None:
        say(f"aberration replay {output} -t {finding.target}")


def _reduced_steps(finding: Finding) -> str:
    if finding.reduced is None:
        return "not reduced"
    return f"{count(len(finding.reduced.recipe.steps), 'step')} after reduction"
