"""All campaigns of a database as one."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from helpers.records import run_record
from helpers.toy import ToyMethod

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.places import open_findings
from aberration.campaign.records import Triage
from aberration.campaign.store import DATABASE, Header, Store
from aberration.campaign.triage.pipeline import bugs_of
from aberration.campaign.verification import Verification, VersionResult, keep_checks
from aberration.campaign.whole_store import WholeStore
from aberration.core.errors import UnknownName
from aberration.core.outcome import Text

ROWS = (VersionResult("tcc", "0.8", "wrong", shows=True), VersionResult("tcc", "0.9", "right"))


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[WholeStore]:
    """Return a folder with the campaigns `one` and `two`, of one finding and two."""
    url = f"sqlite:///{tmp_path / DATABASE}"
    for name, findings in (("one", 1), ("two", 2)):
        store = Store(url, str(tmp_path / name), name)
        store.create(Header(FuzzConfiguration(targets=("tcc", name)), "0" * 16))
        store.begin_session(1)
        store.record(run_record(0, findings=findings), 1.0)
        store.close()
    with open_findings(tmp_path) as opened:
        assert isinstance(opened, WholeStore)
        yield opened


def test_each_finding_has_the_name_of_its_campaign(whole: WholeStore) -> None:
    names = ["one/000000-tcc", "two/000000-tcc", "two/000001-tcc"]
    assert [one.id for one in whole.findings()] == names
    assert [one.id for one in whole.list_findings("new")] == names
    assert whole.findings("reduced") == []
    assert whole.finding(names[2]).test == 1
    assert whole.evidence(names[1])["variant"] == Text(b"b")
    assert whole.place_of(names[1]) == (2, "000000-tcc")
    assert whole.targets() == ("tcc", "one", "two")


@pytest.mark.parametrize("name", ["000000-tcc", "three/000000-tcc", "one/000009-tcc"])
def test_a_name_that_is_wrong_is_told(whole: WholeStore, name: str) -> None:
    with pytest.raises(UnknownName, match="expected the id of a finding"):
        whole.finding(name)


def test_findings_of_two_campaigns_are_one_bug(whole: WholeStore, tmp_path: Path) -> None:
    with_state = Store(f"sqlite:///{tmp_path / DATABASE}", "")
    for name in ("one", "two"):
        campaign = with_state.campaign(name)
        for one in campaign.findings():
            campaign.update_finding(msgspec.structs.replace(one, state="reduced"))
    with_state.close()
    (bug,) = bugs_of(whole, {}, lambda _: ToyMethod())
    assert bug.findings == ("one/000000-tcc", "two/000000-tcc", "two/000001-tcc")
    # What is seen of it is stored with the campaign that has the finding.
    keep_checks(whole, Verification(bug.id, "tcc", ROWS, finding="two/000001-tcc"))
    seen = [(one.campaign, one.finding, one.verdict) for one in whole.checks(bug.id)]
    assert seen == [(2, "000001-tcc", "wrong"), (2, "000001-tcc", "right")]
    (said,) = whole.triage()
    assert msgspec.structs.replace(said, changed="") == Triage(bug.id, "fixed", fixed_in="0.9")
