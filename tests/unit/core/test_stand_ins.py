"""Inputs of a fragment shader lie apart."""

from aberration.core.stand_ins import SIZE, shift_of


def test_eight_inputs_lie_apart_and_the_ninth_is_the_first_again() -> None:
    shifts = [shift_of(number) for number in range(9)]
    assert len({*shifts}) == 8
    assert shifts[8] == shifts[0] == 0
    assert max(shifts) < SIZE
