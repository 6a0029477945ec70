from __future__ import annotations

from aberration.methods.emi.distance import MILLION, distance, flow_of, union

SEED = "int main(void) { int a = 1; if (a) { a += 2; } return a; }"


def test_names_numbers_and_comments_do_not_count() -> None:
    other = SEED.replace("a", "b").replace("2", "77").replace("{ int", "{ /* ; */ int")
    assert flow_of(other.replace("mbin", "main")) == flow_of(SEED)


def test_shapes_and_edges() -> None:
    flow = flow_of("x = 1; if (x) { y = x; }")
    assert flow.nodes == {"v = n", "if ( v )", "v = v"}
    assert ("value", "v = n", "v = v") in flow.edges
    assert ("inside", "if ( v )", "v = v") in flow.edges
    assert ("next", "v = n", "if ( v )") in flow.edges
    assert ("inside", "", "if ( v )") in flow.edges


def test_what_is_there_already_is_no_distance_and_size_counts_against_it() -> None:
    base = flow_of(SEED)
    assert distance(base, flow_of("")) == 0
    assert distance(base, flow_of("a += 2;")) < 0
    new = flow_of("while (a) a <<= 3;")
    assert new.size > 0
    assert distance(base, new) > distance(base, union([new, new]))


def test_more_shapes_are_farther() -> None:
    base = flow_of(SEED * 20)
    one, two = flow_of("*p = 1;"), flow_of("*p = 1; q[2]--;")
    assert 0 < distance(base, one) < distance(base, two) < MILLION
