"""`aberration import`: an archive from somebody else as a case, or into a campaign."""

from pathlib import Path
from typing import Annotated

import typer

from aberration.campaign.storage.addresses import is_address, read_address
from aberration.cli.campaigns import open_store
from aberration.cli.console import say, say_json
from aberration.cli.options import AsJson
from aberration.core.errors import BadInput
from aberration.core.target import Target
from aberration.report.sharing.receive import Arrival, Received, add_to_store, receive, write_case
from aberration.targets.registry import discover, select


def import_(
    archive: Annotated[
        Path,
        typer.Argument(
            metavar="BUG.zip", help="An archive of `aberration export`.", show_default=False
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="CASE", help="The folder of the case. Default: named by it."
        ),
    ] = None,
    into: Annotated[
        str | None,
        typer.Option(
            "--into",
            metavar="DIR_OR_URL",
            help="The campaign that gets the bug: its folder, or a database's address with #NAME.",
        ),
    ] = None,
    target: Annotated[
        str,
        typer.Option(
            "-t", "--target", metavar="TARGET", help="With --into: who is to show it here."
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Read an archive of a bug, trusting nothing in it.

    Every file is checked, and the programs must be what the recipe gives. In a campaign the finding
    waits until `aberration reduce DIR` sees it here.
    """
    if output is not None and into is not None:
        raise BadInput("expected a folder for the case or a campaign, but both came")
    if target and into is None:
        raise BadInput("a target is asked with --into alone")
    received = receive(archive)
    if into is not None:
        _say_arrival(_add(into, received, target), into, as_json)
        return
    folder = output or Path(received.manifest.name)
    write_case(received, folder)
    if as_json:
        say_json({"case": str(folder), "name": received.manifest.name})
    else:
        say(f"{folder}: the programs are what the recipe gives")


def _add(place: str, received: Received, name: str) -> Arrival:
    seen = received.manifest.seen
    asked = name or ("" if seen is None else seen.target)
    if not asked:
        raise BadInput(
            "the archive does not say where the bug was seen", hint="-t TARGET names who shows it."
        )
    with open_store(place) as store:
        return add_to_store(store, received, _target(asked))


def _target(name: str) -> Target:
    chosen = select(discover(), [name])
    if len(chosen) != 1 or chosen[0].id != name:
        raise BadInput(f"expected the id of a target, but {name!r} came")
    return chosen[0]


def _say_arrival(arrival: Arrival, place: str, as_json: bool) -> None:
    if as_json:
        say_json({"finding": arrival.finding, "known": arrival.known, "same": arrival.same})
    elif arrival.finding:
        # The address of a database may hold a password.
        shown = read_address(place).shown if is_address(place) else place
        say(f"{arrival.finding}: waits until `aberration reduce {shown}` sees it here")
    else:
        what = "same recipe" if arrival.same == "recipe" else f"bug {arrival.same}"
        say(f"nothing added: the finding {arrival.known} is the {what}")
