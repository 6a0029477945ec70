"""Compile and execute WGSL with Dawn, whose compiler is Tint, in a Node.js process that
`dawn_server.mjs` runs in.

Options: `path`, the folder whose `node_modules` hold the package webgpu; `node`, the program;
`backend`, `vulkan`, `opengles` or `null` (which compiles only); `device`, a part of the adapter's
name that must come up; `format`, `rgba8` (default) or `rgba32f`; `toggles`, Dawn's switches to turn
on, with commas between; `launch`, the words that start Node.js with the libraries of another
system, as a list in JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.ways import ways_of
from aberration.targets.runner import Clock
from aberration.targets.runners.child import PipedCommand
from aberration.targets.runners.textures import ALL_SHAPES
from aberration.targets.runners.webgpu.client import DeviceClient, check_format

SERVER: Final = Path(__file__).with_name("dawn_server.mjs")
HEAP: Final = "--max-old-space-size=1024"


class DawnRunner:
    """See the module's docstring for the options."""

    ways: Final = ways_of("dawn")
    texture_shapes: Final = ALL_SHAPES
    storage_images: Final = True
    vertices: Final = True
    pairs: Final = True
    attachments: Final = True
    depths: Final = True
    constants: Final = frozenset(("wgsl",))

    def open(self, options: Mapping[str, str]) -> str:
        """Start Node.js and open the device in it."""
        pixels = check_format(options)
        self._device = DeviceClient(PipedCommand(command_of(options)), pixels)
        backend = options.get("backend", "vulkan")
        toggles = options.get("toggles", "")
        features = [f"enable-dawn-features={toggles}"] if toggles else []
        opening = opening_of(backend, features, executes=backend != "null")
        adapter, _ = self._device.open(f"Dawn for {backend}", options.get("device", ""), opening)
        also = f" with {toggles}" if toggles else ""
        return f"Dawn of webgpu {version_of(options)} on {adapter}{also}"

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Draw or dispatch once."""
        return self._device.run(program, clock)

    def close(self) -> None:
        """End the Node.js process."""
        self._device.close()


def command_of(options: Mapping[str, str]) -> list[str]:
    """Return the command that starts Dawn."""
    launch: list[str] = json.loads(options.get("launch", "[]"))
    return [*launch, options["node"], HEAP, str(SERVER), str(_package(options) / "index.js")]


def opening_of(backend: str, features: Sequence[str], *, executes: bool) -> dict[str, object]:
    """Return what opens Dawn's device on a backend."""
    return {
        "flags": [f"backend={backend}", *features],
        "featureLevel": "compatibility" if backend == "opengles" else "core",
        "executes": executes,
    }


def version_of(options: Mapping[str, str]) -> str:
    """Return the version of the package."""
    return str(json.loads((_package(options) / "package.json").read_text())["version"])


def _package(options: Mapping[str, str]) -> Path:
    return Path(options["path"]) / "node_modules" / "webgpu"
