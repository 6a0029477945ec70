"""The table of bugs by version reads back what it has written."""

from __future__ import annotations

from tools.bugs_by_version import END, PAGE, START, Row, page_with, stored

CHAIN = "spirv-cross (Debian package), then llvmpipe (LLVM 15.0.6, 256 bits), 4.5 Mesa 22.3.6"
EMPTY = f"before\n{START}{END}after\n"


def test_versions_with_commas_are_read_back() -> None:
    row = Row("one-bug", "a chain", {"1.2": "right", CHAIN: "not run", "22.3.6": "wrong"})
    assert stored(page_with(EMPTY, [row])) == [row]


def test_a_page_stays_as_it_is_where_nothing_is_replayed() -> None:
    text = PAGE.read_text()
    assert page_with(text, []) == text


def test_a_replayed_version_is_told_anew_and_the_others_are_kept() -> None:
    page = page_with(EMPTY, [Row("one-bug", "a chain", {CHAIN: "wrong", "1.2": "wrong"})])
    page = page_with(page, [Row("one-bug", "a chain", {"1.2": "right"})])
    assert stored(page)[0].told == {"1.2": "right", CHAIN: "wrong"}
    assert page.startswith("before\n")
    assert page.endswith("after\n")


def test_each_verdict_of_the_page_is_a_word() -> None:
    told = {word for row in stored(PAGE.read_text()) for word in row.told.values()}
    assert told <= {
        "right",
        "refused",
        "not run",
        "wrong",
        "crash",
        "invalid",
        "timeout",
        "rejected",
    }
