"""Whole campaigns from the command line: figures, exit codes, and the commands that look at
them afterwards.
"""

import signal
from pathlib import Path

import pytest
from helpers.command_line import aberration, rows, started
from helpers.made_once import made_once
from helpers.sampling import one_in

MUTANT = "mutant-private-initializer"
KEYS = {
    "tests",
    "seconds",
    "tests_per_second",
    "target_time_share",
    "outcomes",
    "rejected",
    "findings",
    "bugs",
}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a small campaign that found a planted bug."""
    return made_once(tmp_path_factory, "a campaign", run_campaign) / "out"


def run_campaign(below: Path) -> None:
    folder = below / "out"
    line = (
        "fuzz",
        "-m",
        "transform",
        "-t",
        f"{MUTANT},swiftshader",
        "--tests",
        "12",
        "--seed",
        "2",
        "--jobs",
        "2",
    )
    ran = aberration(*line, "-o", folder, "--json")
    assert ran.code == 1, ran.err
    told = ran.json
    assert told.keys() >= KEYS | {"seed", "config_digest", "report"}
    assert (told["tests"], told["seed"]) == (12, 2)
    assert {row["target"] for row in rows(told["findings"])} == {MUTANT}
    assert all((Path(str(row["case"])) / "case.json").is_file() for row in rows(told["findings"]))
    assert [row["target"] for row in rows(told["bugs"])] == [MUTANT]
    assert Path(str(told["report"])).is_file()


def test_findings_show_and_dedup_agree(campaign: Path, tmp_path: Path) -> None:
    found = rows(aberration("findings", campaign, "--json").json["findings"])
    (bug,) = rows(aberration("dedup", campaign, "--json").json["bugs"])
    identifiers = bug["findings"]
    assert isinstance(identifiers, list)
    assert set(identifiers) <= {row["id"] for row in found}
    shown = aberration("show", campaign, identifiers[0], "-o", tmp_path / "case")
    assert shown.code == 0
    assert MUTANT in shown.out
    assert "one step fewer works; the difference:" in shown.out
    assert aberration("replay", tmp_path / "case", "-t", MUTANT).code == 1


@pytest.mark.slow
def test_a_finding_can_be_reduced_by_its_id(campaign: Path, tmp_path: Path) -> None:
    found = rows(aberration("findings", campaign, "--json").json["findings"])
    ran = aberration("reduce", campaign, str(found[-1]["id"]), "-o", tmp_path / "out", "--json")
    assert ran.code == 0
    again = {
        row["id"]: row for row in rows(aberration("findings", campaign, "--json").json["findings"])
    }
    assert again[found[-1]["id"]]["reduced_steps"] == ran.json["steps"]


def test_the_report_is_written_where_asked(campaign: Path, tmp_path: Path) -> None:
    ran = aberration("report", campaign, "-o", tmp_path / "report")
    assert ran.out.strip() == str(tmp_path / "report" / "index.html")
    assert MUTANT in (tmp_path / "report" / "index.html").read_text()
    assert list((tmp_path / "report" / "bugs").glob("*/README.md"))


def test_a_campaign_is_not_begun_twice(campaign: Path) -> None:
    ran = aberration("fuzz", "-o", campaign, "--tests", "1")
    assert (ran.code, ran.out) == (2, "")
    assert "--resume" in ran.err


def test_unknown_findings_and_wrong_resumes_are_refused(campaign: Path, tmp_path: Path) -> None:
    assert aberration("show", campaign, "999999-nothing").code == 2
    assert aberration("reduce", campaign, "--text").code == 2
    assert aberration("fuzz", "--resume", tmp_path).code == 2
    ran = aberration("fuzz", "--resume", campaign, "--seed", "4")
    assert ran.code == 2
    assert "seed came" in ran.err


@pytest.mark.parametrize(
    ("text", "told"),
    one_in(
        3,
        [
            ("tests = 0\n", "tests: expected 1 or more, but 0 came"),
            ("tests = \n", "expected a TOML file"),
            ('colour = "red"\n', "colour"),
            ('methods = ["no-such-method"]\n', "expected the name of a method"),
            ('targets = ["no-such-target"]\n', "expected a target id"),
            ('seeds = ["no-such-folder"]\n', "expected a folder of seeds"),
            ('time = "soon"\n', "expected a time such as 90s"),
        ],
        rows=True,
    ),
)
def test_a_bad_configuration_is_told_in_one_message(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "campaign.toml").write_text(text)
    ran = aberration("fuzz", tmp_path / "campaign.toml", "-o", tmp_path / "out")
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_a_clean_campaign_over_c_compilers_is_exit_code_0(tmp_path: Path) -> None:
    ran = aberration(
        "fuzz",
        "-m",
        "agree",
        "-t",
        "gcc*:-O1,clang*:-O1",
        "--tests",
        "3",
        "--seed",
        "2",
        "-o",
        "out",
        folder=tmp_path,
    )
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[-1] == "report: out/report/index.html"
    assert "0 bugs; seed 2" in ran.out


def test_ctrl_c_keeps_what_was_done_and_resume_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    line = (
        "fuzz",
        "-m",
        "transform",
        "-t",
        "swiftshader",
        "--tests",
        "2000",
        "--jobs",
        "2",
        "--no-reduce",
        "--json",
    )
    process = started(*line, "-o", folder)
    assert process.stderr is not None
    while "tests, " not in process.stderr.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=120)
    assert process.returncode == 130
    ran = aberration("fuzz", "--resume", folder, "--tests", "64", "--no-reduce", "--json")
    assert ran.code == int(bool(ran.json["findings"])), ran.err
    assert ran.json["statuses"] == {"done": 64}


@pytest.mark.slow
def test_what_was_not_reduced_is_no_bug_yet_and_a_later_call_reduces_it(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    line = (
        "fuzz",
        "-m",
        "transform",
        "-t",
        f"{MUTANT},swiftshader",
        "--tests",
        "12",
        "--seed",
        "2",
        "--no-reduce",
    )
    told = aberration(*line, "-o", folder, "--json")
    assert told.code == 1, told.err
    assert told.json["bugs"] == []
    unreduced = rows(told.json["unreduced"])
    assert [row["target"] for row in unreduced] == [MUTANT]
    assert "not reduced yet" in (folder / "report" / "index.html").read_text()
    assert aberration("dedup", folder).out.splitlines()[-1].startswith("0 bugs, and ")
    ran = aberration("reduce", folder, "--json")
    assert ran.code == 0, ran.err
    assert (ran.json["left"], ran.json["unreduced"]) == (0, [])
    assert [row["family"] for row in rows(ran.json["bugs"])] == [MUTANT]
    again = aberration("reduce", folder)
    assert again.out.startswith("0 findings reduced, 0 set aside, 0 left; ")
