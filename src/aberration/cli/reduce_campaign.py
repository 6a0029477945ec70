"""`aberration reduce DIR`: what a campaign had no time to reduce."""

import time
from collections import Counter

import typer

from aberration.campaign.configuration import read_duration
from aberration.campaign.events import Event
from aberration.campaign.following import work_on
from aberration.campaign.places import output_folder
from aberration.campaign.status import line_of
from aberration.campaign.store import Store
from aberration.campaign.triage.pipeline import bugs_of, targets_of, unreduced_of
from aberration.cli.campaigns import open_store
from aberration.cli.console import INTERRUPTED, count, note, say, say_json
from aberration.cli.interrupts import ending_gently
from aberration.methods.registry import method_named

_LATE = "stopped; the same command goes on with what is left"


def reduce_campaign(place: str, limit: str, as_json: bool) -> None:
    """Reduce the findings of a campaign that are not reduced yet, for so long (empty: until
    nothing is left).
    """
    begun = time.monotonic()
    until = begun + read_duration(limit, "--time") if limit else None
    with open_store(place) as store, ending_gently(_LATE) as gentle:
        store.hold()
        folder = output_folder(place, store)
        before = Counter(str(finding.state) for finding in store.findings())
        work_on(store, folder, until, _note_event, gentle)
        store.note_beside(time.monotonic() - begun)
        _say(store, before, as_json)
        interrupted = gentle()
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _note_event(event: Event) -> None:
    line = line_of(event)
    if line:
        note(line)


def _say(store: Store, before: Counter[str], as_json: bool) -> None:
    states = Counter(str(finding.state) for finding in store.findings())
    targets = targets_of(store)
    bugs, unreduced = bugs_of(store, targets, method_named), unreduced_of(store, targets)
    figures = {
        "reduced": states["reduced"] - before["reduced"],
        "set_aside": states["set-aside"] - before["set-aside"],
        "left": states["new"] + states["waiting"],
    }
    if as_json:
        say_json({**figures, "bugs": bugs, "unreduced": unreduced})
        return
    figures_text = (
        f"{count(figures['reduced'], 'finding')} reduced, {figures['set_aside']} set aside, "
        f"{figures['left']} left"
    )
    say(f"{figures_text}; {count(len(bugs), 'bug')} in all")
