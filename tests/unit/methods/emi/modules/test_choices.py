from __future__ import annotations

from helpers.live_modules import read, site_of

from aberration.core.rng import Rng
from aberration.methods.emi.modules.choices import draw_choice, draw_control, smaller_choices
from aberration.methods.emi.modules.draft import Choice
from aberration.methods.emi.shading.expressions import Apply, Number, truth
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.synthesis import Workbench

SITE = site_of("%last", total=(1, 2, 4, 7), shifted=(-3, 2, 3, 4))


def test_choices_have_their_value_in_every_state() -> None:
    constants = 0
    for number in range(60):
        bench = Workbench.on(SITE.environment, Rng.of(number))
        assert bench is not None
        value = bool(number % 2)
        choice = draw_choice(bench, value)
        assert choice.value is value
        constants += isinstance(choice.predicate, Number)
        known = SITE.environment
        assert known is not None
        assert known.states is not None
        assert truth(choice.predicate, known.columns, len(known.states)) is value
    assert 0 < constants < 20


def test_all_controls_are_drawn() -> None:
    assert {draw_control(Rng.of(number)) for number in range(40)} == {0, 1, 2}


def test_simpler_choices_have_the_same_value() -> None:
    known = Knowledge((read("%total"),), ((1,), (2,)))
    less = Apply("<", (Apply("+", (read("%total"), Number(1, "int"))), Number(9, "int")))
    smaller = list(smaller_choices(Choice(less, True, 1), known))
    assert smaller[:2] == [Choice(Number(1, "bool"), True, 1), Choice(less, True, 0)]
    assert all(truth(one.predicate, known.columns, 2) for one in smaller)
    assert list(smaller_choices(Choice(Number(0, "bool"), False), known)) == []
