"""`aberration findings`: the findings of a campaign."""

from aberration.cli.campaigns import open_store
from aberration.cli.console import count, say, say_json, table
from aberration.cli.options import AsJson, Campaign
from aberration.core.finding import Finding
from aberration.core.recipe import step_types
from aberration.dedup.bugs import smallest_case


def findings(folder: Campaign, as_json: AsJson = False) -> None:
    """List the findings of a campaign."""
    with open_store(folder) as store:
        found = store.findings()
    if as_json:
        say_json({"findings": [finding_row(finding) for finding in found]})
        return
    for line in table([_cells(finding) for finding in found]):
        say(line)
    aside = sum(finding.state == "set-aside" for finding in found)
    say(f"{count(len(found), 'finding')}, {aside} of them set aside")


def finding_row(finding: Finding) -> dict[str, object]:
    """Return what scripts read of a finding."""
    return {
        "id": finding.id,
        "test": finding.test,
        "method": finding.case.recipe.method,
        "target": finding.target,
        "target_version": finding.target_version,
        "kind": finding.verdict.kind,
        "signature": finding.verdict.signature,
        "detail": finding.verdict.detail,
        "class": finding.reliability,
        "state": finding.state,
        "reason": finding.reason,
        "steps": len(finding.case.recipe.steps),
        "culprit": finding.culprit,
        "reduced_steps": None
        if finding.reduced is None
        else list(step_types(finding.reduced.recipe)),
    }


_NOT_YET = {"new": "not reduced yet", "waiting": "not confirmed yet"}


def _cells(finding: Finding) -> tuple[str, str, str, str, str]:
    steps = count(len(smallest_case(finding).recipe.steps), "step")
    signature = finding.verdict.signature
    if finding.state == "set-aside":
        signature = f"(set aside) {finding.reason}"
    elif finding.state != "reduced":
        signature = f"({_NOT_YET[finding.state]}) {signature}"
    return finding.id, finding.verdict.kind, finding.reliability, steps, signature
