"""`aberration nightly`: one night, of which only the news are told."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from aberration.campaign.nights.configuration import read_night
from aberration.campaign.nights.night import Watch, lent
from aberration.campaign.nights.notices.table import tell
from aberration.campaign.nights.notices.wording import (
    bug_line,
    headline,
    how_to_see,
    line,
    replayed_line,
)
from aberration.campaign.nights.records import News
from aberration.campaign.nights.slices import Stopped
from aberration.campaign.session import OnEvent
from aberration.campaign.status import LiveStatus
from aberration.campaign.trust import require_trust
from aberration.cli.console import INTERRUPTED, note, say, say_json, show_progress
from aberration.cli.interrupts import ending_gently
from aberration.cli.options import AsJson
from aberration.cli.trust import NoSandbox, Trust

_LATE = "stopped; the same command goes on with the night"


def nightly(
    config: Annotated[
        Path, typer.Argument(metavar="NIGHT.toml", help="What a night does (docs/nightly.md).")
    ],
    no_sandbox: NoSandbox = False,
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Run a night: known bugs first, then tests where new bugs are likely; tell new bugs only.

    Prints nothing where there is nothing new. A night that was interrupted goes on. Exit code 0:
    nothing new, 1: new bugs or regressions, 4: a target tested nothing, 5: both.
    """
    configuration = read_night(config)
    with ending_gently(_LATE) as gentle, lent(configuration) as nights:
        try:
            trusting = partial(require_trust, trusted=trust)
            news = _run(
                lambda on_event: nights.run(Watch(on_event, gentle, gentle.raising, trusting))
            )
        except Stopped:
            note(_LATE)
            raise typer.Exit(INTERRUPTED) from None
        failed = tell(news, configuration)
    for name, reason in failed.items():
        note(f"notice {name}: {reason}")
    if as_json:
        say_json(_row(news, str(configuration.folder), failed))
    elif not news.quiet:
        _say(news, str(configuration.folder))
    raise typer.Exit(news.exit_code)


def _run(run: Callable[[OnEvent], News]) -> News:
    """Show how it goes on a terminal alone: what is printed elsewhere becomes somebody's mail."""
    if not sys.stderr.isatty():
        show_progress(False)
        return run(lambda _: None)
    with LiveStatus(Console(stderr=True)) as status:
        return run(status)


def _row(news: News, folder: str, failed: dict[str, str]) -> dict[str, object]:
    """Return what scripts read of a night."""
    told = msgspec.to_builtins(news)
    more = {"folder": folder, "quiet": news.quiet, "exit_code": news.exit_code}
    return {**told, **more, "failed_notices": failed}


def _say(news: News, folder: str) -> None:
    say(headline(news))
    for bug in news.new:
        say(f"new bug {bug.id}: {bug_line(bug)}")
        say(f"  {how_to_see(bug, folder)}")
    for one in (*news.back, *news.fixed):
        say(replayed_line(one))
    for silent in news.silent:
        say(line(f"tested nothing: {silent.target}: {silent.reason}"))
    for trouble in news.troubles:
        say(line(f"in trouble: {trouble}"))
