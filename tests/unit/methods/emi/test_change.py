from __future__ import annotations

from helpers import emi
from helpers.emi import BUSY, TINY, compared

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Read
from aberration.languages.c.integers import INT, UCHAR, IntType
from aberration.languages.c.source import Place
from aberration.methods.emi.change import (
    Object,
    Shown,
    after_store,
    distinct,
    show,
    shown_with,
    variable_names,
    with_store,
)
from aberration.methods.emi.draft import Draft
from aberration.methods.emi.knowledge import truth
from aberration.methods.emi.synthesis import Term
from aberration.methods.emi.workbench import Workbench

G = Object("g", INT, "int")


def place(text: str, of: str) -> Place:
    return Place(text, INT, "int", "global", of, writable=True, addressable=True)


def test_an_object_is_what_a_record_keeps_of_a_place() -> None:
    found = next(place for place in emi.source_of(BUSY).scopes[0].places if place.text == "s.a")
    assert Object.of(found) == Object("s.a", IntType(5, True), "int", 5)
    assert Object.of(found).read == Read("s.a", IntType(5, True))


def test_a_use_that_never_comes_about() -> None:
    shown = Shown("if", compared("g", 9), Read("other", INT))
    assert (
        shown.text(Draft(emi.source_of(TINY)), True)
        == 'if ((g == 9)) { printf("%ld\\n", (long)other); }'
    )
    checked = Shown("while", compared("g", 9), G.read).text(Draft(emi.source_of(TINY), True), False)
    assert checked == "while ((g == 9)) { abort(); break; }"
    assert shown.names() == ("g", "other")


def test_reads_of_a_use_are_replaced() -> None:
    shown = Shown("if", compared("g", 9), G.read)
    assert shown_with(shown, {"g": Read("h", INT)}) == Shown("if", compared("h", 9), Read("h", INT))
    assert shown_with(None, {}) is None


def test_an_object_holds_what_it_can() -> None:
    byte = Object("h", UCHAR, "unsigned char")
    term = after_store(Term(G.read, [256, -1, 7], INT), byte)
    assert (term.expression, list(term.values), term.type) == (byte.read, [0, 255, 7], UCHAR)


def test_a_stored_value_takes_the_place_of_the_old_one() -> None:
    old, other = Term(G.read, [1], INT), Term(Read("h", INT), [2], INT)
    new = Term(G.read, [5], INT)
    assert with_store([old, other], new) == [other, new]
    assert with_store([other], new) == [other, new]


def test_places_in_distinct_objects() -> None:
    places = [place("t[0]", "t"), place("t[1]", "t"), place("g", "g")]
    for number in range(30):
        chosen = distinct(places, Rng.of(number), 3)
        assert 1 <= len(chosen) <= 2
        assert len({each.object for each in chosen}) == len(chosen)
    assert distinct((), Rng.of(1), 3) == []


def test_a_use_is_false_after_the_store() -> None:
    for number in range(30):
        bench = Workbench.on(emi.site_of(BUSY, "8"), Rng.of(number), ["g"])
        assert bench is not None
        terms = with_store(bench.terms, after_store(Term(G.read, [number] * bench.count, INT), G))
        columns = {
            term.expression.text: term.values for term in terms if isinstance(term.expression, Read)
        }
        assert truth(show(bench, terms, G).predicate, columns, bench.count) is False


def test_names_of_variables() -> None:
    names = variable_names(7)
    assert [next(names) for _ in range(3)] == ["live_7_0", "live_7_1", "live_7_2"]
