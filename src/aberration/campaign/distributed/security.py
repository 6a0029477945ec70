"""TLS between the machines of a cluster, by Dask's own settings.

Certificates come from the options of a command, else from Dask's configuration (its keys
`distributed.comm.tls`), which a `tls://` address then uses as it is.
"""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

import msgspec

from aberration.campaign.distributed.library import dask_distributed
from aberration.core.errors import BadInput


class Certificates(msgspec.Struct, frozen=True):
    """Files in PEM: that of the authority, our certificate, and its key."""

    authority: str = ""
    certificate: str = ""
    key: str = ""

    @property
    def files(self) -> tuple[str, ...]:
        """Return the files that are named."""
        return tuple(name for name in (self.authority, self.certificate, self.key) if name)


def security_of(given: Certificates, *, encrypted: bool) -> Any:
    """Return Dask's `Security`, which every end of a `tls://` address needs; None without TLS.

    Raise `BadInput` for files that are missing, too few or no certificates, or where the address is
    not `tls://`.
    """
    if given.files and not encrypted:
        raise BadInput(
            "expected tls://HOST:PORT with certificates, but the address is one without them"
        )
    if not encrypted:
        return None
    if 0 < len(given.files) < 3:
        raise BadInput(
            "expected all of --tls-ca, --tls-cert and --tls-key, but "
            f"{len(given.files)} of them came"
        )
    for name in given.files:
        if not Path(name).is_file():
            raise BadInput("expected a file in PEM, but there is none", where=name)
    if given.files:
        _check(given)
    library = dask_distributed()
    if not given.files:
        return _from_settings(library)
    ours = {
        f"tls_{role}_{what}": name
        for role in ("client", "scheduler", "worker")
        for what, name in (("cert", given.certificate), ("key", given.key))
    }
    return library.Security(tls_ca_file=given.authority, require_encryption=True, **ours)


def _check(given: Certificates) -> None:
    """Read the files as each connection will: one that would fail each time is told now."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    name = given.authority
    try:
        context.load_verify_locations(name)
        name = given.certificate
        # A key under a password would be asked for on the terminal, at each connection.
        context.load_cert_chain(name, given.key, password=lambda: "")
    except (OSError, ValueError) as error:
        what = "a certificate" if name == given.authority else "a certificate with its key"
        raise BadInput(f"expected {what} in PEM, but {error}", where=name) from None


def _from_settings(library: Any) -> Any:
    security = library.Security(require_encryption=True)
    if not security.tls_ca_file:
        raise BadInput(
            "expected certificates for tls://, but none are named",
            hint="Use --tls-ca, --tls-cert and --tls-key, or Dask's own configuration.",
        )
    return security
