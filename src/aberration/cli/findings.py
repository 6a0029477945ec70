"""`aberration findings`: the findings of a campaign."""

import msgspec

from aberration.campaign.places import open_findings
from aberration.campaign.storage.finding_rows import ListedFinding
from aberration.cli.console import count, say, say_json, table
from aberration.cli.options import AsJson, CampaignPlace


def findings(place: CampaignPlace, as_json: AsJson = False) -> None:
    """List the findings of a campaign."""
    with open_findings(place) as store:
        found = store.list_findings()
    if as_json:
        say_json({"findings": [listed_row(finding) for finding in found]})
        return
    for line in table([_cells(finding) for finding in found]):
        say(line)
    aside = sum(finding.state == "set-aside" for finding in found)
    say(f"{count(len(found), 'finding')}, {aside} of them set aside")


def listed_row(finding: ListedFinding) -> dict[str, object]:
    """Return what scripts read of a finding."""
    row = msgspec.structs.asdict(finding)
    del row["at"]
    return {"class" if name == "class_" else name: value for name, value in row.items()}


_NOT_YET = {"new": "not reduced yet", "waiting": "not confirmed yet"}


def _cells(finding: ListedFinding) -> tuple[str, str, str, str, str]:
    left = finding.steps if finding.reduced_steps is None else len(finding.reduced_steps)
    signature = finding.signature
    if finding.state == "set-aside":
        signature = f"(set aside) {finding.reason}"
    elif finding.state != "reduced":
        signature = f"({_NOT_YET[finding.state]}) {signature}"
    return finding.id, finding.kind, finding.class_, count(left, "step"), signature
