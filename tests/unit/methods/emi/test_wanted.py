"""Names in options: with commas between them, and each of them known."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.methods.emi.wanted import check_names, wanted_names


def test_names_stand_between_commas() -> None:
    assert wanted_names({"kinds": " A, B,,C "}, "kinds") == ["A", "B", "C"]
    assert wanted_names({}, "kinds") == []


def test_an_unknown_name_is_told_with_those_that_there_are() -> None:
    check_names(["A"], ("A", "B"), "kinds", "mutations")
    with pytest.raises(BadInput, match="expected kinds of mutations, but 'C' came") as caught:
        check_names(["A", "C"], ("A", "B"), "kinds", "mutations")
    assert (caught.value.where, caught.value.hint) == ("option kinds", "There are A, B.")
