"""Options that several commands share."""

from typing import Annotated

import typer

AsJson = Annotated[
    bool, typer.Option("--json", help="Print one JSON object on stdout; the rest goes to stderr.")
]
Patterns = Annotated[
    list[str] | None,
    typer.Option(
        "-t",
        "--targets",
        metavar="TARGETS",
        help="Target ids, groups or globs, with commas between.",
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Option("-m", "--methods", metavar="METHODS", help="Methods, with commas between."),
]
CampaignPlace = Annotated[
    str,
    typer.Argument(
        metavar="DIR_OR_URL",
        help="The folder of a campaign, or a database's address with #NAME.",
        show_default=False,
    ),
]
Deadline = Annotated[
    float,
    typer.Option(
        "--deadline", metavar="SECONDS", min=0.1, max=3600, help="Limit of each run on a target."
    ),
]
DEADLINE = 20.0


def split(values: list[str] | None) -> tuple[str, ...]:
    """Return the parts of options that may be repeated and may hold commas."""
    return tuple(
        part.strip() for value in values or () for part in value.split(",") if part.strip()
    )
