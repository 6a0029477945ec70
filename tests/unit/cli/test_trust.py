"""Who may run a C program where no sandbox is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from helpers.corpus import ROOT

from aberration.campaign import trust
from aberration.cli import trust as options
from aberration.cli.main import main
from aberration.core.errors import BadInput
from aberration.targets.sandbox.mechanism import VARIABLE, Mechanism

STRANGE = Path("/somewhere/program.c")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be on a machine without a sandbox."""
    for module in (trust, options):
        monkeypatch.setattr(module, "mechanism", lambda: Mechanism(reason="the kernel says no"))


@pytest.mark.usefixtures("bare")
def test_a_strangers_program_is_refused_where_no_sandbox_is() -> None:
    with pytest.raises(BadInput, match=r"--trust.*the kernel says no"):
        trust.require_trust(STRANGE, "c", trusted=False)


@pytest.mark.usefixtures("bare")
def test_what_is_trusted_is_ours_or_is_no_native_program_is_run() -> None:
    trust.require_trust(STRANGE, "c", trusted=True)
    trust.require_trust(ROOT / "c" / "sorting.c", "c", trusted=False)
    trust.require_trust(ROOT / "bugs" / "pcc-constant-shift-unsigned", "c", trusted=False)
    trust.require_trust(STRANGE.with_suffix(".frag"), "glsl", trusted=False)


@pytest.mark.usefixtures("bare")
def test_a_path_that_leads_out_of_the_corpus_is_not_ours() -> None:
    with pytest.raises(BadInput, match="--trust"):
        trust.require_trust(ROOT / "c" / ".." / ".." / ".." / "x.c", "c", trusted=False)


@pytest.mark.parametrize("found", [Mechanism("namespaces"), Mechanism(reason="off", chosen=True)])
def test_a_sandbox_or_the_users_own_will_is_enough(
    found: Mechanism, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trust, "mechanism", lambda: found)
    trust.require_trust(STRANGE, "c", trusted=False)


def test_what_landlock_leaves_open_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "mechanism", lambda: Mechanism("landlock"))
    with pytest.raises(BadInput, match=r"--trust: Landlock.*modes and times of your files"):
        trust.require_trust(STRANGE, "c", trusted=False)
    trust.require_trust(STRANGE, "c", trusted=True)


@pytest.mark.usefixtures("bare")
def test_a_campaign_says_that_it_has_no_sandbox(capsys: pytest.CaptureFixture[str]) -> None:
    options.note_unconfined()
    assert capsys.readouterr().err.startswith("no sandbox: the kernel says no;")


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("command", ["run", "check"])
def test_commands_ask_for_it(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program.c"
    program.write_text("int main(void) { return 0; }\n")
    assert main([command, str(program)]) == 2
    assert "expected --trust" in capsys.readouterr().err


@pytest.mark.usefixtures("bare")
def test_an_export_asks_for_it_where_it_runs_the_case(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = tmp_path / "case"
    shutil.copytree(ROOT / "bugs" / "pcc-constant-shift-unsigned", case)
    line = ["export", str(case), "-o", str(tmp_path / "bug.zip")]
    assert main(line) == 0
    assert main([*line, "-t", "gcc-O2"]) == 2
    assert "expected --trust" in capsys.readouterr().err


def test_the_option_turns_it_off_for_all_that_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    assert main(["run", str(tmp_path / "missing.c"), "--no-sandbox"]) == 2
    assert os.environ[VARIABLE] == "off"
