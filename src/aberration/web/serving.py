"""The server process: a site on a socket until it is told to end."""

import socket
from collections.abc import Callable
from ipaddress import ip_address

import uvicorn

from aberration.core.errors import BadInput
from aberration.web.access import Access
from aberration.web.application import application
from aberration.web.site import open_site


def serve(
    store: str,
    address: str,
    port: int,
    access: Access,
    on_ready: Callable[[str], None],
    *,
    trusted: bool = False,
) -> None:
    """Serve a store until SIGINT or SIGTERM; `on_ready` gets the address of the first page. Port 0
    lets the system choose one. C programs of the store are run again where a sandbox holds
    them, or they are `trusted`. Raise `BadInput` for an address that cannot be used.
    """
    with open_site(store, access, trusted=trusted) as site, _listening(address, port) as listener:
        server = uvicorn.Server(
            uvicorn.Config(
                application(site),
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=2,
                lifespan="off",
            )
        )
        site.gathering.bugs()
        name, number = listener.getsockname()[:2]
        on_ready(f"http://{f'[{name}]' if ':' in name else name}:{number}/")
        server.run(sockets=[listener])


def _listening(address: str, port: int) -> socket.socket:
    name = "127.0.0.1" if address == "localhost" else address
    try:
        family = socket.AF_INET6 if ip_address(name).version == 6 else socket.AF_INET
        listener = socket.socket(family)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((name, port))
        # Who reads the address may ask at once, and waits for the server to begin.
        listener.listen()
    except (ValueError, OSError) as error:
        raise BadInput(f"expected an address and a port of this machine, but {error}") from None
    return listener
