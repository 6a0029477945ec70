"""Tint as a link of chains."""

from __future__ import annotations

import pytest

from aberration.core.target import BY_REQUEST, OLDER
from aberration.targets import tint, translators
from aberration.targets.composition import resolve

pytestmark = pytest.mark.usefixtures("without_roots")


def test_each_version_writes_spirv_and_essl() -> None:
    found = {target.id: target for target in tint.providers()}
    assert len(found) == 9
    assert (found["tint"].output, found["tint:essl"].output) == ("spirv", "essl")
    assert found["tint@0.4.0:essl"].stages[0].worker.option("path").endswith("dawn-0.4.0")
    for target in found.values():
        assert (target.kind, target.languages, target.family) == ("translates", ("wgsl",), "tint")
        assert BY_REQUEST in target.groups
        assert (OLDER in target.groups) == ("@" in target.id)


@pytest.mark.parametrize(
    ("chain", "link"),
    [
        ("tint+lavapipe", "tint"),
        ("tint+spirv-opt:-O+lavapipe", "tint"),
        ("tint+llvmpipe", "tint:essl"),
        ("tint@0.4.0+llvmpipe", "tint@0.4.0:essl"),
        ("tint+softpipe", "tint:essl310"),
        ("tint:essl+glslang+lavapipe", "tint:essl"),
    ],
)
def test_a_chain_gets_what_the_next_link_takes(chain: str, link: str) -> None:
    found = resolve(chain)
    assert found is not None
    assert found.stages[0].name == link
    assert found.languages == ("wgsl",)


def test_angle_is_a_link_and_its_name_still_a_group() -> None:
    found = resolve("angle+llvmpipe")
    assert found is not None
    assert found.stages[0].name == "angle:essl"
    assert (found.languages, found.family) == (("essl",), "angle+llvmpipe")
    assert "angle" not in {target.id for target in translators.providers()}
