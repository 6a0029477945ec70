from __future__ import annotations

from pathlib import Path

import pytest

import aberration.methods.emi.mutations as package
from aberration.core.errors import BadInput
from aberration.methods.emi.mutations.delete_dead import DeleteDead
from aberration.methods.emi.registry import BY_NAME, INGREDIENTS, WEIGHTS, from_steps
from aberration.methods.emi.steps import to_step


def test_every_file_is_registered_once() -> None:
    modules = [kind.__module__.rpartition(".")[2] for kind in WEIGHTS]
    assert sorted(modules) == sorted(
        {path.stem for folder in package.__path__ for path in Path(folder).glob("*.py")}
        - {"__init__"}
    )


def test_every_mutation_has_a_test_file() -> None:
    folder = Path(__file__).parent / "mutations"
    for kind in WEIGHTS:
        assert (folder / f"test_{kind.__module__.rpartition('.')[2]}.py").is_file()


def test_a_mutation_is_named_like_its_file() -> None:
    for name, kind in BY_NAME.items():
        words = kind.__module__.rpartition(".")[2].split("_")
        assert name == kind.__name__ == "".join(word.capitalize() for word in words)


def test_every_mutation_says_what_it_promises() -> None:
    for kind in WEIGHTS:
        for part in ("Precondition:", "Effect:"):
            assert part in (kind.__doc__ or ""), kind.__name__


def test_weights_are_positive() -> None:
    assert all(weight > 0 for weight in WEIGHTS.values())


def test_a_step_says_its_type() -> None:
    assert to_step(DeleteDead(3, "14")) == {"type": "DeleteDead", "number": 3, "gap": "14"}


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"type": "Nonsense"}, "step 1: expected the name of a mutation, but 'Nonsense' came"),
        ({}, "step 1: expected the name of a mutation, but None came"),
        (
            {"type": "Mutation", "number": 1, "gap": "1"},
            "step 1: expected the name of a mutation, but 'Mutation' came",
        ),
        ({"type": "DeleteDead"}, "step 1: DeleteDead: "),
        ({"type": "DeleteDead", "number": "x", "gap": "1"}, "step 1: DeleteDead: "),
        ({"type": "DeleteDead", "number": 1, "gap": 1}, "step 1: DeleteDead: "),
        ({"type": "TrueGuard", "number": 1, "gap": "1", "form": "switch"}, "step 1: TrueGuard: "),
    ],
)
def test_what_is_no_step_is_bad_input(step: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        from_steps([step])


def test_the_step_that_is_wrong_is_named() -> None:
    with pytest.raises(BadInput, match="step 2: "):
        from_steps([to_step(DeleteDead(3, "14")), {}])


def test_every_mutation_says_what_it_is_made_of() -> None:
    assert set(INGREDIENTS) == set(BY_NAME)
    assert all(INGREDIENTS.values())
