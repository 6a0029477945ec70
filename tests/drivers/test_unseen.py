"""The measurement on unseen seeds with real drivers: the loop of fresh processes, a campaign
watched from outside.
"""

import shutil
from pathlib import Path

import pytest
from experiments.unseen.campaign import Asked, Seeds, run
from experiments.unseen.cold import drivers, loop
from experiments.unseen.files import fates

from aberration.core.program import Program
from aberration.languages.spirv.assembler import assemble

WRITTEN = Path(__file__).resolve().parents[2] / "experiments" / "unseen" / "written"


def test_a_test_of_the_loop_is_two_processes_and_a_share_of_a_third() -> None:
    source = assemble((WRITTEN / "asm_phi_loop.spvasm").read_text("utf-8"))
    found = loop(
        [Program("spirv", "fragment", source, name="asm_phi_loop")],
        drivers("swiftshader,spirv-opt"),
    )
    assert (found.tests, found.processes, found.different) == (1, 3, 0)
    assert 0 < found.busy < found.seconds


def test_a_campaign_that_cannot_begin_says_why(tmp_path: Path) -> None:
    (tmp_path / "broken.frag").write_text("#version 320 es\nvoid main() { oops }\n")
    ran = run(Asked((str(tmp_path),), "swiftshader", 3), tmp_path / "out")
    assert (ran.status, ran.summary) == (2, None)
    assert "broken.frag" in ran.told


@pytest.mark.slow
def test_a_campaign_is_watched_from_outside(tmp_path: Path) -> None:
    for suffix in (".frag", ".json"):
        shutil.copy(WRITTEN / f"gf_hailstones{suffix}", tmp_path)
    shutil.copy(WRITTEN / "gf_hailstones.frag", tmp_path / "unfit.frag")
    unfit = '{"nobody": {"func": "glUniform1f", "args": [1]}}'
    (tmp_path / "unfit.json").write_text(unfit)
    asked = Asked((str(tmp_path),), "llvmpipe,glslang+swiftshader", 2, methods="agree")
    ran = run(asked, tmp_path / "out")
    assert ran.summary is not None, ran.told
    assert (ran.summary.tests, ran.seeds) == (2, Seeds(("gf_hailstones",), all_drawn=True))
    assert ran.wall > ran.summary.seconds
    states = {
        Path(fate.file).name: fate.state
        for fate in fates(asked.seeds, ran.summary.unsteady, ran.seeds.tested)
    }
    assert states == {"gf_hailstones.frag": "tested", "unfit.frag": "set aside"}
