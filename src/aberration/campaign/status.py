"""The live status of a campaign: a panel that is redrawn on a terminal, plain lines elsewhere."""

import time
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from aberration.campaign.events import (
    DefectFound,
    Event,
    Found,
    Note,
    Reduced,
    RunDone,
    SetAside,
    Started,
)
from aberration.campaign.progress import Progress
from aberration.campaign.records import HealthLine
from aberration.campaign.shrinking import lines_before_and_after
from aberration.core.finding import Finding

PLAIN_INTERVAL = 10.0
_ROWS = 16


class LiveStatus:
    """Shows events on a console; use it as the `on_event` of a campaign, inside `with`."""

    def __init__(self, console: Console) -> None:
        self.progress = Progress()
        self._console = console
        self._live = (
            Live(console=console, refresh_per_second=4, transient=True)
            if console.is_terminal
            else None
        )
        self._shown = 0.0

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def __call__(self, event: Event) -> None:
        """Take in and show one event."""
        self.progress.add(event)
        line = line_of(event)
        if line:
            self._console.print(escape(line), highlight=False, soft_wrap=True)
        if self._live is not None:
            self._live.update(panel(self.progress))
        elif isinstance(event, RunDone) and time.monotonic() - self._shown >= PLAIN_INTERVAL:
            self._shown = time.monotonic()
            self._console.print(
                escape(progress_line(self.progress)), highlight=False, soft_wrap=True
            )


def line_of(event: Event) -> str:
    """Return the line for an event that deserves one of its own, else nothing."""
    match event:
        case Note():
            return event.text
        case Started():
            return _start_line(event)
        case Found():
            return f"finding {event.finding.id}: {finding_line(event.finding)}"
        case Reduced():
            return reduced_line(event.finding)
        case SetAside(unsteady=aside):
            where = f" on {aside.target}" if aside.target else ""
            return f"seed {aside.seed} set aside{where}: {aside.reason}"
        case DefectFound(defect=defect):
            return f"defect of aberration in test {defect.test}: {defect.message}"
        case RunDone():
            return ""


def _start_line(event: Started) -> str:
    goal = [f"{event.tests} tests"] if event.tests is not None else []
    goal += [f"{event.seconds:.0f} s"] if event.seconds is not None else []
    done = f", {event.done} done before" if event.done else ""
    by_language = ", ".join(f"{count} {language}" for language, count in event.languages)
    targets = f"{len(event.targets)} targets" + (f" ({by_language})" if by_language else "")
    return f"{event.executors} executors, {targets}, until {' or '.join(goal)}{done}"


def finding_line(finding: Finding) -> str:
    """Return what a finding is, in one line."""
    what = finding.verdict.signature
    explained = f" (set aside: {finding.reason})" if finding.state == "set-aside" else ""
    return f"{finding.verdict.kind} on {finding.target}, {finding.reliability}: {what}{explained}"


def reduced_line(finding: Finding) -> str:
    """Return what became of a finding, in one line."""
    if finding.state == "set-aside":
        return f"  {finding.id}: set aside: {finding.reason}"
    if finding.reduced is None:
        return f"  {finding.id}: not reduced"
    after = len(finding.reduced.recipe.steps)
    lines = lines_before_and_after(finding.case, finding.reduced)
    shorter = "" if lines is None else f", {lines[0]} -> {lines[1]} lines"
    return (
        f"  {finding.id}: {len(finding.case.recipe.steps)} -> {after} "
        f"step{'' if after == 1 else 's'}{shorter}"
    )


def progress_line(progress: Progress) -> str:
    """Return the figures in one line."""
    kinds = (
        ", ".join(f"{count} {kind}" for kind, count in sorted(progress.findings.items())) or "none"
    )
    total = progress.earlier + progress.tests
    goal = f"/{progress.limit}" if progress.limit is not None else ""
    defects = f", {progress.defects} defects of ours" if progress.defects else ""
    return (
        f"{progress.seconds:.0f} s: {total}{goal} tests, {progress.tests_per_second:.1f} a second, "
        f"{progress.target_share:.0%} of the time in targets, findings: {kinds}{defects}"
    )


def panel(progress: Progress) -> Panel:
    """Return the panel of a terminal."""
    if not progress.started:
        return Panel("testing itself, then the seeds", title="aberration", expand=False)
    table = Table(
        "target", "runs", "crashes", "timeouts", "restarts", "inside (s)", box=None, padding=(0, 2)
    )
    busiest = sorted(progress.health.values(), key=lambda line: -line.runs)
    for line in busiest[:_ROWS]:
        table.add_row(*_cells(line))
    hidden = f"and {len(busiest) - _ROWS} targets more" if len(busiest) > _ROWS else ""
    last = (
        f"last: {progress.last.id}, {finding_line(progress.last)}"
        if progress.last is not None
        else ""
    )
    aside = f"{progress.seeds_aside} seeds set aside, {progress.explained} findings explained"
    notes = escape("\n".join(text for text in (hidden, aside, last) if text))
    return Panel(Group(progress_line(progress), table, notes), title="aberration", expand=False)


def _cells(line: HealthLine) -> list[str]:
    return [
        escape(line.target),
        str(line.runs),
        str(line.crashes),
        str(line.timeouts),
        str(line.restarts),
        f"{line.busy:.1f}",
    ]
