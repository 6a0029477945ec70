"""`aberration fuzz`: a whole campaign, from the tests to the report."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from aberration.campaign.campaign import resume as resume_campaign
from aberration.campaign.campaign import run_campaign
from aberration.campaign.configuration import FuzzConfiguration, override, read_configuration
from aberration.campaign.events import Event, Note
from aberration.campaign.session import Call
from aberration.campaign.status import LiveStatus
from aberration.campaign.storage.addresses import read_address
from aberration.campaign.store import DATABASE, Store
from aberration.campaign.summary import BugLine, Summary
from aberration.campaign.triage.pipeline import bugs_of, targets_of, unreduced_of
from aberration.cli.campaigns import open_store
from aberration.cli.cluster import (
    Insecure,
    TlsAuthority,
    TlsCertificate,
    TlsFiles,
    TlsKey,
    machines_at,
)
from aberration.cli.console import INTERRUPTED, count, note, say, say_json
from aberration.cli.interrupts import ending_gently
from aberration.cli.options import AsJson, Names, Patterns, split
from aberration.cli.trust import NoSandbox, note_unconfined
from aberration.core.errors import BadInput
from aberration.core.passwords import without_passwords
from aberration.dedup.bugs import Bug, smallest_case
from aberration.methods.pipeline.stages import stage_needed
from aberration.methods.registry import method_named
from aberration.report.campaign_report import write_campaign_report

REPORT = "report"
_LATE = (
    "stopped before the report was written whole; `aberration report DIR` writes it, `fuzz "
    "--resume DIR` goes on"
)


def fuzz(
    config: Annotated[
        Path | None,
        typer.Argument(
            metavar="[CONFIG.toml]", help="The same options in a file, and settings of methods."
        ),
    ] = None,
    methods: Names = None,
    targets: Patterns = None,
    seeds: Annotated[
        list[str] | None,
        typer.Option(
            "-s",
            "--seeds",
            metavar="DIR",
            help="Folders or files of seeds, in place of the bundled corpus.",
        ),
    ] = None,
    tests: Annotated[int | None, typer.Option(min=1, help="Stop after so many tests.")] = None,
    time: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Limit of all phases together, such as 90s, 10m, 2h."),
    ] = None,
    rng_seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, help="Random seed; the same seed gives the same tests."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=0, help="Tests in parallel. Default: one for each core."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            file_okay=False,
            help="A new folder for the campaign.",
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume",
            metavar="DIR_OR_URL",
            help="Continue the campaign in this folder or database.",
        ),
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="URL",
            help="A database for the campaign, with its name: postgresql+psycopg://.../DB#NAME.",
        ),
    ] = None,
    artifacts: Annotated[
        str | None,
        typer.Option(
            "--artifacts", metavar="URL", help="With --store: where big things go, as for fsspec."
        ),
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option(
            "--keep",
            metavar="BYTES",
            help="Keep to so many bytes of artifacts, such as 2GiB; findings are always kept.",
        ),
    ] = None,
    unknown_seeds: Annotated[
        bool | None,
        typer.Option(
            "--unknown-seeds", help="Also use seeds whose result our interpreter cannot compute."
        ),
    ] = None,
    no_reduce: Annotated[
        bool, typer.Option("--no-reduce", help="Do not reduce the findings.")
    ] = False,
    no_sandbox: NoSandbox = False,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Test on the workers of a scheduler (tcp://HOST:PORT, tls://HOST:PORT), or on a "
            "cluster of N workers on this machine (local:N).",
        ),
    ] = None,
    tls_ca: TlsAuthority = None,
    tls_cert: TlsCertificate = None,
    tls_key: TlsKey = None,
    insecure: Insecure = False,
    as_json: AsJson = False,
) -> None:
    """Test compilers and write a report of the bugs found.

    A campaign runs tests, confirms each violation in new processes, reduces the findings, groups
    them by bug and writes DIR/report/index.html. Without arguments it uses every method and target
    here and the bundled corpus, for two minutes. Exit code 1 if bugs were found.
    """
    choices: dict[str, object] = {"tests": tests, "time": time, "jobs": jobs, "retention": keep}
    fixed: dict[str, object] = {
        "methods": split(methods) or None,
        "targets": split(targets) or None,
        "seeds": tuple(seeds) if seeds else None,
        "seed": rng_seed,
        "unknown_seeds": unknown_seeds,
        "output": None if output is None else str(output),
        "store": store,
        "artifacts": artifacts,
    }
    begun = monotonic()
    note_unconfined()
    with ending_gently(_LATE) as gentle:
        call = Call(begun, not no_reduce, gentle, gentle.raising)
        secrets = TlsFiles(tls_ca, tls_cert, tls_key, insecure)
        with (
            LiveStatus(Console(stderr=True)) as status,
            machines_at(cluster, secrets, lambda line: status(Note(line))) as machines,
        ):
            call = msgspec.structs.replace(call, machines=machines)
            summary, place = _run_tests(config, resume, choices, fixed, status, call)
        if summary.interrupted:
            note(f"stopped; `aberration fuzz --resume {without_passwords(place)}` goes on with it")
        summary, page = _write_report(summary, place)
        if as_json:
            say_json(msgspec.to_builtins(summary) | {"report": str(page)})
        else:
            _say(summary, page, without_passwords(place))
        interrupted = summary.interrupted or gentle()
    raise typer.Exit(INTERRUPTED if interrupted else int(bool(summary.bugs or summary.unreduced)))


def _run_tests(
    config: Path | None,
    place: str | None,
    choices: dict[str, object],
    fixed: dict[str, object],
    on_event: Callable[[Event], None],
    call: Call,
) -> tuple[Summary, str]:
    """Run a new campaign, or go on with one; return the figures, and the place of its store."""
    if place is None:
        configuration = FuzzConfiguration() if config is None else read_configuration(config)
        wanted = override(configuration, choices | fixed)
        wanted = wanted if fixed["output"] is not None else with_free_output(wanted)
        return run_campaign(wanted, on_event, call), wanted.store or wanted.output
    given = [name for name, value in fixed.items() if value is not None] + (
        [str(config)] if config else []
    )
    if given:
        hint = (
            "Only --tests, --time, --jobs and --keep can change; begin a new campaign for the rest."
        )
        raise BadInput(
            f"--resume goes on with the campaign as it is, but {', '.join(given)} came", hint=hint
        )
    return resume_campaign(place, on_event, choices, call), place


def with_free_output(configuration: FuzzConfiguration) -> FuzzConfiguration:
    """Return the configuration with the first of `aberration-out`, `aberration-out-2`, ... that has
    no campaign; of one in a database, `aberration-out-NAME`.

    A folder that was named is taken as it is.
    """
    default = FuzzConfiguration().output
    if configuration.output != default:
        return configuration
    if configuration.store:
        name = read_address(configuration.store).name
        return msgspec.structs.replace(configuration, output=f"{default}-{name}")
    number, free = 1, default
    while (Path(free) / DATABASE).exists():
        number, free = number + 1, f"{default}-{number + 1}"
    if free != default:
        note(
            f"{default} has a campaign already (--resume {default} goes on with it): "
            f"this one goes to {free}"
        )
    return msgspec.structs.replace(configuration, output=free)


def _write_report(summary: Summary, place: str) -> tuple[Summary, Path]:
    """Gather the findings into bugs and write the report; return the figures with the bugs."""
    folder = Path(summary.output)
    with open_store(place) as store:
        targets = targets_of(store)
        bugs = tuple(_bug_line(bug, store) for bug in bugs_of(store, targets, method_named))
        unreduced = tuple(_bug_line(bug, store) for bug in unreduced_of(store, targets))
        page = write_campaign_report(store, folder, folder / REPORT)
    return msgspec.structs.replace(summary, bugs=bugs, unreduced=unreduced), page


def _bug_line(bug: Bug, store: Store) -> BugLine:
    first = store.finding(bug.findings[0])
    stage = stage_needed(smallest_case(first).recipe) if bug.reduced else ""
    return BugLine(bug.id, first.target, bug.kind, bug.signature, bug.findings, bug.perhaps, stage)


def _say(summary: Summary, page: Path, place: str) -> None:
    outcomes = ", ".join(f"{number} {kind}" for kind, number in summary.outcomes.items())
    others = "".join(
        f", {number} {status}" for status, number in summary.statuses.items() if status != "done"
    )
    say(
        f"{count(summary.tests, 'test')} in {summary.seconds:.0f} s, "
        f"{summary.tests_per_second:.1f} a second{others}"
    )
    say(
        f"{summary.target_time_share:.0%} of the time inside the compilers; outcomes: "
        f"{outcomes or 'none'}"
    )
    if summary.codes:
        say(f"tests: {', '.join(f'{number} {code}' for code, number in summary.codes.items())}")
    say(f"{count(len(summary.findings), 'finding')}, {len(summary.set_aside)} more set aside")
    if summary.put_away:
        say(
            f"put away: "
            f"{', '.join(f'{number} {name}' for name, number in summary.put_away.items())}"
        )
    for bug in summary.bugs:
        more = f", perhaps {bug.perhaps}" if bug.perhaps else ""
        more += f", by the stage {bug.stage}" if bug.stage else ""
        found = count(len(bug.findings), "finding")
        say(f"bug {bug.id}: {bug.target}: {bug.kind}: {bug.signature} ({found}{more})")
    for line in summary.unreduced:
        say(
            f"not reduced yet: {line.target}: {line.kind}: {line.signature} "
            f"({count(len(line.findings), 'finding')})"
        )
    if summary.waiting:
        say(f"{count(summary.waiting, 'violation')} seen in passing and not confirmed yet")
    if summary.unreduced or summary.waiting:
        say(f"`aberration reduce {place}` goes on with them")
    say(
        f"{count(len(summary.bugs), 'bug')}; seed {summary.rng_seed}, configuration "
        f"{summary.config_digest}"
    )
    say(f"report: {page}")
