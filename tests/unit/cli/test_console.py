import logging
from pathlib import Path

import pytest

from aberration.cli.console import (
    count,
    render_error,
    render_internal_error,
    say_json,
    show_progress,
    table,
)
from aberration.core.errors import BadInput


def test_table_aligns_all_columns_but_the_last() -> None:
    rows = [("a", "long one", "x"), ("bcd", "b", "what comes last is not padded")]
    assert table(rows) == ["a    long one  x", "bcd  b         what comes last is not padded"]


def test_table_of_nothing() -> None:
    assert table([]) == []


@pytest.mark.parametrize(("number", "text"), [(0, "0 bugs"), (1, "1 bug"), (2, "2 bugs")])
def test_count(number: int, text: str) -> None:
    assert count(number, "bug") == text


def test_json_goes_to_stdout_alone(capsys: pytest.CaptureFixture[str]) -> None:
    say_json({"tests": 3})
    shown = capsys.readouterr()
    assert shown.out == '{\n "tests": 3\n}\n'
    assert shown.err == ""


def test_progress_is_a_note_unless_it_is_not_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    below = logging.getLogger("aberration.targets.answers")
    for shown in (True, False, True):
        show_progress(shown)
        below.info("asking %d", 7)
    assert capsys.readouterr() == ("", "asking 7\nasking 7\n")


def test_an_error_says_where_what_and_what_next(capsys: pytest.CaptureFixture[str]) -> None:
    render_error(BadInput("expected a module", where="a.spv: word 17", hint="Was it truncated?"))
    shown = capsys.readouterr()
    assert shown.err == "aberration: a.spv: word 17: expected a module\n  Was it truncated?\n"
    assert shown.out == ""


def test_an_internal_error_keeps_its_traceback_in_a_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    render_internal_error(ValueError("seven"), ["run", "a b.spv"], debugging=False)
    shown = capsys.readouterr().err
    assert "internal error: ValueError: seven" in shown
    assert "aberration run 'a b.spv'" in shown
    assert "Traceback" not in shown
    path = Path(shown.rpartition("the traceback: ")[2].strip())
    assert "ValueError: seven" in path.read_text()
    path.unlink()


def test_an_internal_error_is_shown_whole_when_debugging(
    capsys: pytest.CaptureFixture[str],
) -> None:
    render_internal_error(ValueError("seven"), ["run"], debugging=True)
    shown = capsys.readouterr().err
    assert shown.startswith("ValueError: seven")
    Path(shown.rpartition("the traceback: ")[2].strip()).unlink()
