from __future__ import annotations

from helpers import emi
from helpers.emi import TINY

from aberration.core.rng import Rng
from aberration.languages.c.fragments import Fragment, Leave, Slot
from aberration.languages.c.integers import INT, LONG
from aberration.methods.emi.mapping import Mapped, map_fragment

DONOR = """
typedef unsigned word;
enum level { LOW = 3 };
long total, many[4];
struct pair { int a; } both;
static int twice(int x) { return x + x; }
static long wide(long x) { return x; }
int work(int x) {
    int *p = &x;
    word w = LOW;
    many[x] = twice(x) + wide(x);
    both.a = *p;
    if (x > (int)w) return twice(2);
    for (;;) { if (x++) break; else continue; }
    total++;
    return x;
}
int main(void) { return work(1); }
"""
NAMED = TINY.replace("int main", "static int thrice(int x) { return 3 * x; }\nint main")


def fragment_of(text: str, portable: bool, count: int = 1) -> Fragment:
    source = emi.source_of(DONOR)
    ordinal = next(
        each.ordinal
        for each in source.program_points
        if source.data[each.offset :].startswith(text.encode())
    )
    found = source.statements.fragment(ordinal, count, portable)
    assert found is not None
    return found


def mapped(fragment: Fragment, number: int = 0) -> Mapped:
    """Return a fragment at the dead program point of the small program, with a function."""
    source = emi.source_of(NAMED)
    dead = next(
        str(each.ordinal)
        for each in source.program_points
        if source.data[each.offset :].startswith(b"g = 0;")
    )
    found = map_fragment(fragment, emi.site_of(NAMED, dead), False, Rng.of(number))
    assert found is not None
    return found


def all_of(fragment: Fragment) -> set[str]:
    return {mapped(fragment, number).statements[0] for number in range(60)}


def test_variables_become_others_of_their_type_or_new_ones() -> None:
    made = fragment_of("many[x]", True)
    assert made.slots[0] == Slot("array", "long", LONG, False, 4)
    texts = all_of(made)
    assert any("[g]" in text for text in texts)
    assert all(text.startswith("live_0_w0[") for text in texts)
    one = mapped(made)
    assert one.variables["live_0_w0"] == "static long live_0_w0[4];"


def test_calls_are_of_functions_of_the_same_type_or_none() -> None:
    texts = all_of(fragment_of("many[x]", True))
    assert any("thrice(" in text for text in texts)
    assert any("thrice(" not in text for text in texts)
    assert not any("wide(" in text or "twice(" in text for text in texts)


def test_names_of_types_and_constants_come_with_the_program_only() -> None:
    source = emi.source_of(DONOR)
    made = fragment_of("word w", False, 2)
    assert made.needs > 0
    ordinal = next(
        each.ordinal for each in source.program_points if source.data[each.offset :][:4] == b"word"
    )
    assert source.statements.fragment(ordinal, 2, True) is None


def test_a_member_becomes_a_variable_elsewhere() -> None:
    text = mapped(fragment_of("both.a", True)).statements[0]
    assert "both" not in text
    assert "." not in text


def test_returns_and_loops() -> None:
    made = fragment_of("if (x > (int)w)", True)
    assert any(isinstance(piece, Leave) for piece in made.statements[0])
    text = mapped(made).statements[0]
    assert "goto live_0_end; } while (0);" in text
    assert "return" not in text
    assert not fragment_of("for (;;)", True).escapes


def test_an_address_needs_the_very_type() -> None:
    slots = fragment_of("int *p", False, 3).slots
    assert Slot("integer", "int", INT, True) in slots


def test_what_is_no_fragment() -> None:
    source = emi.source_of(
        "#define M 1\nvoid f(int n) { int v[n]; v[0] = M; { static int s; s = 1; } l: n = 2; "
        "if (n) goto l; { int (*p)(void) = 0; p = 0; } n = 5; }"
    )
    found = [source.statements.fragment(each.ordinal, 1, False) for each in source.program_points]
    assert sum(fragment is not None for fragment in found) == 3
