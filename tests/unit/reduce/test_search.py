"""The search: memory, time limit, and going back from what only seemed to show the bug."""

from aberration.languages.c.chunks import Edit
from aberration.reduce.search import Search
from aberration.reduce.text_search import (
    TextSearch,
    drop_edits,
    offer_text,
    search_text,
    weight,
)


def edits(text: bytes) -> list[list[Edit]]:
    return [[Edit(at, at + 1)] for at in range(len(text))]


def drop_letters(search: TextSearch) -> None:
    drop_edits(search, edits(search.best))


class Predicate:
    """True for texts that have all these letters; counts."""

    def __init__(self, needed: tuple[str, ...]) -> None:
        self.needed = needed
        self.asked: list[bytes] = []

    def __call__(self, text: bytes) -> bool:
        self.asked.append(text)
        return all(letter in text.decode() for letter in self.needed)


def predicate(*needed: str) -> Predicate:
    return Predicate(needed)


def test_drop_leaves_what_is_needed_and_tells_of_each_step() -> None:
    kept: list[bytes] = []
    search = search_text(b"abcdefgh", predicate("b", "g"), kept.append, 60.0)
    assert drop_edits(search, edits(search.best))
    assert search.best == b"bg"
    assert kept[-1] == b"bg"
    assert sorted(kept, key=len, reverse=True) == kept


def test_no_text_is_tried_twice() -> None:
    given = predicate("a", "b")
    search = search_text(b"aabb", given, lambda _: None, 60.0)
    drop_edits(search, edits(b"aabb"))
    drop_edits(search, edits(search.best))
    assert len(given.asked) == len(set(given.asked)) == search.tests


def test_nothing_is_taken_when_the_time_is_over_but_what_is_late() -> None:
    search = search_text(b"ab", predicate("a"), lambda _: None, 0.0)
    assert not drop_edits(search, edits(b"ab"))
    assert not offer_text(search, b"a")
    assert search.accepts(b"a", late=True)


def test_time_can_be_reserved() -> None:
    search = search_text(b"ab", predicate("a"), lambda _: None, 3000.0)
    with search.reserve(6000.0):
        assert search.seconds_left == 0.0
    assert search.seconds_left > 20.0


def test_a_stage_on_plausible_texts_goes_back_to_the_last_good_one() -> None:
    kept: list[bytes] = []
    strict, loose = predicate("c", "f"), predicate("c")
    search = search_text(b"abcdefgh", strict, kept.append, 60.0, loose)
    search.run(drop_letters)
    assert search.best == b"cf"
    assert all(b"c" in text and b"f" in text for text in kept)


def test_a_stage_on_plausible_texts_that_all_hold_asks_the_strict_one_once() -> None:
    strict, loose = predicate("c"), predicate("c")
    search = search_text(b"abcdefgh", strict, lambda _: None, 60.0, loose)
    search.run(drop_letters)
    assert search.best == b"c"
    assert strict.asked == [b"c"]


def test_what_another_reducer_offers_is_kept_when_it_is_lighter() -> None:
    given = predicate("a")
    search = search_text(b"abc", given, lambda _: None, 60.0)
    assert offer_text(search, b"a b c d")
    assert search.best == b"abc"
    assert offer_text(search, b"a  ")
    assert offer_text(search, b"a  ")
    assert not offer_text(search, b"b")
    assert (search.best, len(given.asked)) == (b"a  ", 3)


def test_white_space_weighs_little() -> None:
    assert weight(b"a b") < weight(b"abc")
    assert weight(b"ab") < weight(b"a b")


def test_what_a_cheaper_test_refused_is_not_asked_about_again() -> None:
    strict, loose = predicate("c", "f"), predicate("c")
    search = search_text(b"abcdefgh", strict, lambda _: None, 60.0, loose)
    search.run(drop_letters)
    refused = [text for text in loose.asked if b"c" not in text]
    assert refused
    assert len(refused) == len(set(refused))
    assert not set(refused) & set(strict.asked)


def test_a_search_ends_after_so_many_questions_or_when_it_has_expired() -> None:
    few = Search(b"abcdef", predicate("a"), lambda _: None, bytes, most=2)
    drop_letters(few)
    assert (few.tests, few.is_over) == (2, True)
    expired = Search(b"abcdef", predicate("a"), lambda _: None, bytes, expired=lambda: True)
    drop_letters(expired)
    assert (expired.tests, expired.best) == (0, b"abcdef")


def test_what_is_not_legal_is_not_asked_about() -> None:
    given = predicate("a")
    search = Search(b"abc", given, lambda _: None, bytes, legal=lambda text: b"b" in text)
    drop_letters(search)
    assert search.best == b"ab"
    assert all(b"b" in text for text in given.asked)


def test_the_rest_can_be_minimal_where_the_order_of_the_parts_matters() -> None:
    def pairs(text: bytes) -> bool:
        return (b"a" in text and (b"x" in text) == (b"y" in text)) or b"z" in text

    start = b"axyz"
    search = Search(start, pairs, lambda _: None, bytes)
    search.drop(
        range(len(start)),
        lambda gone: bytes(byte for at, byte in enumerate(start) if at not in gone),
        minimal=True,
    )
    left = search.best
    assert not any(pairs(left[:at] + left[at + 1 :]) for at in range(len(left)))


def test_of_what_is_offered_the_cheap_test_is_asked_first_and_gone_back_from() -> None:
    kept: list[bytes] = []
    sure, cheap = predicate("a", "b"), predicate("a")
    search = search_text(b"aabbcc", sure, kept.append, 60.0, cheap)
    offered = (b"aabbc", b"aabb", b"aac", b"aa")

    def offer_all(search: TextSearch) -> None:
        for text in offered:
            offer_text(search, text)

    assert search.run(offer_all) == 1
    assert search.best == b"aabb"
    assert kept[-1] == b"aabb"
    assert all(b"b" in text for text in kept)
    assert cheap.asked == list(offered)
