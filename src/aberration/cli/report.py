"""`aberration report`: a folder for each bug, and one page over all."""

from pathlib import Path
from typing import Annotated

import typer

from aberration.campaign.places import output_folder
from aberration.cli.campaigns import open_store
from aberration.cli.console import say, say_json
from aberration.cli.options import AsJson, CampaignPlace
from aberration.report.campaign_report import write_campaign_report


def report(
    place: CampaignPlace,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="OUT",
            file_okay=False,
            help="The folder to write. Default: DIR/report.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a folder for each bug, ready to send, and an HTML page."""
    with open_store(place) as store:
        folder = output_folder(place, store)
        page = write_campaign_report(store, folder, output or folder / "report")
    if as_json:
        say_json({"page": str(page)})
    else:
        say(str(page))
