"""Target `chromium-webgpu-swiftshader`: the WebGPU of the system's Chromium, a newer Tint with a process of its own.

Playwright, in `playwright-<version>` of the folder of compilers, drives it. Its address space is not limited: a browser
reserves far more than it uses.
"""

from __future__ import annotations

import shutil
from typing import Final

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.places import tools_folder
from aberration.targets.webgpu import INSTALL

PLAYWRIGHT: Final = "1.65.1"
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
FLAGS: Final = "--enable-unsafe-webgpu --use-webgpu-adapter=swiftshader"
IDENTIFIER: Final = "chromium-webgpu-swiftshader"


def providers() -> list[Target]:
    """Return the target, also where something for it is missing."""
    folder = tools_folder() / f"playwright-{PLAYWRIGHT}"
    node = shutil.which("node") or ""
    browser = next(filter(None, map(shutil.which, BROWSERS)), "")
    reason, install = "", ""
    if not browser:
        reason, install = "no Chromium was found on the PATH", "sudo apt-get install chromium"
    elif not node:
        reason, install = "no Node.js (node) was found on the PATH", INSTALL
    elif not (folder / "node_modules" / "playwright-core" / "package.json").is_file():
        reason, install = f"no Playwright {PLAYWRIGHT}: {folder} is not there", INSTALL
    options = {"path": str(folder), "node": node, "browser": browser, "flags": FLAGS, "device": "swiftshader"}
    worker = WorkerSpec("chromium", tuple(sorted(options.items())))
    return [
        Target(
            id=IDENTIFIER,
            kind="executes",
            languages=("wgsl",),
            stages=(Stage(IDENTIFIER, worker),),
            groups=("chromium", "webgpu"),
            family="tint",
            available=not reason,
            reason=reason,
            install=install,
        )
    ]
