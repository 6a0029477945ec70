"""What the doctor says of the interpreter's C path."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.mirrored import mirrored_root

from aberration.cli import doctor
from aberration.languages.native import compiler
from aberration.targets import roots
from aberration.targets.places import TOOLS_VARIABLE
from aberration.targets.sandbox.mechanism import Mechanism


@pytest.mark.parametrize(
    ("found", "available", "state"),
    [
        (("tcc", "gcc"), True, "tcc"),
        (("gcc",), True, "gcc; tcc takes a tenth of the time to compile: apt install tcc"),
        ((), False, ""),
    ],
)
def test_the_compiler_of_the_fast_path(
    monkeypatch: pytest.MonkeyPatch, found: tuple[str, ...], available: bool, state: str
) -> None:
    monkeypatch.setattr(compiler, "available", lambda: found)
    tool = doctor.fast_path()
    assert (tool.available, tool.version) == (available, state)
    assert tool.available or tool.install == "apt install tcc libc6-dev"


def test_roots_are_reported_with_what_is_in_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(TOOLS_VARIABLE, str(tmp_path))
    (none,) = doctor._roots()
    assert (none.available, none.install) == (False, "aberration setup --compilers")
    mirrored_root(tmp_path, monkeypatch)
    (here,) = doctor._roots()
    assert (here.available, here.version) == (True, "Mesa 1.0, SPIRV-Tools 2099.1")
    monkeypatch.setattr(roots, "machine_libc", lambda: "99.9")
    (strange,) = doctor._roots()
    assert (strange.available, strange.install) == (False, "aberration setup --compilers")
    assert "prepared for a machine with glibc" in strange.reason


def test_drivers_without_a_device_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        doctor, "silent_drivers", lambda: [("intel_icd.json", "it has no device here")]
    )
    (driver,) = doctor._silent()
    assert (driver.name, driver.available, driver.reason) == (
        "driver intel_icd.json",
        False,
        "it has no device here",
    )


def test_the_doctor_says_which_sandbox_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "mechanism", lambda: Mechanism("namespaces"))
    assert doctor.sandbox_tool().version == "Linux namespaces"
    monkeypatch.setattr(doctor, "mechanism", lambda: Mechanism("landlock"))
    assert doctor.sandbox_tool().version.startswith("Landlock")
    monkeypatch.setattr(doctor, "mechanism", lambda: Mechanism(reason="unshare: no"))
    missing = doctor.sandbox_tool()
    assert not missing.available
    assert missing.reason == "unshare: no; C programs from elsewhere need --trust"
