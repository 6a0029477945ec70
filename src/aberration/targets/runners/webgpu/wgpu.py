"""Execute WGSL, SPIR-V and GLSL with wgpu-native: naga compiles for the Vulkan or OpenGL driver of
the environment.

Options: `path`, the folder that holds the Python package wgpu; `backend`, `Vulkan` or `OpenGL`;
`device`, a part of the adapter's name that must come up; `format`, `rgba8` (default) or `rgba32f`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from typing import Any, Final

from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.outcome import Outcome, PixelFormat, Rejected
from aberration.core.program import Program
from aberration.core.ways import ways_of
from aberration.targets.runner import Clock
from aberration.targets.runners.textures import ALL_SHAPES
from aberration.targets.runners.webgpu.prepare import (
    LIMITS,
    STORAGE_BYTES,
    WARM_UP,
    PreparedShader,
    prepare,
)
from aberration.targets.runners.webgpu.textures import MOST
from aberration.targets.runners.webgpu.wgpu_commands import Executor
from aberration.targets.runners.webgpu.wgpu_errors import (
    Complaints,
    check_refusal,
    refusal_of,
    refusals,
)
from aberration.targets.runners.webgpu.wgpu_pipelines import Compiler, WgpuPipeline
from aberration.targets.runners.webgpu.wgpu_storage_images import refusal_of_images
from aberration.targets.runners.webgpu.wgpu_textures import refusal_on_opengl

LANGUAGES: Final = ("wgsl", "spirv", "glsl")
_PIXEL_FORMATS: Final[dict[str, PixelFormat]] = {"rgba8": "rgba8", "rgba32f": "rgba32f"}
_BACKENDS: Final = {"Vulkan": "Vulkan", "OpenGL": "GL"}
"""What `backend` is called where an instance is made."""
_DEFAULT_LIMITS: Final = {
    "max-bind-groups": LIMITS.sets,
    "max-buffer-size": 256 << 20,
    "max-compute-invocations-per-workgroup": LIMITS.invocations,
    "max-compute-workgroup-size-x": 256,
    "max-compute-workgroup-size-y": 256,
    "max-compute-workgroup-size-z": 64,
    "max-compute-workgroup-storage-size": 16384,
    "max-sampled-textures-per-shader-stage": MOST,
    "max-samplers-per-shader-stage": MOST,
    "max-storage-buffer-binding-size": STORAGE_BYTES,
    "max-storage-buffers-per-shader-stage": LIMITS.storage_blocks,
    "max-storage-textures-per-shader-stage": LIMITS.storage_images,
    "max-texture-dimension-2d": 8192,
    "max-uniform-buffer-binding-size": LIMITS.uniform_bytes,
    "max-uniform-buffers-per-shader-stage": LIMITS.uniform_blocks,
}
"""Those of the specification (WebGPU, section Limits) that a shader can exceed, by their names
in the package.
"""


class WgpuRunner:
    """See the module's docstring for the options."""

    ways: Final = ways_of("wgpu")
    texture_shapes: Final = ALL_SHAPES
    storage_images: Final = True
    vertices: Final = True
    pairs: Final = True
    attachments: Final = True
    depths: Final = True
    constants: Final = frozenset(("wgsl",))

    def open(self, options: Mapping[str, str]) -> str:
        """Open the adapter and draw once, so that the first test meets a driver as warm as the
        others do.
        """
        pixels = _PIXEL_FORMATS.get(options.get("format", "rgba8"))
        if pixels is None:
            raise BadInput(f"expected the format rgba8 or rgba32f, but {options['format']!r} came")
        sys.path.insert(0, options["path"])
        self._wgpu = wgpu = importlib.import_module("wgpu")
        self._number = number_of()
        backend = options.get("backend", "Vulkan")
        self._opengl = backend == "OpenGL"
        _leave_out_others(backend)
        adapter = find_adapter(wgpu, backend, options.get("device", ""))
        self._complaints = Complaints()
        self._refusals = refusals(wgpu)
        # Without limits, the package asks for all that the adapter has.
        device = adapter.request_device_sync(
            required_limits={
                name: min(most, _DEFAULT_LIMITS.get(name, most))
                for name, most in adapter.limits.items()
            }
        )
        self._compiler = Compiler(wgpu, device, pixels)
        self._executor = Executor(wgpu, device, pixels)
        warm = self.run(WARM_UP, Clock())
        if isinstance(warm, Rejected):
            raise TargetUnavailable(f"wgpu refuses the simplest shader: {warm.message}")
        return f"{version_of(wgpu)} on {_name_of(adapter)}"

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Draw or dispatch once. naga and the driver may refuse; what the API says of its own
        use is no verdict.
        """
        prepared = prepare(program, LANGUAGES)
        if isinstance(prepared, Rejected):
            return prepared
        reason = refusal_on_opengl(prepared.sampled) if self._opengl else ""
        reason = reason or refusal_of_images(prepared.stored, self._number, opengl=self._opengl)
        # All versions say that `enable subgroups;` is not implemented.
        reason = reason or ("naga lacks subgroups in WGSL" if prepared.features else "")
        places = [one.location for one in prepared.attachments if not one.is_depth]
        if places != [*range(len(places))]:
            reason = reason or "a location without an attachment, which the package cannot say"
        if reason:
            return Rejected(reason, unasked=True)
        self._complaints.forget()
        shader = self._compile(prepared, program, clock)
        if isinstance(shader, Rejected):
            return shader
        try:
            with clock:
                outcome = self._executor.execute(shader, prepared, program.inputs)
        except self._wgpu.GPUValidationError as error:
            return self._refusal(error)
        self._complaints.check()
        return outcome

    def _compile(
        self, prepared: PreparedShader, program: Program, clock: Clock
    ) -> WgpuPipeline | Rejected:
        try:
            with clock:
                module = self._compiler.module(prepared.source, program)
        except self._refusals as error:
            return refusal_of(error, program.language)
        try:
            with clock:
                return self._compiler.pipeline(module, prepared, program.draws, program.inputs.ways)
        except self._refusals as error:
            return self._refusal(error)

    def _refusal(self, error: Exception) -> Rejected:
        """Return what came behind the front end: of the driver, or of the API, which is no
        verdict.
        """
        check_refusal(error)
        return Rejected(str(error), unasked=isinstance(error, self._wgpu.GPUValidationError))

    def close(self) -> None:
        """Let go of the device; the process ends soon."""
        self._executor.close()
        self._complaints.close()


def _leave_out_others(backend: str) -> None:
    """Let no driver of another back end be loaded, where the version can be told so."""
    extras = importlib.import_module("wgpu.backends.wgpu_native.extras")
    if backend in _BACKENDS and hasattr(extras, "set_instance_extras"):
        extras.set_instance_extras(backends=[_BACKENDS[backend]])


def find_adapter(wgpu: Any, backend: str, wanted: str) -> Any:
    """Return the adapter of a back end, after a look at its name: a silent fall-back would fake
    agreement.
    """
    adapters = wgpu.gpu.enumerate_adapters_sync()
    fitting = [adapter for adapter in adapters if adapter.info["backend_type"] == backend]
    if not fitting:
        came = ", ".join(_name_of(adapter) for adapter in adapters) or "none"
        raise TargetUnavailable(f"expected an adapter of wgpu for {backend}, but {came} came")
    named = next((adapter for adapter in fitting if wanted in _name_of(adapter)), None)
    if named is None:
        came = " and ".join(repr(_name_of(adapter)) for adapter in fitting)
        raise TargetUnavailable(f"expected an adapter named like {wanted!r}, but {came} came")
    return named


def version_of(wgpu: Any) -> str:
    """Return the versions of the package and of the library in it."""
    return f"wgpu {wgpu.__version__} (wgpu-native {'.'.join(str(part) for part in _native())})"


def number_of() -> int:
    """Return the first number of the library's version, which is naga's."""
    return int(_native()[0])


def _native() -> tuple[int, ...]:
    return tuple(importlib.import_module("wgpu.backends.wgpu_native").lib_version_info)


def _name_of(adapter: Any) -> str:
    info = adapter.info
    parts = (info["backend_type"], info["device"], info["description"])
    return " ".join(str(part) for part in parts if part)
