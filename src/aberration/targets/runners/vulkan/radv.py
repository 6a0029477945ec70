"""Compile for AMD's chips with RADV on its null winsys: no image, no fence, nothing runs.

Options: `device`, a part of the device's name that must come up; `graphics`, `no` for a chip whose
null device can compile compute shaders only.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Final

from aberration.core.inputs import Inputs
from aberration.core.outcome import Compiled, Outcome, Rejected
from aberration.core.program import Program
from aberration.targets.runner import Clock
from aberration.targets.runners.attachments import planes_of
from aberration.targets.runners.textures import ALL_SHAPES
from aberration.targets.runners.vulkan.binding import LIBRARY, NULL, Handle, VulkanFailure
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.pipeline import (
    GraphicsPipelines,
    Layout,
    PipelineStage,
    made_compute_pipeline,
    made_layout,
)
from aberration.targets.runners.vulkan.prepare import limits_of, prepare, prepare_pair, refusal_of
from aberration.targets.runners.vulkan.render_target import made_render_pass
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
    attachments: Final = True
    depths: Final = True
    vertices: Final = True
    pairs: Final = True
    geometry: Final = True
    constants: Final = frozenset(("spirv",))

    def open(self, options: Mapping[str, str]) -> str:
        """Open the null device of a chip and compile once."""
        self._device = VulkanDevice(options.get("device", ""))
        self._limits = limits_of(self._device)
        self._draws = options.get("graphics", "yes") == "yes"
        self._graphics = GraphicsPipelines(self._device)
        self.run(WARM_UP, Clock())
        return self._device.version

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Make one pipeline; an invalid module never reaches the driver, which dies of some."""
        prepared = (prepare_pair if program.is_pair else prepare)(program, self._limits)
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
        return self._made_drawing(program.inputs, shader, layout)

    @contextlib.contextmanager
    def _made_drawing(
        self, inputs: Inputs, shader: PipelineStage, layout: Layout
    ) -> Iterator[Handle]:
        planes, size = planes_of(inputs.attachments, "rgba8"), (inputs.width, inputs.height)
        render_pass = made_render_pass(self._device, planes)
        try:
            with self._graphics.make(shader, layout, (render_pass, planes), size) as pipeline:
                yield pipeline
        finally:
            LIBRARY.vkDestroyRenderPass(self._device.handle, render_pass, NULL)
