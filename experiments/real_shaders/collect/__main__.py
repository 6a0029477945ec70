"""Collects from all packages: `python -m experiments.real_shaders.collect PACKAGES COLLECTED`.

PACKAGES holds `node_modules` (three, @babylonjs/core, cesium, pixi.js) and `py` (vispy, pygfx).
Each package writes into a folder of its own of COLLECTED, which must not be there yet, in the same
order each time.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from aberration.targets.places import tools_folder

_HERE = Path(__file__).parent
_DAWN, _WGPU = "dawn-0.6.2", "wgpu-0.32.0"


def commands(packages: Path, out: Path) -> list[list[str]]:
    """Return what is run for each folder of COLLECTED."""
    dawn, wgpu = str(tools_folder() / _DAWN), str(tools_folder() / _WGPU)

    def node(script: str, name: str, *more: str) -> list[str]:
        return ["node", str(_HERE / script), str(packages), str(out / name), *more]

    def python(script: str, name: str, *more: str) -> list[str]:
        return [
            sys.executable,
            "-m",
            f"experiments.real_shaders.collect.{script}",
            str(packages),
            str(out / name),
            *more,
        ]

    return [
        node("babylon.mjs", "babylon"),
        node("babylon.mjs", "babylon-wgsl", "wgsl", dawn),
        node("cesium.mjs", "cesium"),
        node("pixi.mjs", "pixi"),
        python("pygfx_shaders", "pygfx", wgpu),
        node("three.mjs", "three"),
        node("three_gpu.mjs", "three-nodes", dawn, "webgl"),
        node("three_gpu.mjs", "three-nodes-wgsl", dawn),
        python("vispy_shaders", "vispy"),
    ]


def main(packages: Path, out: Path) -> None:
    """Run them all, one after the other."""
    out.mkdir(parents=True)
    for command in commands(packages, out):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        print(done.stdout.strip().splitlines()[-1])


main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
