"""Frames over a pipe."""

from __future__ import annotations

import os
from io import FileIO

from aberration.core.wire import frame, read_frame, write_frame


def test_messages_come_one_after_the_other_until_the_other_end_is_gone() -> None:
    source, sink = os.pipe()
    with FileIO(source, "rb") as answers:
        with FileIO(sink, "wb") as requests:
            write_frame(requests, ["a", "b"])
            write_frame(requests, "c")
            requests.write(frame("cut short")[:-1])
        assert read_frame(answers, list[str]) == ["a", "b"]
        assert read_frame(answers, str) == "c"
        assert read_frame(answers, str) is None
