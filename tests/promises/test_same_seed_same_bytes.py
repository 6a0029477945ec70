"""The promise: the same seed gives the same bytes, whatever the order of hashes, the number of
executors, the language, the time zone, the folder and the rights of new files.
"""

from pathlib import Path

from helpers.word_campaigns import WordCampaigns, contents, shell

ELSEWHERE = {
    "PYTHONHASHSEED": "77",
    "LC_ALL": "tr_TR.UTF-8",
    "LANG": "tr_TR.UTF-8",
    "TZ": "Pacific/Kiritimati",
}


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_campaign_elsewhere_is_the_same(
    campaigns: WordCampaigns, quiet: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    ran = campaigns.run(
        "fuzz",
        campaigns.configuration(jobs=1),
        "--no-reduce",
        "-o",
        other,
        before=shell("umask 077"),
        environment=ELSEWHERE,
        folder=campaigns.seeds,
    )
    assert ran.code == 1, ran.err
    one, two = contents(quiet), contents(other)
    assert one.findings, "nothing was found that could differ"
    assert two == one
    assert files_below(other / "cases") == files_below(quiet / "cases")


def test_a_case_made_elsewhere_is_the_same(campaigns: WordCampaigns, tmp_path: Path) -> None:
    line = ("make", "transform", "--seed", "11", "--variant", "3", "-o")
    assert campaigns.run(*line, tmp_path / "one").code == 0
    ran = campaigns.run(*line, "two", environment=ELSEWHERE, folder=tmp_path)
    assert ran.code == 0, ran.err
    assert files_below(tmp_path / "two") == files_below(tmp_path / "one")
