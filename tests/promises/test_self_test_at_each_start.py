"""The promise: a campaign tests its own harness at each start, and one that misses a planted bug
or accuses an innocent compiler goes no further: no test is made, no store begun or changed.
"""

from pathlib import Path

import pytest
from helpers.word_campaigns import WordCampaigns, contents


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"WORDPLAY_MUTANT": ""}, "expected a planted bug to be caught"),
        ({"WORDPLAY_IDENTITY": "w0 w1 w2 w3 w4 w5"}, "does nothing, yet was accused"),
    ],
)
def test_a_harness_that_cannot_be_trusted_begins_nothing(
    campaigns: WordCampaigns, tmp_path: Path, variables: dict[str, str], message: str
) -> None:
    out = tmp_path / "out"
    ran = campaigns.run("fuzz", campaigns.configuration(), "-o", out, environment=variables)
    assert (ran.code, ran.out) == (2, ""), ran.err
    assert message in ran.err
    assert not (out / "campaign.sqlite").exists()


def test_a_campaign_that_is_resumed_is_tested_again(
    campaigns: WordCampaigns, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    begun = campaigns.run("fuzz", campaigns.configuration(tests=6), "--no-reduce", "-o", out)
    assert begun.code in (0, 1), begun.err
    before = contents(out)
    ran = campaigns.run(
        "fuzz", "--resume", out, "--tests", "12", environment={"WORDPLAY_MUTANT": ""}
    )
    assert ran.code == 2, ran.err
    assert "expected a planted bug to be caught" in ran.err
    assert contents(out) == before
