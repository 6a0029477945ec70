"""The self-test of a method whose results are known, on seeds that show no compiler's mistake."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.seeds import bundled_corpus, load_pool
from aberration.campaign.selftest import TRIES, SelfTest
from aberration.methods.drive.method import DriveMethod
from aberration.methods.emi.method import EmiMethod
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover

PLAIN: Final = """#version 310 es
precision highp float;
layout(location = 0) out vec4 colour;
void main() {
    vec2 place = gl_FragCoord.xy;
    float shade = place.x / 64.0;
    float light = place.y / 64.0;
    colour = vec4(shade, light, 0.5, 1.0);
    colour.z = 0.25;
}
"""


def test_after_some_mutants_a_result_is_planted_where_one_is_shown(tmp_path: Path) -> None:
    """The front end that comes first among the targets shows none."""
    targets = {target.id: target for target in discover()}
    driver = targets["llvmpipe"]
    (tmp_path / "plain.frag").write_text(PLAIN)
    method = EmiMethod()
    spoken = next(one for one in method.languages if one.language == "essl")
    seeds = load_pool((str(tmp_path),), (), wanted={"essl"})
    known = [targets["identity-essl"], *(targets["mutant-essl-lost-fallthrough"],) * (TRIES + 1)]
    with TargetPool() as pool:
        told = SelfTest(method, spoken, FuzzConfiguration(), seeds, pool).run(
            [*known, driver], [targets["glslang"], driver]
        )
    assert told == "emi in essl: a planted result caught, llvmpipe silent"


def test_the_self_test_of_drive_plants_mistakes_of_the_host_side() -> None:
    known = [target for target in discover() if "spirv" in target.languages]
    swiftshader = next(target for target in known if target.id == "swiftshader")
    method = DriveMethod()
    spoken = next(one for one in method.languages if one.language == "spirv")
    seeds = load_pool((str(bundled_corpus() / "spirv" / "compute"),), (), wanted={"spirv"})
    with TargetPool() as pool:
        told = SelfTest(method, spoken, FuzzConfiguration(), seeds, pool).run(known, [swiftshader])
    assert re.fullmatch(r"drive: mutant-host-[a-z-]+ caught at try \d+, identity silent", told)
