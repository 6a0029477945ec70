"""`aberration dedup`: findings into bugs."""

from aberration.campaign.places import open_findings
from aberration.campaign.triage.pipeline import bugs_of, targets_of, unreduced_of
from aberration.cli.console import count, say, say_json, table
from aberration.cli.options import AsJson, CampaignPlace
from aberration.dedup.bugs import Bug, needs_of
from aberration.methods.registry import method_named


def dedup(place: CampaignPlace, as_json: AsJson = False) -> None:
    """Group the findings of a campaign by bug.

    The first finding of each bug is the one to look at. Findings that are not reduced yet are shown
    separately, those that look the same together.
    """
    with open_findings(place) as store:
        targets = targets_of(store)
        bugs, unreduced = bugs_of(store, targets, method_named), unreduced_of(store, targets)
    if as_json:
        say_json({"bugs": bugs, "unreduced": unreduced})
        return
    for line in table([_cells(bug) for bug in (*bugs, *unreduced)]):
        say(line)
    left = sum(len(bug.findings) for bug in unreduced)
    say(
        count(len(bugs), "bug")
        + (f", and {count(left, 'finding')} not reduced yet" if left else "")
    )


def _cells(bug: Bug) -> tuple[str, str, str, str, str]:
    types = ", ".join(bug.types) if bug.kind == "wrong" else ""
    why = bug.culprit or needs_of(bug) or types or bug.signature
    why += f" (perhaps {bug.perhaps})" if bug.perhaps else ""
    why += "" if bug.reduced else " (not reduced yet)"
    return bug.id, bug.family, count(len(bug.findings), "finding"), bug.findings[0], why
