"""Filters, search, order and pages of the list."""

import msgspec
import pytest

from aberration.web.bug_rows import (
    PAGE,
    Asked,
    BugRow,
    Place,
    read_asked,
    select_rows,
    similar_rows,
)

PLAIN = BugRow(
    id="wrong-1",
    family="mesa",
    kind="wrong",
    signature="wrong image",
    reduced=True,
    perhaps="",
    culprit="",
    needs="",
    parts=("Split",),
    findings=(Place("night", "1"),),
    target="lavapipe",
    version="Mesa 26",
    method="transform",
    stage="",
    language="spirv",
    shader="fragment",
    seed="a.frag",
    reliability="reliable",
    steps=1,
    first_test=1,
)


def row(number: int, **changed: object) -> BugRow:
    return msgspec.structs.replace(PLAIN, id=f"bug-{number}", first_test=number, **changed)


ROWS = [
    row(1),
    row(2, kind="crash", signature="SIGSEGV in Licm", target="llvmpipe", steps=5),
    row(3, family="naga", culprit="pass LICM", findings=(Place("night", "3"), Place("day", "3"))),
    row(4, reduced=False, method="smith+transform"),
]


def ids(**asked: object) -> list[str]:
    shown = select_rows(ROWS, Asked(**asked), {"bug-1": "fixed"}, {"bug-4": "ask Ann"})  # type: ignore[arg-type]
    return [one.id.removeprefix("bug-") for one in shown.rows]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, "4321"),
        ({"q": "licm"}, "32"),
        ({"q": "licm crash"}, "2"),
        ({"q": "ann"}, "4"),
        ({"q": "nowhere"}, ""),
        ({"kind": "crash"}, "2"),
        ({"family": "naga"}, "3"),
        ({"method": "smith+transform"}, "4"),
        ({"status": "fixed"}, "1"),
        ({"status": "open"}, "432"),
        ({"campaign": "day"}, "3"),
        ({"reduced": "no"}, "4"),
        ({"sort": "found"}, "3124"),
        ({"sort": "kind"}, "2134"),
        ({"sort": "target"}, "1342"),
        ({"sort": "steps"}, "1324"),
        ({"sort": "signature"}, "2134"),
    ],
)
def test_what_is_asked_for_is_shown(asked: dict[str, object], found: str) -> None:
    assert "".join(ids(**asked)) == found


def test_choices_count_what_the_other_filters_leave() -> None:
    shown = select_rows(ROWS, Asked(kind="crash"), {}, {})
    assert shown.choices["kind"] == (("crash", 1), ("wrong", 3))
    assert shown.choices["family"] == (("mesa", 1),)


def test_pages() -> None:
    many = [row(number) for number in range(2 * PAGE + 1)]
    assert select_rows(many, Asked(), {}, {}).pages == 3
    assert [one.id for one in select_rows(many, Asked(page=3), {}, {}).rows] == ["bug-0"]
    assert select_rows(many, Asked(page=99), {}, {}).rows[0].id == "bug-0"
    assert select_rows([], Asked(), {}, {}).pages == 1


def test_an_address_says_it_all() -> None:
    asked = Asked(q="a b&c", kind="wrong", sort="found", page=2)
    assert asked.address() == "/bugs?q=a+b%26c&kind=wrong&sort=found"
    assert asked.address(page=3) == "/bugs?q=a+b%26c&kind=wrong&sort=found&page=3"
    assert Asked().address() == "/bugs"
    given = {"q": "a", "kind": "wrong", "sort": "found", "page": "2", "other": "x"}
    assert read_asked(given) == Asked(q="a", kind="wrong", sort="found", page=2)


@pytest.mark.parametrize(
    "query", [{"sort": "; drop"}, {"page": "-1"}, {"page": "²"}, {"page": "9" * 99}, {"kind": ""}]
)
def test_nonsense_is_left_out(query: dict[str, str]) -> None:
    assert read_asked(query) == Asked()


def test_similar_bugs_say_why() -> None:
    rows = [
        row(1, perhaps="bug-2", kind="crash", signature="A", parts=("a", "b")),
        row(2, kind="crash", signature="B", parts=()),
        row(3, kind="crash", signature="A", parts=()),
        row(4, kind="crash", signature="C", culprit="", parts=("a", "b", "c")),
        row(5, kind="wrong", signature="A", parts=("a", "b")),
        row(6, kind="crash", signature="D", parts=("z",)),
    ]
    found = [(other.id, why) for other, why in similar_rows(rows[0], rows)]
    assert found == [
        ("bug-2", "perhaps the same"),
        ("bug-3", "the same signature"),
        ("bug-4", "67% of the same parts"),
    ]
