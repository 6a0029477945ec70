import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from aberration.cli import main as command
from aberration.cli.main import main
from aberration.core.errors import BadInput, InternalError, NothingTested

OTHER_NAMES = ("doctor", "targets", "methods", "fuzz", "make", "run", "replay", "reduce")
CAMPAIGN_NAMES = ("findings", "show", "dedup", "report", "check")
NAMES = OTHER_NAMES + CAMPAIGN_NAMES


def app_that_raises(error: BaseException) -> typer.Typer:
    app = typer.Typer(rich_markup_mode=None)

    @app.command()
    def only() -> None:
        raise error

    return app


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (BadInput("expected a seed", where="x.spv"), 2, "aberration: x.spv: expected a seed"),
        (NothingTested("no test was executed"), 2, "aberration: no test was executed"),
        (
            InternalError("a promise did not hold"),
            3,
            "internal error: InternalError: a promise did not hold",
        ),
        (KeyError("lost"), 3, "internal error: KeyError: 'lost'"),
        (KeyboardInterrupt(), 130, ""),
        (typer.Exit(1), 1, ""),
    ],
)
def test_what_escapes_gives_its_exit_code(
    error: BaseException,
    code: int,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "app_with", lambda _: app_that_raises(error))
    monkeypatch.delenv(command.DEBUG_VARIABLE, raising=False)
    assert main([]) == code
    shown = capsys.readouterr()
    assert text in shown.err
    assert "Traceback" not in shown.err
    assert shown.out == ""


def test_debugging_shows_the_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "app_with", lambda _: app_that_raises(KeyError("lost")))
    monkeypatch.setenv(command.DEBUG_VARIABLE, "1")
    assert main([]) == 3
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        ["no-such-command"],
        ["make", "agree"],
        ["run", "x.spv", "--no-such-option"],
        ["run", "there-is-no-such-file.spv"],
        ["run", "there-is-no-such-file.txt"],
        ["replay", "there-is-no-such-case"],
        ["make", "no-such-method", "-o", "never-made"],
        ["targets", "-t", "no-such-target"],
        ["findings", "there-is-no-such-campaign"],
        ["show", "there-is-no-such-campaign", "000001-gcc"],
        ["dedup", "there-is-no-such-campaign"],
        ["check", "there-is-no-such-file.c"],
        ["reduce", "there-is-no-such-case"],
    ],
)
def test_bad_input_is_exit_code_2_without_a_traceback(
    line: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err
    assert "Traceback" not in shown.err


def test_a_command_is_all_that_is_loaded() -> None:
    code = (
        "import sys; from aberration.cli.main import main; main(['methods', '--help']); "
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith("aberration.cli.")}
    assert "aberration.cli.methods" in loaded
    assert not {f"aberration.cli.{name}" for name in NAMES} & loaded - {"aberration.cli.methods"}


def test_a_near_name_is_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", "agre", "-o", "never-made"]) == 2
    assert "Did you mean agree?" in capsys.readouterr().err


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in NAMES if f"\n  {name} " not in shown] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_an_example_and_json(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"Example: aberration {name}" in shown
    assert "--json" in shown


def test_methods_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["methods", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["methods"]
    languages = {row["name"]: [support["language"] for support in row["languages"]] for row in rows}
    assert languages == {
        "agree": ["c", "essl", "glsl", "wgsl"],
        "drive": ["essl", "glsl", "wgsl", "spirv"],
        "emi": ["c", "essl", "glsl", "wgsl", "spirv"],
        "fuse": ["essl", "glsl", "wgsl", "spirv"],
        "smith": ["essl", "glsl", "wgsl"],
        "transform": ["spirv"],
    }


def test_a_case_is_not_written_over_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "precious").write_text("mine")
    assert main(["make", "agree", "-o", str(tmp_path)]) == 2
    assert "expected a new or empty folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]
