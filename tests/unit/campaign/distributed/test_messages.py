"""Messages come back as they were; what is none is refused."""

import pytest

from aberration.campaign.distributed.messages import Ask, Batch, Join, decode, encode
from aberration.core.errors import BadInput


@pytest.mark.parametrize(
    "message", [Ask(("a", "b")), Join("d", {"x": "1"}, b"job", True), Batch("d", (1, 2), (2,))]
)
def test_there_and_back(message: Ask | Join | Batch) -> None:
    assert decode(encode(message), type(message)) == message


@pytest.mark.parametrize("data", [b"", b"\xc1", encode({"patterns": 3}), None, "text"])
def test_refuses_what_is_no_message(data: object) -> None:
    with pytest.raises(BadInput, match="expected"):
        decode(data, Ask)
