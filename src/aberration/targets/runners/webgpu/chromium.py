"""Compile and execute with a headless Chromium, driven by Playwright in a Node.js process.

Options: `api`, `webgpu` for WGSL (default) or `webgl` for ESSL, which ANGLE compiles; `path`, the
folder whose `node_modules` hold the package playwright-core; `node` and `browser`, the programs;
`flags`, those of the browser that choose the back end, with spaces between; `level`, the feature
level of the adapter; `device`, a part of the adapter's name that must come up; `format`, `rgba8`
(default) or `rgba32f`; `memory`, what each process may have in MiB.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.ways import ways_of
from aberration.targets.runner import Clock
from aberration.targets.runners.child import PipedCommand
from aberration.targets.runners.memory_watch import watch
from aberration.targets.runners.textures import ALL_SHAPES
from aberration.targets.runners.webgpu.client import WEBGPU, DeviceClient, check_format
from aberration.targets.runners.webgpu.webgl_client import WEBGL

MEMORY: Final = 3072
SERVER: Final = Path(__file__).with_name("browser_server.mjs")
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu-shader-disk-cache",
    "--disable-domain-blocking-for-3d-apis",
    "--disable-gpu-process-crash-limit",
)
"""No cache may hide a compiler's work, and no crash may take the API away for good."""


class ChromiumRunner:
    """See the module's docstring for the options."""

    texture_shapes: Final = ALL_SHAPES
    vertices: Final = True
    attachments: Final = True
    depths: Final = True
    pairs: Final = True
    constants: Final = frozenset(("wgsl",))

    def open(self, options: Mapping[str, str]) -> str:
        """Start the browser and open the device in a page."""
        self.ways = _ways_of(options)
        self.storage_images = options.get("api", "webgpu") == "webgpu"
        self._device, version = open_browser(options)
        return version

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Draw or dispatch once."""
        return self._device.run(program, clock)

    def close(self) -> None:
        """End the browser with the process that drives it."""
        self._device.close()


def _ways_of(options: Mapping[str, str]) -> frozenset[str]:
    """Return the ways that a browser has: its WebGPU is Dawn."""
    return ways_of("dawn" if options.get("api", "webgpu") == "webgpu" else "webgl")


def open_browser(options: Mapping[str, str]) -> tuple[DeviceClient, str]:
    """Return the device of a browser that was started with these options, and its version."""
    pixels = check_format(options)
    package = Path(options["path"]) / "node_modules" / "playwright-core"
    api = options.get("api", "webgpu")
    dialect = WEBGL if api == "webgl" else WEBGPU
    child = PipedCommand([options["node"], str(SERVER), str(package)])
    watch(child.pid, int(options.get("memory", MEMORY)))
    device = DeviceClient(child, pixels, dialect)
    header = {
        "api": api,
        "browser": options["browser"],
        "flags": [*FLAGS, *options["flags"].split()],
        "featureLevel": options.get("level", "core"),
    }
    adapter, answer = device.open("Chromium", options.get("device", ""), header)
    return device, f"Chromium {answer['version']} on {adapter}"
