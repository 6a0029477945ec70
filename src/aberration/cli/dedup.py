"""`aberration dedup`: findings into bugs."""

from aberration.campaign.aftermath import bugs_of, targets_of
from aberration.cli.campaigns import open_store
from aberration.cli.console import count, say, say_json, table
from aberration.cli.options import AsJson, Campaign
from aberration.dedup.bugs import Bug
from aberration.methods.registry import method_named


def dedup(folder: Campaign, as_json: AsJson = False) -> None:
    """Gather the findings of a campaign into bugs; the first finding of each is the one to look at."""
    with open_store(folder) as store:
        bugs = bugs_of(store, targets_of(store), method_named)
    if as_json:
        say_json({"bugs": bugs})
        return
    for line in table([_cells(bug) for bug in bugs]):
        say(line)
    say(count(len(bugs), "bug"))


def _cells(bug: Bug) -> tuple[str, str, str, str, str]:
    types = ", ".join(bug.types) if bug.kind == "wrong" else ""
    why = bug.culprit or types or bug.signature
    return bug.id, bug.family, count(len(bug.findings), "finding"), bug.findings[0], why
