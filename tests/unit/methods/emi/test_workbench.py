from __future__ import annotations

import msgspec
from helpers import emi
from helpers.emi import BUSY, TINY

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Read, reads
from aberration.languages.c.integers import INT
from aberration.methods.emi.environment import Environment, Loose
from aberration.methods.emi.knowledge import truth
from aberration.methods.emi.synthesis import Term
from aberration.methods.emi.workbench import Workbench


def test_nothing_is_known_where_nothing_runs() -> None:
    site = emi.site_of(TINY, "3")
    assert site.environment is None
    assert Workbench.on(site, Rng.of(1)) is None


def test_a_workbench_knows_the_states_of_its_view() -> None:
    bench = Workbench.on(emi.site_of(TINY, "0"), Rng.of(1), ["g"])
    assert bench is not None
    assert [term.expression for term in bench.terms] == list(bench.view.reads)
    assert bench.count == len(bench.view.rows) == 1
    known = bench.knowledge()
    assert known.reads == bench.view.reads
    assert known.columns["g"] == [3]


def test_wanted_places_that_are_not_there() -> None:
    assert Workbench.on(emi.site_of(TINY, "0"), Rng.of(1), ["nowhere"]) is None


def test_ranges_are_used_and_remembered_but_not_later() -> None:
    loose = Environment("0", (), None, (), (Loose(Read("i", INT), 0, 99),))
    site = msgspec.structs.replace(emi.site_of(TINY, "0"), environment=loose)
    bench = Workbench.on(site, Rng.of(3))
    assert bench is not None
    made = bench.predicates.make(True, 0)
    assert reads(made) == ("i",)
    assert bench.knowledge().names == ("i",)
    for number in range(20):
        later = Workbench(loose, bench.view, Rng.of(number)).later([Term(Read("g", INT), [4], INT)])
        assert set(reads(later.make(False))) <= {"g"}
        assert later.facts == []


def test_predicates_are_true_in_all_states() -> None:
    for number in range(60):
        for key in ("0", "9", "14"):
            bench = Workbench.on(emi.site_of(BUSY, key), Rng.of(number))
            assert bench is not None
            made = bench.predicates.make(number % 2 == 0)
            if not bench.predicates.facts:
                assert truth(made, bench.view.columns, bench.count) is (number % 2 == 0)
