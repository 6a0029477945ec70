import pytest

from aberration.campaign.observe import Observation
from aberration.cli.judging import require_verdict, say_verdicts, shows_bug, verdict_rows
from aberration.core.comparison import Difference
from aberration.core.errors import NothingTested
from aberration.core.oracle import Verdict
from aberration.core.outcome import Text

WRONG = Observation(
    {"gcc": {"program": Text(b"1")}, "clang": {"program": Text(b"2")}},
    {
        "gcc": Verdict("pass"),
        "clang": Verdict("wrong", "wrong text", "1 of 1 differ", Difference(1, 1, 1, 0.0)),
    },
)
SILENT = Observation(
    {"gcc": {"program": Text(b"1")}}, {"gcc": Verdict("none", detail="nobody to compare with")}
)


def test_one_wrong_target_is_a_bug() -> None:
    assert shows_bug(WRONG)
    assert not shows_bug(SILENT)


def test_silence_is_an_error() -> None:
    require_verdict(WRONG)
    with pytest.raises(NothingTested, match="gcc: nobody to compare with"):
        require_verdict(SILENT)


def test_the_text_has_verdicts_with_both_figures(capsys: pytest.CaptureFixture[str]) -> None:
    say_verdicts(WRONG)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "gcc: pass"
    assert lines[2] == "clang: wrong: 1 of 1 differ (1 of 1 differ at all)"


def test_the_rows_name_kind_digest_and_files() -> None:
    rows = verdict_rows(WRONG, {"clang": ["out/clang/program.txt"]})
    assert [(row["target"], row["verdict"], row["files"]) for row in rows] == [
        ("gcc", "pass", []),
        ("clang", "wrong", ["out/clang/program.txt"]),
    ]
