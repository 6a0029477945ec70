"""Where a cluster is: `tcp://HOST:PORT`, `tls://HOST:PORT`, or `local:N` for one of this machine.

Whoever can talk to a scheduler of Dask can run any code on its workers. So without certificates
(`tls://`) only addresses of this machine are taken, unless the user says that the network is safe.
"""

from __future__ import annotations

import ipaddress
import re
from typing import Final

import msgspec

from aberration.core.errors import BadInput

MOST_LOCAL: Final = 256
_REMOTE: Final = re.compile(
    r"(?P<scheme>tcp|tls)://(?P<host>\[[0-9a-fA-F:.]+\]|[^/:\s]+):(?P<port>\d{1,5})"
)
_LOCAL: Final = re.compile(r"local:(?P<count>\d{1,4})")


class Address(msgspec.Struct, frozen=True):
    """The scheduler at `url`, or, where that is empty, `local` workers of this machine."""

    url: str = ""
    local: int = 0

    @property
    def encrypted(self) -> bool:
        """True where both ends prove who they are by certificates."""
        return self.url.startswith("tls://")


def read_address(text: str, *, insecure: bool = False) -> Address:
    """Return the address; raise `BadInput` for one that is none, and for one without TLS that is
    not of this machine, unless `insecure` is said.
    """
    local = _LOCAL.fullmatch(text)
    if local is not None and 1 <= int(local["count"]) <= MOST_LOCAL:
        return Address(local=int(local["count"]))
    remote = _REMOTE.fullmatch(text)
    if remote is None or not 0 < int(remote["port"]) < 65536:
        raise BadInput(
            f"expected tcp://HOST:PORT, tls://HOST:PORT or local:N (1 to {MOST_LOCAL}), "
            f"but {text!r} came"
        )
    if remote["scheme"] == "tcp" and not insecure and not _is_loopback(remote["host"]):
        raise BadInput(
            f"expected tls:// for another machine, but {text!r} came",
            hint="Without certificates whoever reaches the scheduler can run programs on all "
            "workers. Use --tls-ca, --tls-cert and --tls-key; --insecure in a network of your own.",
        )
    return Address(text)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
