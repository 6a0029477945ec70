"""A stranger's recipe is replayed in a process of its own, and must give the programs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from aberration.core.errors import BadInput
from aberration.report.sharing.replaying import check_replay

BUGS = Path(__file__).parents[4] / "corpus" / "bugs"


@pytest.fixture
def case(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BUGS / "lavapipe-nested-unrolling", tmp_path / "case"))


def edited(folder: Path, change: Callable[[dict[str, object]], None]) -> Path:
    path = folder / "case.json"
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))
    return folder


def test_what_the_recipe_gives_is_taken(case: Path) -> None:
    check_replay(case)


def test_an_edited_program_is_refused(case: Path) -> None:
    module = bytearray((case / "variant.spv").read_bytes())
    module[8] ^= 1
    (case / "variant.spv").write_bytes(module)
    with pytest.raises(BadInput, match="the variant differs from what the recipe gives"):
        check_replay(case)


def test_other_inputs_are_refused(case: Path) -> None:
    inputs = json.loads((case / "variant.json").read_text())
    inputs["$render"]["width"] = 7
    (case / "variant.json").write_text(json.dumps(inputs))
    with pytest.raises(BadInput, match="the inputs of variant differ"):
        check_replay(case)


def test_a_method_that_does_not_exist_is_refused(case: Path) -> None:
    with pytest.raises(BadInput, match="nobody"):
        check_replay(edited(case, lambda one: one.update(method="nobody")))


@pytest.mark.parametrize(
    "step", [{}, {"type": 7}, {"type": "__import__"}, {"type": "SplitBlock", "at": "x" * 9999}]
)
def test_steps_that_are_none_are_refused(case: Path, step: dict[str, object]) -> None:
    with pytest.raises(BadInput) as refusal:
        check_replay(edited(case, lambda one: one.update(steps=[step])))
    assert len(refusal.value.message) <= 400


def test_a_replay_that_takes_too_long_is_refused(case: Path) -> None:
    with pytest.raises(BadInput, match="not replayed within"):
        check_replay(case, 0.01)
