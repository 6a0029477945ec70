"""Targets in the system's Chromium: `chromium-webgpu-swiftshader` (Tint, for WGSL),
`angle-<driver>` (ANGLE, for ESSL).

The compilers have a process of their own there. Playwright, in `playwright-<version>` of the folder
of compilers, drives the browser. Its address space is not limited, as a browser reserves far more
than it uses; the runner watches what its processes have.
"""

from __future__ import annotations

import shutil
from typing import Final

import msgspec

from aberration.core.target import BY_REQUEST, Stage, Target, WorkerSpec
from aberration.targets.drivers import SWIFTSHADER
from aberration.targets.places import SETUP, tools_folder
from aberration.targets.webgpu import (
    FLOATS,
    Below,
    Variables,
    driver_name,
    drivers_below,
)

PLAYWRIGHT: Final = "1.65.1"
ANGLE: Final = "angle:essl"
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")

_ON_SWIFTSHADER: Final = driver_name(SWIFTSHADER.device, "vulkan")


class _BrowserKind(msgspec.Struct, frozen=True):
    """One way to use the browser: the flags that choose its back end, and a part of the name
    that comes up.
    """

    id: str
    api: str
    flags: str
    device: str
    language: str
    groups: tuple[str, ...]
    family: str
    driver: str
    extra: Variables = ()


_WEBGPU: Final = _BrowserKind(
    "chromium-webgpu-swiftshader",
    "webgpu",
    "--enable-unsafe-webgpu --use-webgpu-adapter=swiftshader",
    "swiftshader",
    "wgsl",
    ("chromium", "webgpu"),
    "tint",
    _ON_SWIFTSHADER,
)
_ANGLE_SWIFTSHADER: Final = _BrowserKind(
    "angle-swiftshader",
    "webgl",
    "--use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader",
    "SwiftShader",
    "essl",
    ("angle", "chromium"),
    "angle",
    _ON_SWIFTSHADER,
)
_ANGLE_LLVMPIPE: Final = msgspec.structs.replace(
    _ANGLE_SWIFTSHADER,
    id="angle-gl-llvmpipe",
    flags="--use-gl=angle --use-angle=gl-egl --ignore-gpu-blocklist",
    device="llvmpipe",
    driver=driver_name("llvmpipe", "opengl"),
)


def providers() -> list[Target]:
    """Return the targets, also where something for them is missing."""
    kinds = (_WEBGPU, _ANGLE_SWIFTSHADER, _ANGLE_LLVMPIPE)
    return [_target(kind) for kind in (*kinds, *(_with_floats(kind) for kind in kinds))]


def translator() -> Target:
    """Return ANGLE as a link of a chain, which writes the ESSL that it hands to OpenGL."""
    drawing = _target(_ANGLE_LLVMPIPE)
    worker = msgspec.structs.replace(drawing.stages[0].worker, runner="angle")
    return msgspec.structs.replace(
        drawing,
        id=ANGLE,
        kind="translates",
        stages=(Stage(ANGLE, worker),),
        groups=("translators", BY_REQUEST),
        output="essl",
        driver="",
    )


def _with_floats(kind: _BrowserKind) -> _BrowserKind:
    groups = (*kind.groups, "float-images")
    return msgspec.structs.replace(kind, id=f"{kind.id}:rgba32f", groups=groups, extra=FLOATS)


def _target(kind: _BrowserKind) -> Target:
    folder = tools_folder() / f"playwright-{PLAYWRIGHT}"
    node = shutil.which("node") or ""
    browser = next(filter(None, map(shutil.which, BROWSERS)), "")
    below = drivers_below()["gl-llvmpipe"] if kind is _ANGLE_LLVMPIPE else None
    reason, install = "", ""
    if not browser:
        reason, install = "no Chromium was found on the PATH", "sudo apt-get install chromium"
    elif not node:
        reason, install = "no Node.js (node) was found on the PATH", SETUP
    elif not (folder / "node_modules" / "playwright-core" / "package.json").is_file():
        reason, install = f"no Playwright {PLAYWRIGHT}: {folder} is not there", SETUP
    elif isinstance(below, Below) and below.reason:
        reason, install = below.reason, below.install
    options = {
        "path": str(folder),
        "node": node,
        "browser": browser,
        "api": kind.api,
        "flags": kind.flags,
        "device": kind.device,
        **dict(kind.extra),
    }
    return Target(
        id=kind.id,
        kind="executes",
        languages=(kind.language,),
        stages=(Stage(kind.id, WorkerSpec("chromium", tuple(sorted(options.items())))),),
        groups=kind.groups,
        family=kind.family,
        available=not reason,
        reason=reason,
        install=install,
        opens_slowly=True,
        driver=kind.driver,
    )
