"""Targets for whatever drivers there are: `vulkan:NAME@VERSION` for a physical device,
`opengl:NAME@VERSION` for EGL's.

Every manifest is asked that the Vulkan loader would find, that the user names (`[driver.NAME]`,
`VK_DRIVER_FILES`), or that lies in a root, and EGL for all its devices; no driver is known by name.
What has an id of its own already (`lavapipe`, `swiftshader`, ...) is not a second target, unless
the user names it.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import BY_REQUEST, Stage, Target, WorkerSpec
from aberration.targets import opengl, vulkan
from aberration.targets.answers import (
    NO_DEVICE,
    Answer,
    DeviceDescription,
    Question,
    ask_all,
    device_nodes,
)
from aberration.targets.drivers import loader_manifests, named_manifests
from aberration.targets.roots import root_of
from aberration.targets.systems import Variables, only, systems
from aberration.targets.user_drivers import user_drivers
from aberration.targets.versions import Versioned, marked_by_age

RESIDENT: Final = 6144
"""MiB of resident memory for a worker on hardware, whose driver reserves far more address space
than that.
"""
VULKAN: Final = "vulkan"
OPENGL: Final = "opengl"
GROUP: Final = "devices"
_FAMILIES: Final = {"llvmpipe": "llvmpipe", "swiftshader-driver": "swiftshader", "radv": "radv-aco"}
"""The families of drivers that other targets have, too, by the driver's name."""
_ASIDE: Final = re.compile(r"\([^()]*\)|/.*")
_LONGEST: Final = 40


class Source(msgspec.Struct, frozen=True):
    """A driver to ask: by which API, in which way; `name` is what the user calls it, and
    `label` its file.
    """

    api: str
    label: str
    question: Question
    name: str = ""


class FoundDevice(msgspec.Struct, frozen=True):
    """A device of a driver, by its number among those of one name and version; `known`: it is
    another target, too.
    """

    source: Source
    device: DeviceDescription
    number: int
    known: bool

    @property
    def name(self) -> str:
        """Return its name as it stands in ids, such as `nvidia-h200@580.159.03`."""
        number = f"-{self.number}" if self.number > 1 else ""
        return f"{slug_of(self.device.name)}{number}@{self.device.version}"


def providers() -> list[Target]:
    """Return a target for each device, for 8-bit images and for float ones; for a user's driver
    without one, why.
    """
    answered = answers()
    made = [
        (one, _target(one, pixels))
        for one in new_devices(answered)
        for pixels in ("rgba8", "rgba32f")
    ]
    named = [versioned.target for one, versioned in made if one.source.name]
    others = [versioned for one, versioned in made if not one.source.name]
    return [*named, *marked_by_age(others), *_silent(answered)]


def answers() -> list[tuple[Source, Answer | None]]:
    """Return all drivers with what they said."""
    found = sources()
    return list(zip(found, ask_all([source.question for source in found]), strict=True))


def silent_drivers() -> list[tuple[str, str]]:
    """Return the drivers of this machine that have no device here, by their files, with the
    reason.
    """
    return [
        (source.label, answer.failure)
        for source, answer in answers()
        if answer is not None
        and not answer.devices
        and not source.name
        and not source.question.launch
    ]


def sources() -> list[Source]:
    """Return the drivers to ask: the user's first, then this machine's, then those of roots
    where hardware is.
    """
    own = user_drivers()
    mine = [
        _of_manifest(path, driver.name, driver.environment)
        for driver in own
        for path in driver.manifests
    ]
    mine += [
        _of_vendor(path, driver.name, driver.environment)
        for driver in own
        for path in driver.vendors
    ]
    mine += [_of_manifest(path, path.stem) for path in named_manifests(os.environ)]
    taken = {path.resolve() for path in vulkan.used_manifests()}
    machine = [
        _of_manifest(path) for path in loader_manifests(os.environ) if path.resolve() not in taken
    ]
    machine.append(Source(OPENGL, "EGL", Question("egl")))
    once = {source.question: source for source in reversed((*mine, *machine, *_of_roots()))}
    return list(once.values())[::-1]


def new_devices(answered: Sequence[tuple[Source, Answer | None]]) -> list[FoundDevice]:
    """Return the devices that no other target is, and all of the user's."""
    every = [(source, device) for source, answer in answered if answer for device in answer.devices]
    # The software device of EGL is no target here: those of `opengl` are on it.
    wanted = [
        (source, device)
        for source, device in every
        if source.name or not (source.api == OPENGL and device.software)
    ]
    known = vulkan.reported_devices() | opengl.reported_devices() if wanted else set()
    counted: dict[tuple[str, ...], int] = {}
    found = []
    for source, device in wanted:
        if source.name or device.reported not in known:
            like = (source.api, slug_of(device.name), device.version)
            counted[like] = counted.get(like, 0) + 1
            found.append(FoundDevice(source, device, counted[like], device.reported in known))
    return found


