"""The promise: a campaign that tested nothing is an error that names the reason, in each way in
which that can come about; and one that is resumed when nothing is left changes nothing.
"""

from pathlib import Path

import pytest
from helpers import wordplay
from helpers.word_campaigns import WordCampaigns, contents


@pytest.mark.parametrize(
    ("texts", "targets", "reason"),
    [
        ((), "words", "none was found"),
        (("random",), "words", "expected a planted bug to be caught"),
        (("refused",), "words", "expected a planted bug to be caught"),
        (("unsuited",), "words", "expected other words"),
        (("alpha",), "words-none", "words-none"),
    ],
)
def test_nothing_tested_is_an_error(
    campaigns: WordCampaigns,
    tmp_path: Path,
    texts: tuple[str, ...],
    targets: str,
    reason: str,
) -> None:
    seeds = wordplay.write_seeds(tmp_path / "other", *texts)
    configuration = campaigns.configuration(tests=6, seeds=str(seeds), targets=targets)
    ran = campaigns.run("fuzz", configuration, "-o", tmp_path / "out")
    assert ran.code == 2, ran.err
    assert reason in ran.err
    assert ran.out == ""


def test_a_campaign_that_is_done_stays_as_it_is(campaigns: WordCampaigns, tmp_path: Path) -> None:
    out = tmp_path / "out"
    line = ("--no-reduce", "--tests", "12")
    assert campaigns.run("fuzz", campaigns.configuration(), *line, "-o", out).code == 1
    before = contents(out)
    assert campaigns.run("fuzz", "--resume", out, *line).code == 1
    assert contents(out) == before
