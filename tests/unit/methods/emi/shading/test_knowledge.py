from __future__ import annotations

from aberration.methods.emi.shading.expressions import Apply, Columns, Number, Read, truth
from aberration.methods.emi.shading.knowledge import Knowledge

X, B = Read("x", "int"), Read("b", "bool")
FACT = Apply("<", (Read("y", "int"), Number(9, "int")))
KNOWN = Knowledge((X, B), ((3, 1), (4, 0)), (FACT,))


def test_the_condition_holds_in_what_is_known_and_nowhere_else() -> None:
    states: Columns = {"x": [3, 4, 3, 3], "b": [True, False, False, True], "y": [1, 1, 1, 9]}
    for at, wanted in enumerate((True, True, False, False)):
        columns = {name: [values[at]] for name, values in states.items()}
        assert truth(KNOWN.condition, columns, 1) is wanted


def test_places_and_columns() -> None:
    assert KNOWN.places == ("x", "b", "y")
    assert KNOWN.columns == {"x": [3, 4], "b": [True, False]}
    assert Knowledge().condition == Number(1, "bool")
