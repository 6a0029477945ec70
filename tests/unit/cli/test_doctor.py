"""What the doctor says of the interpreter's C path."""

from __future__ import annotations

import pytest

from aberration.cli import doctor
from aberration.languages.native import compiler


@pytest.mark.parametrize(
    ("found", "available", "told"),
    [
        (("tcc", "gcc"), True, "tcc"),
        (("gcc",), True, "gcc; tcc takes a tenth of the time to compile: apt install tcc"),
        ((), False, ""),
    ],
)
def test_the_compiler_of_the_fast_path(
    monkeypatch: pytest.MonkeyPatch, found: tuple[str, ...], available: bool, told: str
) -> None:
    monkeypatch.setattr(compiler, "available", lambda: found)
    tool = doctor.fast_path()
    assert (tool.available, tool.version) == (available, told)
    assert tool.available or tool.install == "apt install tcc libc6-dev"
