"""What `aberration setup` runs, and what it says of what did not come."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from aberration.cli import setup
from aberration.core.errors import BadInput
from aberration.targets.places import TOOLS_VARIABLE


def _names(compilers: bool = False, c_compilers: bool = False) -> list[str]:
    return [Path(command[1]).name for command in setup._commands(compilers, c_compilers)]


def test_each_script_is_there() -> None:
    for command in setup._commands(compilers=True, c_compilers=True):
        if command[0] == "sh":
            assert Path(command[1]).is_file()
    assert _names() == ["debian.sh", "spirv_tools.sh", "webgpu.sh", "htmx.sh"]


def test_compilers_of_other_years_are_asked_for() -> None:
    assert _names(compilers=True)[4:] == ["-m", "old_compilers.sh"]
    assert setup._commands(compilers=True, c_compilers=False)[-1][2:] == []
    assert setup._commands(compilers=False, c_compilers=True)[-1][2:] == ["debian"]


def test_scripts_are_told_the_folder_and_the_python(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    setup._run(["sh", "-c", f'echo "$PYTHON"; echo "${TOOLS_VARIABLE}"; exit 3'], tmp_path)
    written = capfd.readouterr().err.splitlines()
    assert written[:2] == [sys.executable, str(tmp_path)]
    assert "ended with status 3; going on without" in written[2]


def test_a_folder_that_cannot_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(TOOLS_VARIABLE, str(tmp_path / "file" / "tools"))
    with pytest.raises(BadInput, match="cannot be made: Not a directory") as caught:
        setup.setup()
    assert TOOLS_VARIABLE in caught.value.hint
