"""The options of commands that talk to a cluster. Dask is loaded only where one is named."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from aberration.campaign.machines import Machines, ThisMachine
from aberration.core.errors import BadInput

TlsAuthority = Annotated[
    Path | None,
    typer.Option("--tls-ca", metavar="PEM", help="Certificate of the cluster's authority."),
]
TlsCertificate = Annotated[
    Path | None, typer.Option("--tls-cert", metavar="PEM", help="Our certificate.")
]
TlsKey = Annotated[Path | None, typer.Option("--tls-key", metavar="PEM", help="Its key.")]
Insecure = Annotated[
    bool,
    typer.Option(
        "--insecure", help="Talk to another machine without TLS: only in a network of your own."
    ),
]

_PACKAGE = "aberration.campaign.distributed"


class TlsFiles(msgspec.Struct, frozen=True):
    """The files that the options name, and whether another machine may be talked to without."""

    authority: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    insecure: bool = False

    @property
    def given(self) -> bool:
        """True where any of these options was used."""
        return self.insecure or any((self.authority, self.certificate, self.key))


@contextmanager
def machines_at(
    cluster: str | None, tls: TlsFiles, tell: Callable[[str], None]
) -> Iterator[Machines]:
    """Give the machines that are named, or this one."""
    if cluster is None:
        if tls.given:
            raise BadInput("expected --cluster with options of TLS, but it did not come")
        yield ThisMachine()
        return
    machines = part("machines")
    address = part("address").read_address(cluster, insecure=tls.insecure)
    with machines.cluster_at(address, certificates_of(tls), tell) as found:
        yield found


def certificates_of(tls: TlsFiles) -> Any:
    """Return the files as the cluster's code takes them."""
    names = (
        "" if file is None else str(file) for file in (tls.authority, tls.certificate, tls.key)
    )
    return part("security").Certificates(*names)


def part(name: str) -> Any:
    """Return a module of the cluster's code; raise `BadInput` where Dask is not installed."""
    importlib.import_module(f"{_PACKAGE}.library").distributed()
    return importlib.import_module(f"{_PACKAGE}.{name}")
