"""The links of a chain apart."""

from __future__ import annotations

import pytest

from aberration.campaign.triage.chains import driver_alone, with_other_driver
from aberration.campaign.triage.question import drivers_here
from aberration.core.target import Target
from aberration.targets.composition import resolve
from aberration.targets.registry import discover


def chain(identifier: str) -> Target:
    found = resolve(identifier)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("identifier", "other"),
    [
        ("glslang+lavapipe", "swiftshader"),
        ("glslang+swiftshader", "lavapipe"),
        ("spirv-cross+llvmpipe", "softpipe"),
        ("spirv-cross+zink-lavapipe", "softpipe"),
        ("spirv-cross+softpipe", "llvmpipe"),
    ],
)
def test_the_other_driver_is_of_another_family_and_takes_the_same(
    identifier: str, other: str
) -> None:
    given = chain(identifier)
    made = with_other_driver(given, drivers_here())
    assert made is not None
    assert made.id == f"{identifier} on {other}"
    assert made.stages[:-1] == given.stages[:-1]
    assert made.stages[-1].name == other


def test_the_driver_alone_is_the_last_link() -> None:
    alone = driver_alone(chain("spirv-opt:-O+lavapipe"), drivers_here())
    assert alone is not None
    assert [stage.name for stage in alone.stages] == ["lavapipe"]


@pytest.mark.parametrize("identifier", ["spirv-cross+llvmpipe", "glslang+lavapipe"])
def test_a_driver_in_another_language_cannot_be_asked_alone(identifier: str) -> None:
    assert driver_alone(chain(identifier), drivers_here()) is None


@pytest.mark.parametrize("name", ["lavapipe", "softpipe"])
def test_one_link_is_no_chain(name: str) -> None:
    target = next(target for target in discover() if target.id == name)
    assert driver_alone(target, drivers_here()) is None
    assert with_other_driver(target, drivers_here()) is None


def test_a_chain_that_ends_with_a_translator_has_no_driver() -> None:
    assert with_other_driver(chain("glslang+spirv-cross:450"), drivers_here()) is None
