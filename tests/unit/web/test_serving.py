"""The address that a server takes."""

import socket
from pathlib import Path

import pytest

from aberration.core.errors import BadInput
from aberration.web.access import access_for
from aberration.web.serving import serve


@pytest.mark.parametrize("address", ["203.0.113.9", "no address"])
def test_an_address_of_another_machine_is_told(store: Path, address: str) -> None:
    with pytest.raises(BadInput, match="an address and a port of this machine"):
        serve(str(store), address, 0, access_for("127.0.0.1", ""), print)


def test_a_port_that_is_taken_is_told(store: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match="in use"):
            serve(str(store), "127.0.0.1", port, access_for("127.0.0.1", ""), print)
