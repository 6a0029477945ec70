"""The runners by name. A `WorkerSpec` may also name one as "module:Class"."""

from __future__ import annotations

import importlib
from typing import Final, cast

from aberration.core.errors import UnknownName
from aberration.targets.runner import Runner

RUNNERS: Final[dict[str, str]] = {
    "angle": "aberration.targets.runners.webgpu.angle:AngleRunner",
    "c": "aberration.targets.runners.c.compiler:CCompiler",
    "c_mutant": "aberration.targets.runners.c.mutant:CMutantRunner",
    "c_sanitized": "aberration.targets.runners.c.sanitized:CSanitized",
    "c_messages": "aberration.targets.runners.c.messages:CMessages",
    "c_trusted": "aberration.targets.runners.c.trusted:TrustedBuilds",
    "chromium": "aberration.targets.runners.webgpu.chromium:ChromiumRunner",
    "command": "aberration.targets.runners.command:CommandRunner",
    "front_end": "aberration.targets.runners.spirv.front_end:FrontEnd",
    "dawn": "aberration.targets.runners.webgpu.dawn:DawnRunner",
    "mutant": "aberration.targets.runners.spirv.mutant:MutantRunner",
    "opengl": "aberration.targets.runners.opengl.runner:OpenGlRunner",
    "shading_mutant": "aberration.targets.runners.shading.mutant:ShadingMutantRunner",
    "spirv_cross": "aberration.targets.runners.spirv.cross:SpirvCross",
    "spirv_opt": "aberration.targets.runners.spirv.opt:SpirvOpt",
    "tint": "aberration.targets.runners.webgpu.tint:TintRunner",
    "vulkan": "aberration.targets.runners.vulkan.runner:VulkanRunner",
    "wgpu": "aberration.targets.runners.webgpu.wgpu:WgpuRunner",
    "radv": "aberration.targets.runners.vulkan.radv:RadvRunner",
}


def make_runner(name: str) -> Runner:
    """Return a new runner, not open yet; its module is imported only now."""
    location = name if ":" in name else RUNNERS.get(name, "")
    module, _, attribute = location.partition(":")
    if not attribute:
        known = " ".join(sorted(RUNNERS))
        raise UnknownName(f"expected a runner ({known}, or module:Class), but {name!r} came")
    try:
        made: object = getattr(importlib.import_module(module), attribute)()
    except (ImportError, AttributeError) as error:
        raise UnknownName(f"runner {name!r} cannot be loaded: {error}") from error
    return cast(Runner, made)
