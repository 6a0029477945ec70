"""Addresses of clusters; another machine without TLS only where the user says so."""

import pytest

from aberration.campaign.distributed.address import Address, read_address
from aberration.core.errors import BadInput


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("local:4", Address(local=4)),
        ("tcp://127.0.0.1:8786", Address("tcp://127.0.0.1:8786")),
        ("tcp://localhost:8786", Address("tcp://localhost:8786")),
        ("tcp://[::1]:8786", Address("tcp://[::1]:8786")),
        ("tls://nights.example:8786", Address("tls://nights.example:8786")),
    ],
)
def test_reads(text: str, address: Address) -> None:
    assert read_address(text) == address


@pytest.mark.parametrize(
    "text", ["", "local:", "local:0", "local:9999", "127.0.0.1:8786", "tcp://host", "tcp://h:99999"]
)
def test_refuses_what_is_no_address(text: str) -> None:
    with pytest.raises(BadInput, match="expected tcp://HOST:PORT"):
        read_address(text)


@pytest.mark.parametrize("host", ["10.0.0.7", "nights.example", "[fe80::1]"])
def test_another_machine_needs_certificates(host: str) -> None:
    with pytest.raises(BadInput, match="expected tls://"):
        read_address(f"tcp://{host}:8786")
    assert read_address(f"tcp://{host}:8786", insecure=True).url == f"tcp://{host}:8786"
