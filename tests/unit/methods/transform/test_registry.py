from __future__ import annotations

from pathlib import Path

import pytest
from helpers.corpus import all_modules
from helpers.transform import corpus_run

import aberration.methods.transform as package
from aberration.core.errors import BadInput
from aberration.methods.transform.kinds import TRANSFORMATIONS
from aberration.methods.transform.pass_list import PASSES
from aberration.methods.transform.registry import BY_NAME, from_steps, to_step

ROOT = Path(package.__file__).parent


def files(folder: str) -> set[str]:
    return {path.stem for path in (ROOT / folder).glob("*.py")} - {"__init__"}


def test_every_file_is_registered_once() -> None:
    modules = [kind.__module__.rpartition(".")[2] for kind in TRANSFORMATIONS]
    assert len(set(modules)) == len(modules)
    assert set(modules) == files("transformations")
    assert [known.name for known in PASSES] == sorted(files("passes"))


def test_a_transformation_is_named_like_its_file() -> None:
    for kind in TRANSFORMATIONS:
        words = kind.__module__.rpartition(".")[2].split("_")
        assert kind.__name__ == "".join(word.capitalize() for word in words)


def test_every_transformation_says_what_it_promises() -> None:
    for kind in TRANSFORMATIONS:
        for part in ("Precondition:", "Effect:", "Facts:"):
            assert part in (kind.__doc__ or ""), kind.__name__


def test_chances_are_ranges() -> None:
    for known in PASSES:
        low, high = known.chance
        assert 0 < low <= high <= 1


def test_steps_come_back_as_they_were() -> None:
    steps = [step for number in range(8) for step in corpus_run(number)[2]]
    assert from_steps([to_step(step) for step in steps]) == steps


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (
            {"type": "Nonsense"},
            "step 1: expected the name of a transformation, but 'Nonsense' came",
        ),
        ({}, "step 1: expected the name of a transformation, but None came"),
        ({"type": "MoveBlockDown"}, "step 1: MoveBlockDown: "),
        ({"type": "MoveBlockDown", "block": "x"}, "step 1: MoveBlockDown: "),
    ],
)
def test_what_is_no_step_is_bad_input(step: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        from_steps([step])


OF_IMAGES = {
    "AddImageQueryCapability",
    "AddImageSampleUnusedComponents",
    "AddImageSizeSynonym",
    "AddTexelSynonym",
    "AddZeroImageOffset",
    "DivideBeforeSample",
    "FetchGatheredComponent",
    "FetchSampledTexel",
    "GatherFetchedComponent",
    "MakeLodExplicit",
    "MakeSampleProjective",
    "ReadImageAgain",
    "RecordImageSize",
    "RejoinImageAndSampler",
    "ReplaceGradientsWithLevel",
    "ReplaceLevelWithGradients",
    "SampleFetchedTexel",
    "ShiftFetchOffset",
}
"""Kinds that need images: these runs are on modules without any."""


OF_PAIRS = {"AddVarying", "EncodeVarying", "MoveVarying", "SplitVarying"}
"""Kinds that need a pair."""


def test_every_kind_appears_in_some_run() -> None:
    seldom = {"AddTypeBoolean", "AddTypeInt", "AddTypeFunction"}
    # Two seeds have matrices in uniform blocks.
    seldom |= {"ChangeUniformMatrixLayout"}
    missing = set(BY_NAME) - seldom - OF_IMAGES - OF_PAIRS
    for number in range(len(all_modules())):
        missing -= {type(step).__name__ for step in corpus_run(number)[2]}
        if not missing:
            break
    assert missing == set()
