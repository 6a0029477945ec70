from __future__ import annotations

import msgspec
import pytest
from helpers import emi
from helpers.emi import BUSY, TINY

from aberration.core.rng import Rng
from aberration.methods.emi.mutations.insert_fragment import InsertFragment, Variable

DECLARED = (Variable("live_0_w1", "long live_0_w1;"), Variable("live_0_w2", "int live_0_w2[4];"))
INSERT = InsertFragment(
    0, "3", DECLARED, ("int live_0_v0 = other;", "g = live_0_w1;"), False, ("g", "other")
)


def with_text(inserted: str) -> str:
    return TINY.replace("g = 0;", f"{inserted}\ng = 0;")


def test_text() -> None:
    assert emi.variant(TINY, [INSERT]) == with_text(
        "{ long live_0_w1; int live_0_v0 = other; g = live_0_w1; }"
    )
    emi.assert_sound(TINY, [INSERT])


def test_jumps_lead_to_the_end_of_the_block() -> None:
    statements = ("if (g) break;", "goto live_0_end;")
    jumps = msgspec.structs.replace(INSERT, statements=statements, loop=True)
    assert emi.variant(TINY, [jumps]) == with_text(
        "{ do { if (g) break; goto live_0_end; } while (0); live_0_end: ; }"
    )
    emi.assert_sound(TINY, [jumps])


def test_a_program_point_that_runs_is_noticed() -> None:
    assert emi.aborts(TINY, msgspec.structs.replace(INSERT, program_point="0"))


def test_names_must_be_in_scope() -> None:
    assert not emi.is_applicable(TINY, msgspec.structs.replace(INSERT, uses=("nowhere",)))
    emi.assert_garbage_is_refused(INSERT)


def test_without_donors_there_is_nothing_to_insert() -> None:
    site = msgspec.structs.replace(emi.site_of(TINY, "3"), donors=())
    assert InsertFragment.draw(site, Rng.of(1)) is None


def test_a_statement_that_declares_what_others_name_stays() -> None:
    assert list(INSERT.smaller()) == [
        msgspec.structs.replace(INSERT, statements=INSERT.statements[:1]),
        msgspec.structs.replace(INSERT, statements=INSERT.statements[1:]),
    ]
    needed = msgspec.structs.replace(INSERT, statements=("int live_0_v0 = 1;", "g = live_0_v0;"))
    assert len(list(needed.smaller())) == 1


OTHER = """
typedef unsigned short half;
static double scale = 1.5;
static const long limits[3] = {1, 2, 3};
struct item { long price; struct item *next; };
long sum(struct item *first, half rate) {
    long all = 0;
    for (half i = 0; first; i++) {
        if (rate == i)
            return all;
        all += first->price * limits[i % 3];
        all += (long)(scale * (half)all);
        first = first->next;
    }
    if (all > 7)
        goto out;
    all = sum(first, rate) + 1;
out:
    return all;
}
int main(void) { return (int)sum(0, 1); }
"""


@pytest.mark.parametrize("donor", [BUSY, OTHER])
def test_those_drawn_are_sound_and_go_to_json_and_back(donor: str) -> None:
    made = fragments(donor, 16)
    emi.assert_sound(BUSY, made)
    assert [emi.through_json(mutation) for mutation in made] == made
    assert fragments(donor, 16) == made


def test_smaller_ones_are_sound_and_come_to_an_end() -> None:
    made = [one for one in fragments(BUSY, 24) if list(one.smaller())][:6]
    emi.assert_smaller_ones_are_sound(BUSY, made)
    for mutation in made[:3]:
        emi.assert_shrinking_ends(BUSY, mutation)


def fragments(donor: str, count: int) -> list[InsertFragment]:
    """Return fragments of a program at dead program points of the busy one."""
    made: list[InsertFragment] = []
    dead = emi.profiled(BUSY).dead
    for number in range(200):
        rng = Rng.of(number)
        site = emi.site_of(BUSY, rng.choose(dead), len(made))
        source = site.source if donor == BUSY else emi.source_of(donor)
        drawn = InsertFragment.draw(msgspec.structs.replace(site, donors=(source,)), rng)
        if isinstance(drawn, InsertFragment):
            made.append(drawn)
        if len(made) == count:
            return made
    raise AssertionError(f"only {len(made)} could be drawn")
