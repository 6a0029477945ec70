"""Tint as a translator: `tint` writes SPIR-V of WGSL, `tint:essl` ESSL 3.20, `tint:essl310` ESSL
3.10.

It is the one in Dawn (`dawn`), which prints what it writes; older ones are `tint@0.4.0` and so on.
In a chain, `tint` writes what the target behind it takes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final

import msgspec

from aberration.core.target import BY_REQUEST, OLDER, Stage, Target, WorkerSpec
from aberration.targets.dawn import FAMILY, NEWEST, VERSIONS, Place, place_of
from aberration.targets.places import SETUP
from aberration.targets.webgpu import Below, Variables, drivers_below

SHORT: Final = "tint"
"""The id, but for the version, that leaves what is written to the target behind it."""
_SHORT_ID: Final = re.compile(r"tint(?:@[0-9.]+)?")
_OLD_OPENGL: Final = ("softpipe",)
"""Targets that take ESSL up to 3.10 only."""


class _Form(msgspec.Struct, frozen=True):
    """What Tint can write: the end of the id, the language, and the driver, API and variables
    that Dawn needs for it.
    """

    suffix: str
    output: str
    driver: str
    backend: str
    environment: Variables = ()


_FORMS: Final = (
    _Form("", "spirv", "swiftshader", "vulkan"),
    _Form(":essl", "essl", "gl-llvmpipe", "opengles"),
    _Form(":essl310", "essl", "gl-llvmpipe", "opengles", (("MESA_GLES_VERSION_OVERRIDE", "3.1"),)),
)


def providers() -> list[Target]:
    """Return Tint of every version with all that it can write, what is missing with the reason."""
    below = drivers_below()
    return [_target(place_of(version), form, below) for version in VERSIONS for form in _FORMS]


def suffix_before(link: Target, following: Target) -> str:
    """Return the end of the id of a Tint that says nothing of what it writes, as the target
    behind it wants it.
    """
    if not _SHORT_ID.fullmatch(link.id) or "spirv" in following.languages:
        return ""
    if re.split("[@:]", following.id)[0] in _OLD_OPENGL:
        return ":essl310"
    return ":essl" if "essl" in following.languages else ""


def _target(place: Place, form: _Form, drivers: Mapping[str, Below]) -> Target:
    below = drivers[form.driver]
    newest = place.version == NEWEST
    identifier = f"{SHORT}{'' if newest else f'@{place.version}'}{form.suffix}"
    options = {
        "path": str(place.folder),
        "node": place.node,
        "backend": form.backend,
        "writes": form.output,
    }
    if below.launch:
        options["launch"] = json.dumps(below.launch)
    worker = WorkerSpec(
        "tint",
        tuple(sorted(options.items())),
        tuple(sorted((*below.environment, *form.environment))),
        below.memory,
        below.resident,
    )
    reason = place.missing or below.reason
    return Target(
        id=identifier,
        kind="translates",
        languages=("wgsl",),
        stages=(Stage(identifier, worker),),
        groups=("translators", BY_REQUEST, *(() if newest else (OLDER,))),
        family=FAMILY,
        available=not reason,
        reason=reason,
        install=(SETUP if place.missing else below.install) if reason else "",
        output=form.output,
        series=f"tint{form.suffix}",
    )
