"""What the programs of findings are told apart by."""

from __future__ import annotations

import msgspec

from aberration.core.finding import Finding
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Image, Text
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.dedup.programs import made_of, shape_token, texts_of

HEAD = "#version 300 es\nprecision highp float;\nout vec4 colour;\n"
EMPTY = HEAD + "void main() { }\n"
SHIFTS = HEAD + "void main() { int a = 8; colour = vec4(float(a >> 2)); }\n"
DIVIDES = SHIFTS.replace(">>", "/")
ONE, TWO = HEAD + "void main() { colour = vec4(1.0); }\n", HEAD + "void main() { discard; }\n"


def case(texts: dict[str, str]) -> TestCase:
    seeds = {role: Program("essl", "fragment", text.encode()) for role, text in texts.items()}
    expected = Expected(Image(1, 1, "rgba8", bytes(4)))
    return TestCase(Recipe("fuse", 2, seeds), seeds, expected)


def finding(small: dict[str, str], given: dict[str, str] | None = None) -> Finding:
    before = case(given or {"first": ONE, "second": TWO})
    verdict = Verdict("wrong", "wrong image")
    return Finding("1", 0, "t", "1", verdict, before, "reliable", 3, 3, reduced=case(small))


def test_what_is_left_of_either_part_counts_and_an_empty_part_does_not() -> None:
    first = finding({"first": SHIFTS, "second": EMPTY})
    second = finding(
        {"first": EMPTY, "second": SHIFTS.replace("int a", "int b").replace("(a", "(b")}
    )
    other = finding({"first": EMPTY, "second": DIVIDES})
    assert made_of(first) == made_of(second) == {">> of int", "float from int"}
    assert shape_token(first) == shape_token(second) != shape_token(other)
    assert shape_token(finding({"first": EMPTY, "second": EMPTY})), "nothing else is left"


def test_how_parts_had_to_be_mixed_counts() -> None:
    plain = finding({"first": SHIFTS, "second": EMPTY})
    assert plain.reduced is not None
    steps: tuple[Step, ...] = ({"type": "Interleave"}, {"type": "InlineCall"})
    mixed = msgspec.structs.replace(plain.reduced, recipe=plain.reduced.recipe.with_steps(steps))
    found = msgspec.structs.replace(plain, reduced=mixed)
    assert made_of(found) == made_of(plain) | {"Interleave", "InlineCall"}
    assert shape_token(found) != shape_token(plain)


def test_a_relation_that_is_needed_counts() -> None:
    plain = finding({"first": EMPTY, "second": EMPTY})
    assert plain.reduced is not None
    for relation, expected in (("average", set()), ("parity", {"relation parity"})):
        recipe = msgspec.structs.replace(plain.reduced.recipe, options={"relation": relation})
        small = msgspec.structs.replace(plain.reduced, recipe=recipe)
        assert made_of(msgspec.structs.replace(plain, reduced=small)) == expected


def test_parts_of_a_later_stage_count_and_donors_do_not() -> None:
    given = {"seed": ONE, "fuse-second": TWO, "donor": ONE}
    small = {"seed": EMPTY, "fuse-second": SHIFTS, "donor": DIVIDES}
    assert made_of(finding(small, given)) == {">> of int", "float from int"}


def test_what_no_checker_takes_is_made_of_nothing_and_has_its_shape() -> None:
    odd = finding({"seed": HEAD + "void main() { colour = unknown(1); }\n"}, {"seed": ONE})
    assert made_of(odd) == frozenset()
    assert len(shape_token(odd)) == 1


def test_programs_as_they_were_found_say_nothing_of_what_is_left() -> None:
    unreduced = msgspec.structs.replace(finding({}), reduced=None)
    same = finding({"first": ONE, "second": TWO})
    for one in (unreduced, same):
        assert made_of(one) == shape_token(one) == frozenset()


def test_one_part_that_two_tests_share_does_not_make_them_one() -> None:
    one, two = (finding({"first": EMPTY, "second": EMPTY}, {"first": ONE, "second": other})
                for other in (TWO, SHIFTS))  # fmt: skip
    assert len(texts_of(one)) == 1
    assert not texts_of(one) & texts_of(two)
    assert texts_of(one) == texts_of(finding({"first": SHIFTS, "second": EMPTY}))
    printed = msgspec.structs.replace(one.case, oracle=Expected(Text(b"8")))
    assert texts_of(msgspec.structs.replace(one, case=printed)) == frozenset()
