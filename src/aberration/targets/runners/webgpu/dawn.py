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
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.targets.runner import Clock
from aberration.targets.runners.child import PipedCommand
from aberration.targets.runners.webgpu.client import DeviceClient, check_format

SERVER: Final = Path(__file__).with_name("dawn_server.mjs")
HEAP: Final = "--max-old-space-size=1024"


class DawnRunner:
    """See the module's docstring for the options."""

    def open(self, options: Mapping[str, str]) -> str:
        """Start Node.js and open the device in it."""
        pixels = check_format(options)
        package = Path(options["path"]) / "node_modules" / "webgpu"
        launch: list[str] = json.loads(options.get("launch", "[]"))
        command = [*launch, options["node"], HEAP, str(SERVER), str(package / "index.js")]
        self._device = DeviceClient(PipedCommand(command), pixels)
        backend = options.get("backend", "vulkan")
        toggles = options.get("toggles", "")
        features = [f"enable-dawn-features={toggles}"] if toggles else []
        opening = {
            "flags": [f"backend={backend}", *features],
            "featureLevel": "compatibility" if backend == "opengles" else "core",
            "executes": backend != "null",
        }
        adapter, _ = self._device.open(f"Dawn for {backend}", options.get("device", ""), opening)
        version = json.loads((package / "package.json").read_text())["version"]
        return f"Dawn of webgpu {version} on {adapter}{f' with {toggles}' if toggles else ''}"

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Draw or dispatch once."""
        return self._device.run(program, clock)

    def close(self) -> None:
        """End the Node.js process."""
        self._device.close()
