"""What the pages ask the store."""

import pytest
from helpers.dashboard import CRASH, FISSION, WRONG

from aberration.campaign import tables
from aberration.core.errors import UnknownName
from aberration.web import queries
from aberration.web.site import Site


def test_the_campaign_has_the_name_of_its_folder(site: Site) -> None:
    (line,) = site.source.reader.campaigns()
    assert line.name == "night"
    assert line.configuration.rng_seed == 7
    assert site.source.reader.campaign("night") == line
    with pytest.raises(UnknownName):
        site.source.reader.campaign("other")


def test_findings_come_by_state_without_their_bodies(site: Site) -> None:
    reader = site.source.reader
    found = reader.findings(1, ["reduced"])
    assert [line.id for line in found] == [WRONG, CRASH, "000013-tcc"]
    assert set(found[0].evidence) == {"reference", "variant"}
    assert reader.finding(1, WRONG) == found[0]
    with pytest.raises(UnknownName):
        reader.finding(1, "nothing")


def test_counts(site: Site) -> None:
    with site.source.reader.reading() as connection:
        assert queries.counts(connection, 1, tables.TESTS, "status") == {("done",): 40}
        assert queries.counts(connection, 1, tables.FLAKY_SEEDS) == {(): 100}
        outcomes = queries.counts(connection, 1, tables.OUTCOMES, "target", "kind", "verdict")
        assert outcomes == {(FISSION, "image", "pass"): 40, ("lavapipe", "crash", "crash"): 40}
        places = queries.finding_places(connection, 1)
        assert [test for test, _, _ in places] == [3, 5, 7, 9, 13]
        assert places[0] == (3, WRONG, 20.0)
        assert queries.last_test(connection, 1) == 39
        assert queries.put_away(connection, 1) == [("seen-in-run", 40)]
        assert len(queries.set_aside_seeds(connection, 1)) == 100
        assert queries.defects(connection, 1) == [("2", "corpus/a.frag", "")]
        (by_method,), (by_seed,) = queries.yields(connection, 1, "method", "seed")
        assert (by_method.name, by_method.tests, by_method.findings) == ("transform", 40, 5)
        assert (by_seed.name, by_seed.tests, by_seed.findings) == ("corpus/a.frag", 40, 5)
