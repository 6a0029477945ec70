from __future__ import annotations

import pytest
from helpers import emi
from helpers.emi import BUSY, TINY

from aberration.languages.c.integers import INT
from aberration.languages.c.source import Place
from aberration.methods.emi.draft import ABORT, Draft, Inner, Known, Point, fact_text

BACKUP = Place("live_1_0", INT, "int", "local", "live_1_0", writable=False, addressable=False)


def tiny(checking: bool = False) -> Draft:
    return Draft(emi.source_of(TINY), checking)


def the_point(draft: Draft, key: str) -> Point:
    point = draft.point(key)
    assert point is not None
    return point


def text_of(draft: Draft) -> str:
    return draft.render().decode()


def test_nothing_done_gives_the_seed() -> None:
    assert text_of(tiny()) == TINY
    assert text_of(tiny(checking=True)) == f"extern void {ABORT[:-3]}(void);\n{TINY}"


def test_insertions_stand_in_the_order_in_which_they_came() -> None:
    draft = tiny()
    for text in ("/* one */ ", "/* two */ "):
        draft.insert(the_point(draft, "0"), [text])
    assert text_of(draft) == emi.tiny_with("/* one */ /* two */ ")


def test_program_points_inside_inserted_text() -> None:
    draft = tiny()
    assert draft.point("1.0") is None
    draft.insert(the_point(draft, "0"), ["{ ", Inner("1.0"), "; ", Inner("1.1"), "} "], (BACKUP,))
    assert list(draft.inner_keys()) == ["1.0", "1.1"]
    inner = the_point(draft, "1.1")
    assert inner.is_inner
    assert inner.program_point == the_point(draft, "0").program_point
    assert draft.knows(inner, ["g", "live_1_0"])
    assert not draft.knows(the_point(draft, "0"), ["live_1_0"])
    draft.insert(inner, ["x = 1; "])
    assert text_of(draft) == emi.tiny_with("{ ; x = 1; } ")
    assert draft.render({"1.0": "probe()", "0": "first "}).decode() == emi.tiny_with(
        "{ probe(); x = 1; } first "
    )


def test_program_points_inside_program_points_know_all_that_is_declared_around_them() -> None:
    draft = tiny()
    draft.insert(the_point(draft, "0"), [Inner("1.0")], (BACKUP,))
    draft.insert(
        the_point(draft, "1.0"), [Inner("2.0")], (Place("k", INT, "int", "local", "k", True, True),)
    )
    assert draft.knows(the_point(draft, "2.0"), ["k", "live_1_0", "g"])
    assert not draft.knows(the_point(draft, "1.0"), ["k"])


def test_what_may_be_named() -> None:
    draft = tiny()
    point = the_point(draft, "0")
    assert draft.knows(point, [])
    assert draft.knows(point, ["g", "other", "p", fact_text("p", "g"), fact_text("p", "0")])
    for name in (
        "",
        "(",
        "()",
        "( == )",
        "main",
        "h",
        "printf",
        "(*p)",
        fact_text("q", "g"),
        fact_text("p", "q"),
        "g ",
    ):
        assert not draft.knows(point, [name]), name


@pytest.mark.parametrize("key", ["", "5", "-1", "x", "1.0", "00", "1" * 5000, "²", "٣"])
def test_no_such_program_point(key: str) -> None:
    assert tiny().point(key) is None


def test_wrapping_twice_nests() -> None:
    draft = tiny()
    draft.wrap(the_point(draft, "0"), "A { ", " }")
    draft.insert(the_point(draft, "0"), ["before "])
    draft.wrap(the_point(draft, "0"), "B { ", " }")
    assert text_of(draft) in (
        TINY.replace("g += 1;", "before B { A { g += 1; } }"),
        TINY.replace("g += 1;", "before A { B { g += 1; } }"),
    )


def test_a_deletion_takes_what_was_inserted_inside() -> None:
    draft = tiny()
    inside = the_point(draft, "3")
    draft.insert(inside, ["x "])
    draft.wrap(inside, "{ ", " }")
    draft.insert(the_point(draft, "2"), ["before ", Inner("7.0")])
    draft.delete(the_point(draft, "2"))
    assert draft.is_replaced(the_point(draft, "2"))
    assert draft.point("3") is None
    assert draft.point("7.0") is not None
    whole = "if (g > 9) {\n        g = 0;\n    }"
    assert whole in TINY
    assert text_of(draft) == TINY.replace(whole, "before ;")


def test_what_was_deleted_aborts_in_checking_mode() -> None:
    draft = tiny(checking=True)
    draft.delete(the_point(draft, "3"))
    assert "if (g > 9) {\n        abort();\n    }" in text_of(draft)


def test_an_inner_program_point_goes_with_the_statement_around_it() -> None:
    draft = tiny()
    draft.insert(the_point(draft, "3"), [Inner("7.0")])
    draft.delete(the_point(draft, "2"))
    assert draft.point("7.0") is None


def test_new_functions_stand_before_the_function_of_the_program_point() -> None:
    source = emi.source_of(BUSY)
    draft = Draft(source)
    for program_point in source.program_points:
        name = source.functions[program_point.function].name
        draft.add_function(the_point(draft, str(program_point.ordinal)), f"/* {name} */\n")
    made = text_of(draft)
    for name, head in (
        ("twice", "static int twice"),
        ("step", "static void step"),
        ("main", "int main"),
    ):
        count = sum(
            source.functions[program_point.function].name == name
            for program_point in source.program_points
        )
        assert f"/* {name} */\n" * count + head in made
        assert made.count(f"/* {name} */") == count


def test_drafts_of_one_program_share_what_is_known() -> None:
    known = Known(emi.source_of(BUSY))
    first, second = known.draft(), known.draft(checking=True)
    assert (first.checking, second.checking) == (False, True)
    assert first.known is second.known
    for program_point in known.source.program_points:
        near, far = known.never_run(program_point)
        assert {place.storage for place in far} <= {"global"}
        assert {place.text for place in (*near, *far)} <= known.names(program_point)
        assert "k" not in known.names(program_point) or program_point.function != 0


def test_one_drafts_edits_are_not_anothers() -> None:
    known = Known(emi.source_of(TINY))
    first, second = known.draft(), known.draft()
    first.insert(the_point(first, "0"), ["x", Inner("1.0")])
    first.delete(the_point(first, "2"))
    assert text_of(second) == TINY
    assert second.point("1.0") is None
    assert second.point("3") is not None


def test_a_number_that_names_program_points_is_taken() -> None:
    draft = Draft(emi.source_of(TINY))
    point = draft.point("0")
    assert point is not None
    assert not draft.is_taken(5)
    draft.insert(point, ["{ ", Inner("5.0"), "}"])
    assert draft.is_taken(5)
    assert not draft.is_taken(50)


def test_edits_between_two_offsets() -> None:
    draft = Draft(emi.source_of(TINY))
    first, second = draft.point("0"), draft.point("1")
    assert first is not None
    assert second is not None
    end = second.program_point.statement.end
    draft.insert(first, ["; "])
    assert draft.is_untouched(first, end)
    draft.insert(second, ["; "])
    assert not draft.is_untouched(first, end)
    assert draft.is_untouched(first, first.program_point.statement.end)
