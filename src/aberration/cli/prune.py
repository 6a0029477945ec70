"""`aberration prune`: remove what a campaign keeps and nobody needs."""

from typing import Annotated

import msgspec
import typer

from aberration.campaign.configuration import read_size
from aberration.campaign.retention import Pruning, Removed, size_text
from aberration.campaign.retention import prune as prune_store
from aberration.cli.campaigns import open_store
from aberration.cli.console import count, say, say_json
from aberration.cli.options import AsJson, CampaignPlace


def prune(
    place: CampaignPlace,
    keep: Annotated[
        str,
        typer.Option(
            "--keep", metavar="BYTES", help="Keep to so many bytes of artifacts, such as 2GiB."
        ),
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be removed.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Remove artifacts of a campaign that nobody needs.

    Without --keep these are the ones that nothing in the store names: left by a run that was
    killed, or replaced by a smaller case. With it also cases of defects of our own, the oldest
    first. The cases of findings and their evidence are always kept.
    """
    budget = read_size(keep, "--keep") if keep else None
    with open_store(place) as store:
        done = prune_store(store, budget, dry=dry_run)
    if as_json:
        say_json(msgspec.to_builtins(done) | {"dry_run": dry_run})
        return
    _say(done, "would be removed" if dry_run else "removed")


def _say(done: Pruning, what: str) -> None:
    say(f"{_files(done.rubbish)} {what} that nothing names")
    if done.defects.files:
        say(f"{_files(done.defects)} {what} that show defects of aberration")
    say(f"{size_text(done.after)} of {size_text(done.before)} stay")
    if done.over:
        say(f"that is {size_text(done.over)} more than asked for: findings need them")


def _files(removed: Removed) -> str:
    return f"{count(removed.files, 'artifact')} ({size_text(removed.bytes)})"
