"""`aberration worker`: the workers of this machine, for a campaign that another machine runs."""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from aberration.campaign.campaign import choose_targets
from aberration.cli.cluster import (
    Insecure,
    TlsAuthority,
    TlsCertificate,
    TlsFiles,
    TlsKey,
    certificates_of,
    part,
)
from aberration.cli.console import note, say, table
from aberration.core.errors import BadInput
from aberration.targets.registry import discover

_ASKED = "(a campaign that uses it asks for its version)"


def worker(
    address: Annotated[
        str,
        typer.Argument(
            metavar="ADDRESS",
            help="The scheduler: tcp://HOST:PORT or tls://HOST:PORT.",
            show_default=False,
        ),
    ],
    jobs: Annotated[
        int, typer.Option("--jobs", min=0, help="Tests in parallel. Default: one for each core.")
    ] = 0,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            metavar="DIR",
            file_okay=False,
            help="Where logs and campaigns are kept. Default: a temporary folder.",
        ),
    ] = None,
    tls_ca: TlsAuthority = None,
    tls_cert: TlsCertificate = None,
    tls_key: TlsKey = None,
    insecure: Insecure = False,
) -> None:
    """Offer this machine's compilers to the campaigns of a cluster, until SIGTERM or Ctrl-C.

    It prints what it offers, and starts no driver for that. A scheduler that is gone is looked for
    again. What is being tested at the end is ended gently; the campaign makes the rest elsewhere.
    """
    tls = TlsFiles(tls_ca, tls_cert, tls_key, insecure)
    place = part("address").read_address(address, insecure=insecure)
    if place.local:
        raise BadInput(
            f"expected the address of a scheduler, but {address!r} came",
            hint="`aberration fuzz --cluster local:N` starts workers of its own.",
        )
    security = part("security").security_of(certificates_of(tls), encrypted=place.encrypted)
    offered = choose_targets(discover(), ())
    for line in table([(target.id, target.version or _ASKED) for target in offered]):
        say(line)
    count = jobs or len(os.sched_getaffinity(0))
    with ExitStack() as stack:
        home = folder or Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="aberration-worker-"))
        )
        module = part("worker")
        workers = module.Workers(place.url, home, count, security)
        module.run_workers(workers, note)