def slug_of(name: str) -> str:
    """Return a device's name in small letters, digits and dashes, without what stands in
    brackets: `nvidia-h200`.
    """
    plain = name
    while _ASIDE.search(plain):
        plain = _ASIDE.sub(" ", plain)
    words = re.findall(r"[a-z0-9]+", plain.lower()) or ["device"]
    return "-".join(words)[:_LONGEST].rstrip("-")


def _of_manifest(path: Path, name: str = "", more: Variables = ()) -> Source:
    """Return the driver of a manifest; one that lies in a root runs with the libraries of that."""
    root = root_of(path)
    environment, launch = (root.environment, root.launch) if root else ((), ())
    variables = tuple(sorted((*environment, *more, *only(path.absolute()))))
    return Source(VULKAN, path.name, Question("vulkan", variables, launch), name)


def _of_vendor(path: Path, name: str, more: Variables) -> Source:
    root = root_of(path)
    environment, launch = (root.environment, root.launch) if root else ((), ())
    own = {"__EGL_VENDOR_LIBRARY_FILENAMES": str(path.absolute())}
    variables = tuple(sorted((dict(environment) | own | dict(more)).items()))
    return Source(OPENGL, path.name, Question("egl", variables, launch), name)


def _of_roots() -> list[Source]:
    """Return the drivers of roots for hardware; without a node of any there is nothing to drive."""
    if not device_nodes():
        return []
    roots = [system.root for system in systems() if system.root]
    manifests = [path for root in roots for path in sorted(root.manifests.glob("*.json"))]
    vendors = [
        Source(OPENGL, root.name, Question("egl", root.environment, root.launch)) for root in roots
    ]
    return [*(_of_manifest(path) for path in manifests), *vendors]


def _target(found: FoundDevice, pixels: str) -> Versioned:
    source, device = found.source, found.device
    variant = f":{pixels}" if pixels != "rgba8" else ""
    identifier = f"{source.api}:{found.name}{variant}"
    own = (source.name,) if source.name else ()
    groups = (source.api, GROUP, *own) if not variant else ("float-images",)
    worker = WorkerSpec(
        source.api,
        _options(found, pixels),
        source.question.environment,
        memory=vulkan.MEMORY if device.software else 0,
        resident=0 if device.software else RESIDENT,
        launch=source.question.launch,
    )
    driver = slug_of(device.driver or device.name)
    target = Target(
        id=identifier,
        kind="executes",
        languages=("spirv",) if source.api == VULKAN else opengl.LANGUAGES,
        stages=(Stage(identifier, worker),),
        groups=(*groups, *((BY_REQUEST,) if found.known else ())),
        family=_FAMILIES.get(driver, driver),
        version=device.reported,
        series=f"{source.api}:{found.name.partition('@')[0]} {driver}{variant}",
    )
    return Versioned(target, device.version)


def _options(found: FoundDevice, pixels: str) -> Variables:
    device = found.device
    options = {"format": pixels} if pixels != "rgba8" else {}
    if found.source.api == VULKAN:
        options |= {"device": device.reported, "uuid": device.uuid}
    else:
        options |= {"renderer": glob.escape(device.name), "told": device.reported, "devices": "all"}
    return tuple(sorted(options.items()))


def _silent(answered: Sequence[tuple[Source, Answer | None]]) -> list[Target]:
    """Return what stands for each of the user's drivers that has no device here, with the
    reason that tells most.
    """
    speaking = {source.name for source, answer in answered if answer and answer.devices}
    silent: dict[str, list[tuple[Source, str]]] = {}
    for source, answer in answered:
        if source.name and source.name not in speaking:
            silent.setdefault(source.name, []).append(
                (source, answer.failure if answer else vulkan.UNASKED)
            )
    return [_unavailable(failures) for failures in silent.values()]


def _unavailable(failures: Sequence[tuple[Source, str]]) -> Target:
    source, reason = next((one for one in failures if one[1] != NO_DEVICE), failures[0])
    identifier = f"{source.api}:{source.name}"
    groups = (source.api, GROUP, source.name)
    languages = ("spirv",) if source.api == VULKAN else opengl.LANGUAGES
    return Target(
        identifier,
        "executes",
        languages,
        groups=groups,
        available=False,
        reason=f"{source.label}: {reason}",
    )
