"""Targets `dawn-<driver>`: Tint, the compiler in Dawn, by the npm package webgpu; older ones as
`dawn@0.4.0:<driver>`.

Each version lies in `dawn-<version>` of the folder of compilers. `dawn-null` compiles only, up to
where a driver would take over. `dawn-swiftshader:disable_robustness` has one of Dawn's switches on;
several are joined by +. A driver of another year has its version behind its name:
`dawn-lavapipe@26.2.6`.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import BY_REQUEST, OLDER, Stage, Target, TargetKind, WorkerSpec
from aberration.targets.places import SETUP, tools_folder
from aberration.targets.webgpu import FLOATS, Below, Variables, all_below

VERSIONS: Final = ("0.6.2", "0.4.0", "0.3.8")
NEWEST: Final = VERSIONS[0]
DRIVERS: Final = ("swiftshader", "gl-llvmpipe")
_LAVAPIPE: Final = re.compile(r"lavapipe@(\d+)\..*")
_LAVAPIPE_FROM: Final = 25
"""lavapipe of Mesa 22.3 lacks features that Dawn asks for; that of 25.0 has them."""
SWITCHES: Final = ("disable_robustness",)
FAMILY: Final = "tint"
_BACKENDS: Final = {"vulkan": "vulkan", "opengl": "opengles", "null": "null"}
_NULL: Final = Below("null", "null", "null")
_SWITCHED: Final = re.compile(
    r"dawn-(?P<driver>[a-z0-9@.-]+):(?P<switches>[a-z0-9_]+(?:\+[a-z0-9_]+)*)"
)


class Place(msgspec.Struct, frozen=True):
    """A version of Dawn in its folder, and the Node.js that loads it, empty if there is none."""

    version: str
    folder: Path
    node: str

    @property
    def missing(self) -> str:
        """Return what is not here, or nothing."""
        if not self.node:
            return "no Node.js (node) was found on the PATH"
        if not (self.folder / "node_modules" / "webgpu" / "index.js").is_file():
            return f"no Dawn {self.version}: {self.folder} is not there"
        return ""


def providers() -> list[Target]:
    """Return the targets of every version on every driver, those that are missing here too."""
    below = _below()
    places = [place_of(version) for version in VERSIONS]
    older = [driver for driver in below.values() if "@" not in driver.name or driver.hardware]
    plain = [
        _target(place, driver)
        for place in places
        for driver in (below.values() if place is places[0] else older)
    ]
    floats = [_target(places[0], below[name], "rgba32f", FLOATS) for name in DRIVERS]
    return [*plain, *floats, *(_with_switches(below["swiftshader"], switch) for switch in SWITCHES)]


def resolve(identifier: str) -> Target | None:
    """Return the target of an id with any of Dawn's switches; None for other ids."""
    match = _SWITCHED.fullmatch(identifier)
    below = _below()
    if match is None or match["driver"] not in below:
        return None
    return _with_switches(below[match["driver"]], match["switches"])


def _below() -> dict[str, Below]:
    found = {name: driver for name, driver in all_below().items() if _has_all(name)}
    return found | {_NULL.name: _NULL}


def _has_all(name: str) -> bool:
    """Return whether a driver has what Dawn asks for, as far as it is known."""
    lavapipe = _LAVAPIPE.fullmatch(name)
    return name != "lavapipe" and (lavapipe is None or int(lavapipe[1]) >= _LAVAPIPE_FROM)


def place_of(version: str) -> Place:
    return Place(version, tools_folder() / f"dawn-{version}", shutil.which("node") or "")


def _with_switches(below: Below, switches: str) -> Target:
    target = _target(place_of(NEWEST), below, switches, (("toggles", switches.replace("+", ",")),))
    return msgspec.structs.replace(target, groups=("dawn", "webgpu", "dawn-switches"))


def _target(place: Place, below: Below, variant: str = "", extra: Variables = ()) -> Target:
    newest = place.version == NEWEST
    name = f"dawn-{below.name}" if newest else f"dawn@{place.version}:{below.name}"
    identifier = f"{name}:{variant}" if variant else name
    options = {
        "path": str(place.folder),
        "node": place.node,
        "backend": _BACKENDS[below.api],
        "device": below.device,
    }
    if below.launch:
        options["launch"] = json.dumps(below.launch)
    settings = tuple(sorted((options | dict(extra)).items()))
    worker = WorkerSpec(
        "dawn", settings, tuple(sorted(below.environment)), below.memory, below.resident
    )
    age = below.groups if newest else (OLDER, BY_REQUEST)
    kind: TargetKind = "compiles" if below.api == "null" else "executes"
    return Target(
        id=identifier,
        kind=kind,
        languages=("wgsl",),
        stages=(Stage(identifier, worker),),
        groups=("dawn", "webgpu", *age, *(("float-images",) if variant else ())),
        family=FAMILY,
        available=not (place.missing or below.reason),
        reason=place.missing or below.reason,
        install=SETUP if place.missing else below.install,
        series=f"dawn on {below.name} {variant}",
        driver=below.driver,
    )
