"""What each request must be before a page sees it, and what each answer carries.

No request from another name or another site, none that is large; no script, style, picture or form
but our own, and no guessing of types.
"""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, Final

from aberration.web.access import Access

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
MOST_BYTES: Final = 256 << 10
"""Of what a form sends."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


class Guard:
    """An ASGI application around another one."""

    def __init__(self, inner: Application, access: Access) -> None:
        self._inner = inner
        self._access = access

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _with_ours(message.get("headers", ()))
            await send(message)

        refusal = self._refusal(str(scope["method"]), headers)
        if refusal is None:
            await self._inner(scope, receive, guarded)
        else:
            await _refuse(*refusal, guarded)

    def _refusal(self, method: str, headers: Mapping[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._access.is_host(host):
            return 421, "this server does not go by that name"
        if method in ("GET", "HEAD"):
            return None
        if method != "POST":
            return 405, "only GET, HEAD and POST are answered"
        if not _is_same_site(headers, host):
            return 403, "a form of another site was sent"
        length = headers.get("content-length", "")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return 413, f"a form has a stated length of {MOST_BYTES} bytes at most"
        return None


def _is_same_site(headers: Mapping[str, str], host: str) -> bool:
    """True where the browser says that the request comes from a page of ours."""
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return False
    return headers.get("origin", "") in (f"http://{host}", f"https://{host}")


def _with_ours(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    given = {name.lower() for name, _ in headers}
    ours = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    return [*headers, *((name, value) for name, value in ours if name not in given)]


async def _refuse(status: int, reason: str, send: Send) -> None:
    body = f"{reason}\n".encode()
    start = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(body)),
    ]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})
