"""Who may look and who may change: a token for everything that is more than looking.

The token never leaves the server. Who gave it gets a cookie that is worth something until the
server ends, and each form carries a second word that another site cannot know.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import BadInput

COOKIE: Final = "aberration"
LEAST: Final = 16
"""Characters of a token: one that is shorter could be guessed."""
_LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")


class Access(msgspec.Struct, frozen=True):
    """What a server admits. Without a `token` nobody may change anything; where it is `closed`
    nobody may look without it. Requests must name one of the `hosts`, so that a page elsewhere
    whose name is made to lead here (DNS rebinding) gets nothing.
    """

    token: str
    hosts: frozenset[str]
    closed: bool = False
    secret: bytes = msgspec.field(default_factory=lambda: secrets.token_bytes(32))

    def admits(self, given: str) -> bool:
        """True for the token."""
        return bool(self.token) and hmac.compare_digest(_digest(given), _digest(self.token))

    def cookie(self) -> str:
        """Return what a browser keeps that gave the token."""
        return self._word("cookie")

    def knows(self, cookie: str) -> bool:
        """True for the cookie of a browser that gave the token to this server."""
        return bool(self.token) and hmac.compare_digest(cookie.encode(), self.cookie().encode())

    def form_word(self) -> str:
        """Return the word that each form of ours carries."""
        return self._word("form")

    def is_form_word(self, given: str) -> bool:
        """True for the word that our forms carry."""
        return hmac.compare_digest(given.encode(), self.form_word().encode())

    def is_host(self, header: str) -> bool:
        """True when a Host header names us; the port does not matter."""
        name = header.rpartition(":")[0] if _has_port(header) else header
        return name.lower() in self.hosts

    def _word(self, use: str) -> str:
        text = f"{use} {self.token}".encode()
        return hmac.new(self.secret, text, hashlib.sha256).hexdigest()


def access_for(address: str, token: str, names: Iterable[str] = ()) -> Access:
    """Return what a server at an address admits; `names` are further names of this machine.

    Raise `BadInput` for an address that is not loopback without a token, and for a short token.
    """
    if token and len(token) < LEAST:
        raise BadInput(f"expected a token of {LEAST} characters or more, but it has {len(token)}")
    local = is_loopback(address)
    if not local and not token:
        hint = "Give one with --token-file FILE or ABERRATION_TOKEN, or leave --address out."
        raise BadInput(f"expected a token, as {address} is open to other machines", hint=hint)
    own = f"[{address}]" if ":" in address else address
    hosts = frozenset(name.lower() for name in (*_LOOPBACK, own, *names))
    return Access(token, hosts, closed=not local)


def is_loopback(address: str) -> bool:
    """True for an address that only this machine can reach."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def read_token(file: Path | None, variable: str) -> str:
    """Return the token of a file, else of the variable; empty without any. Raise `BadInput` for a
    file that cannot be read or is empty.
    """
    if file is None:
        return variable.strip()
    try:
        token = file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"expected a file with a token, but {error}", where=str(file)) from None
    if not token:
        raise BadInput("expected a token, but the file is empty", where=str(file))
    return token


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _has_port(header: str) -> bool:
    return header.rpartition(":")[2].isdigit() and not header.endswith("]")
