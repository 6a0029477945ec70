"""Compile for AMD's chips with RADV on its null winsys: no image, no fence, nothing runs.

Options: `device`, a part of the device's name that must come up; `graphics`, `no` for a chip whose
null device can compile compute shaders only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Final

from aberration.core.outcome import Compiled, Outcome, Rejected
from aberration.core.program import Program
from aberration.targets.runner import Clock
from aberration.targets.runners.textures import ALL_SHAPES
from aberration.targets.runners.vulkan.binding import Handle, VulkanFailure
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.fragment import FORMATS
from aberration.targets.runners.vulkan.pipeline import (
    GraphicsPipelines,
    Layout,
    PipelineStage,
    made_compute_pipeline,
    made_layout,
)
from aberration.targets.runners.vulkan.prepare import limits_of, prepare, refusal_of
from aberration.targets.runners.vulkan.shaders import WARM_UP

_DRAWS_NOTHING: Final = re.compile(r"\b(?:ALDEBARAN|MI200|GFX90A|GFX94\d|MI300)\b", re.IGNORECASE)
"""Chips for computation alone, which have no instructions that a fragment shader reads its inputs
with: LLVM ends in `Cannot select: intrinsic %llvm.amdgcn.interp.mov`.
"""


def draws_nothing(device: str) -> bool:
    """Say whether a device, by its name, is a chip that no fragment shader with inputs is for."""
    return _DRAWS_NOTHING.search(device) is not None


class RadvRunner:
    """See the module's docstring for the options."""

    texture_shapes: Final = ALL_SHAPES
    storage_images: Final = True
    vertices: Final = True
    geometry: Final = True
    constants: Final = frozenset(("spirv",))

    def open(self, options: Mapping[str, str]) -> str:
        """Open the null device of a chip and compile once."""
        self._device = VulkanDevice(options.get("device", ""))
        self._limits = limits_of(self._device)
        self._draws = options.get("graphics", "yes") == "yes"
        self._graphics = GraphicsPipelines(self._device, FORMATS["rgba8"][0])
        self.run(WARM_UP, Clock())
        return self._device.version

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Make one pipeline; an invalid module never reaches the driver, which dies of some."""
        prepared = prepare(program, self._limits)
        if isinstance(prepared, Rejected):
            return prepared
        if program.draws and not self._draws:
            return Rejected(
                "the null device of this chip makes no graphics pipelines", unasked=True
            )
        if program.vertices and draws_nothing(self._device.version):
            return Rejected("this chip hands nothing on from one stage to another", unasked=True)
        shader = prepared.shader
        try:
            with (
                clock,
                made_layout(self._device, shader) as layout,
                self._make_pipeline(program, shader, layout),
            ):
                return Compiled()
        except VulkanFailure as failure:
            return refusal_of(failure)

    def close(self) -> None:
        """Destroy the device."""
        self._device.close()

    def _make_pipeline(
        self, program: Program, shader: PipelineStage, layout: Layout
    ) -> AbstractContextManager[Handle]:
        if program.stage == "compute":
            return made_compute_pipeline(self._device, shader, layout)
        return self._graphics.make(shader, layout, program.inputs.width, program.inputs.height)
