from __future__ import annotations

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.integers import INT, UCHAR, ULONG
from aberration.languages.c.source import ArrayName, Callee, FloatPlace, Place
from aberration.methods.emi.bodies import Names, body
from aberration.methods.emi.statements import Statement, names_in, render_body, smaller_body

PLACES = tuple(
    Place(name, kind, "int", "global", name, writable=True, addressable=True)
    for name, kind in (("a", INT), ("b", UCHAR), ("s.f", ULONG))
)
NAMES = Names(PLACES, (ArrayName("t", INT, 4),), (), (Callee("f", (INT, INT)),), True, False, False)


def test_bodies_name_only_what_is_in_scope() -> None:
    known = {"a", "b", "s.f", "t", "f"}
    for number in range(200):
        assert set(names_in(body(Rng.of(number), NAMES))) <= known


def test_floating_variables_in_scope_are_used() -> None:
    names = msgspec.structs.replace(NAMES, floats=(FloatPlace("x", "float"),))
    made = [body(Rng.of(number), names) for number in range(100)]
    known = {"a", "b", "s.f", "t", "f", "x"}
    assert all(set(names_in(each)) <= known for each in made)
    text = " ".join(render_body(each, 3) for each in made)
    for shape in ("x = ", "x *= ", "(int)x", "live_0_f0"):
        assert shape in text


def test_jumps_stand_only_in_loops() -> None:
    for number in range(200):
        text = render_body(body(Rng.of(number), NAMES), 3)
        if "break;" in text or "continue;" in text:
            assert "for (" in text or "while (" in text


def test_break_alone_where_only_a_switch_is_around() -> None:
    names = msgspec.structs.replace(NAMES, in_breakable=True)
    texts = [render_body(body(Rng.of(number), names, 0), 3) for number in range(200)]
    assert any("break;" in text for text in texts)
    assert not any("continue;" in text for text in texts)


def test_all_shapes_come() -> None:
    text = " ".join(render_body(body(Rng.of(number), NAMES), 3) for number in range(200))
    for shape in (
        "for (",
        "while (",
        "if (",
        "printf(",
        "f(",
        "t[",
        "<<=",
        "break;",
        "continue;",
        "goto live_3_l",
        "float live_0_f",
        "(double)",
    ):
        assert shape in text


def test_nothing_in_scope_gives_no_body() -> None:
    assert body(Rng.of(1), Names((), (), (), (), True, False, False)) == ()


def test_bodies_go_to_json_and_back() -> None:
    for number in range(50):
        made = body(Rng.of(number), NAMES)
        assert msgspec.convert(msgspec.to_builtins(made), tuple[Statement, ...]) == made


def test_smaller_bodies_are_smaller() -> None:
    for number in range(50):
        made = body(Rng.of(number), NAMES)
        for smaller in smaller_body(made):
            assert smaller
            assert len(render_body(smaller, 3)) < len(render_body(made, 3))
