"""The page of a case, opened in a real browser: what it shows is what the target of that
browser gives.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers import sampled, vertices
from helpers.webgl import ESSL_100, ESSL_300
from helpers.wgsl import shader

from aberration.core.inputs import Uniform
from aberration.core.oracle import Expected, Same
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.textures import Texture
from aberration.report.formats.html import write
from aberration.targets.chromium import providers
from aberration.targets.pool import TargetPool
from aberration.targets.runners.webgpu.chromium import FLAGS

TARGETS = {target.id: target for target in providers()}
SECONDS = 120.0
SCRIPT = """
const { chromium } = require(process.argv[1] + '/node_modules/playwright-core');
(async () => {
  const [executablePath, flags, page] = process.argv.slice(2);
  const browser = await chromium.launch({ executablePath, headless: true, args: flags.split(' ') });
  const tab = await browser.newPage();
  await tab.goto('file://' + page);
  await tab.waitForFunction(() => globalThis.testResult !== undefined, null, { timeout: 120000 });
  const told = await tab.evaluate(() => ({
    verdict: document.getElementById('verdict').textContent,
    detail: document.getElementById('detail').textContent,
    rows: [...document.querySelectorAll('#places tr')].map((row) => [...row.cells].map((cell) =>
    cell.textContent)),
    results: Object.fromEntries(
      Object.entries(globalThis.testResult.results).map(([role, parts]) => [role,
      parts.map((part) => [...part])]),
    ),
  }));
  console.log(JSON.stringify(told));
  await browser.close();
})();
"""


def shown(name: str, case: TestCase, folder: Path) -> dict[str, Any]:
    """Return what the page of a case says in the browser of a target."""
    page = folder / "test.html"
    page.write_text(write(case, {})["test.html"], "utf-8")
    options = dict(TARGETS[name].stages[0].worker.options)
    flags = " ".join([*FLAGS, *options["flags"].split()])
    command = [
        options["node"],
        "-e",
        SCRIPT,
        options["path"],
        options["browser"],
        flags,
        str(page.resolve()),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def same(reference: Program, variant: Program) -> TestCase:
    return TestCase(Recipe("m", 1, {}), {"reference": reference, "variant": variant}, Same())


def image(name: str, program: Program) -> Image:
    with TargetPool() as pool:
        outcome = pool.run(TARGETS[name], program, SECONDS).outcome
    assert isinstance(outcome, Image), outcome
    return outcome


@pytest.mark.slow
def test_a_page_of_webgl_draws_as_the_target_does(tmp_path: Path) -> None:
    moved = (Uniform("shift", b"\0\0\x80@\0\0\x80?"),)
    other = msgspec.structs.replace(
        ESSL_300, inputs=msgspec.structs.replace(ESSL_300.inputs, uniforms=moved)
    )
    told = shown("angle-swiftshader", same(ESSL_100, other), tmp_path)
    expected = image("angle-swiftshader", ESSL_100)
    assert told["results"]["reference"] == [list(expected.data)]
    assert told["results"]["variant"] == [list(image("angle-swiftshader", other).data)]
    assert len(set(expected.data)) > 16
    assert told["verdict"] == "different"
    place, before, after = told["rows"][1]
    x, y = (int(word) for word in place.removeprefix("pixel ").split(","))
    at = 4 * (y * expected.width + x)
    assert before == " ".join(map(str, expected.data[at : at + 4])) != after
    assert shown("angle-swiftshader", same(ESSL_100, ESSL_300), tmp_path)["verdict"] == "the same"


def test_a_page_of_webgl_has_the_textures(tmp_path: Path) -> None:
    texture = Texture("s", size=(5, 3, 1), number=9)
    other = msgspec.structs.replace(texture, number=10)
    programs = [sampled.fetching(one, "300 es") for one in (texture, other)]
    told = shown("angle-swiftshader", same(*programs), tmp_path)
    images = [list(image("angle-swiftshader", program).data) for program in programs]
    assert [told["results"][role] for role in ("reference", "variant")] == [[one] for one in images]
    assert len({*images[0]}) > 16
    assert told["verdict"] == "different"


@pytest.mark.parametrize(
    ("name", "dialect"),
    [("angle-swiftshader", "300 es"), ("chromium-webgpu-swiftshader", "wgsl")],
)
def test_a_page_draws_the_points_of_a_vertex_program(
    tmp_path: Path, name: str, dialect: str
) -> None:
    wanted = vertices.in_bytes(dialect, (13, 7))
    place, colour = wanted.program.inputs.attributes
    attributes = (place, msgspec.structs.replace(colour, number=201))
    inputs = msgspec.structs.replace(wanted.program.inputs, attributes=attributes)
    other = msgspec.structs.replace(wanted.program, inputs=inputs)
    told = shown(name, same(wanted.program, wanted.program), tmp_path)
    assert told["results"]["variant"] == [list(wanted.image)]
    assert told["verdict"] == "the same"
    told = shown(name, same(wanted.program, other), tmp_path)
    assert told["verdict"] == "different"


def test_a_page_of_webgpu_draws_and_dispatches_as_the_target_does(tmp_path: Path) -> None:
    name = "chromium-webgpu-swiftshader"
    drawn = shader("lattice")
    told = shown(name, same(drawn, drawn), tmp_path)
    expected = image(name, drawn)
    assert told["verdict"] == "the same"
    assert told["results"]["variant"] == [list(expected.data)]
    assert len(set(expected.data)) > 4
    computed = shader("shared")
    with TargetPool() as pool:
        outcome = pool.run(TARGETS[name], computed, SECONDS).outcome
    assert isinstance(outcome, Buffers)
    first = bytes((outcome.data[0][0] ^ 1,)) + outcome.data[0][1:]
    wrong = Expected(Buffers((first, *outcome.data[1:]), outcome.fields))
    told = shown(name, TestCase(Recipe("m", 1, {}), {"program": computed}, wrong), tmp_path)
    assert told["results"]["program"] == [list(data) for data in outcome.data]
    assert (told["verdict"], told["detail"][:8]) == ("different", "1 words ")


def test_a_page_that_cannot_run_says_why(tmp_path: Path) -> None:
    broken = Program(
        "essl",
        "fragment",
        b"precision highp float; void main() { gl_FragColor = vec4(nothing); }\n",
    )
    told = shown("angle-swiftshader", same(broken, broken), tmp_path)
    assert told["verdict"] == "not run"
    assert "nothing" in told["detail"]


@pytest.mark.parametrize("name", ["angle-swiftshader", "chromium-webgpu-swiftshader"])
def test_the_browsers_are_here(name: str) -> None:
    assert TARGETS[name].available, TARGETS[name].reason
