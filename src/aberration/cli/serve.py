"""`aberration serve`: a campaign in the browser."""

import importlib.util
import os
import socket
from pathlib import Path
from typing import Annotated

import typer

from aberration.cli.console import say
from aberration.cli.trust import NoSandbox, Trust
from aberration.core.errors import BadInput

TOKEN_VARIABLE = "ABERRATION_TOKEN"
_NEEDED = ("fastapi", "multipart", "pygments", "uvicorn")


def serve(
    store: Annotated[
        str,
        typer.Argument(
            metavar="DIR_OR_URL",
            help="The folder of a campaign, or the address of a database.",
            show_default=False,
        ),
    ],
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", min=0, max=65535, help="0: any that is free."),
    ] = 8707,
    address: Annotated[
        str,
        typer.Option(
            "--address",
            metavar="IP",
            help="Where to listen. Other machines can reach it only with a token.",
        ),
    ] = "127.0.0.1",
    token_file: Annotated[
        Path | None,
        typer.Option(
            "--token-file",
            metavar="FILE",
            dir_okay=False,
            help=f"A file with the token for changes; else {TOKEN_VARIABLE}. Without one the "
            "dashboard is read-only.",
        ),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            metavar="HOST",
            help="A further name of this machine in the browser's address.",
        ),
    ] = None,
    no_sandbox: NoSandbox = False,
    trust: Trust = False,
) -> None:
    """Show a campaign in the browser while it runs or afterwards: its figures, and its bugs."""
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise BadInput(
            f"the dashboard needs packages that are not installed: {', '.join(missing)}",
            hint="pip install 'aberration[serve]'",
        )
    # After the question above: these import what may be missing.
    from aberration.web.access import access_for, read_token
    from aberration.web.serving import serve as serve_site

    token = read_token(token_file, os.environ.pop(TOKEN_VARIABLE, ""))
    access = access_for(address, token, [*(names or ()), socket.gethostname()])
    mode = "" if token else " (read-only: no token was given)"
    serve_site(store, address, port, access, lambda where: say(f"{where}{mode}"), trusted=trust)
