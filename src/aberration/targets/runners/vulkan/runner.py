"""Execute vertex, geometry, fragment and compute shaders on the Vulkan driver that the environment
names.

Options: `device`, a part of the device's name that must come up; `uuid`, of the device to take,
else it is the first; `format`, `rgba8` (default) or `rgba32f`; `warm_up`, `no` to leave the first
drawing to the first test.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.outcome import Outcome, PixelFormat, Rejected
from aberration.core.program import Program
from aberration.core.ways import ways_of
from aberration.targets.runner import Clock
from aberration.targets.runners.attachments import locations_of, planes_of
from aberration.targets.runners.interface import NO_COLOUR
from aberration.targets.runners.textures import ALL_SHAPES
from aberration.targets.runners.vulkan.binding import VulkanFailure
from aberration.targets.runners.vulkan.commands import Commands, Descriptors
from aberration.targets.runners.vulkan.compute import ComputeDispatcher
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.fragment import FragmentDrawer
from aberration.targets.runners.vulkan.prepare import (
    limits_of,
    prepare,
    prepare_pair,
    refusal_of,
    too_many_dynamic,
)
from aberration.targets.runners.vulkan.render_target import FORMATS
from aberration.targets.runners.vulkan.shaders import WARM_UP

_PIXEL_FORMATS: Final[dict[str, PixelFormat]] = {"rgba8": "rgba8", "rgba32f": "rgba32f"}


class VulkanRunner:
    """See the module's docstring for the options."""

    ways: Final = ways_of("vulkan")
    texture_shapes: Final = ALL_SHAPES
    storage_images: Final = True
    attachments: Final = True
    depths: Final = True
    vertices: Final = True
    constants: Final = frozenset(("spirv",))
    pairs: Final = True
    geometry: Final = True

    def open(self, options: Mapping[str, str]) -> str:
        """Open the device and draw once, so that the first test meets a driver as warm as the
        others do.
        """
        pixels = _PIXEL_FORMATS.get(options.get("format", "rgba8"))
        if pixels is None:
            raise BadInput(f"expected the format rgba8 or rgba32f, but {options['format']!r} came")
        self._pixels: PixelFormat = pixels
        self._device = device = VulkanDevice(options.get("device", ""), options.get("uuid", ""))
        if self._device.draws and not self._device.renders(FORMATS[pixels, 4]):
            raise TargetUnavailable(
                f"{self._device.version} draws into no images of the format {pixels}"
            )
        self._limits = limits_of(device)
        self._descriptors = Descriptors(device)
        commands = Commands(device)
        self._drawer = FragmentDrawer(device, commands, self._descriptors, pixels)
        self._dispatcher = ComputeDispatcher(device, commands, self._descriptors)
        if options.get("warm_up", "yes") == "yes":
            self.run(WARM_UP, Clock())
        return device.version

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Draw or dispatch once; a module that is invalid, or asks for what is not there, never
        reaches the driver.
        """
        prepare_it = prepare_pair if program.is_pair else prepare
        prepared = prepare_it(program, self._limits)
        if isinstance(prepared, Rejected):
            return prepared
        if program.draws and not self._device.draws:
            return Rejected("this device has no queue that draws", unasked=True)
        if program.draws and not prepared.has_colour:
            return Rejected(NO_COLOUR, unasked=True)
        unfit = self._unfit_planes(program)
        if unfit:
            return Rejected(unfit, unasked=True)
        many = too_many_dynamic(self._device, prepared.shader, program.inputs.ways)
        if many:
            return Rejected(many, unasked=True)
        try:
            inputs = program.inputs
            if program.stage == "compute":
                return self._dispatcher.dispatch(
                    prepared.shader, prepared.push_constants, inputs, clock
                )
            return self._drawer.draw(prepared.shader, prepared.push_constants, inputs, clock)
        except VulkanFailure as failure:
            return refusal_of(failure)

    def _unfit_planes(self, program: Program) -> str:
        """Return why the device does not draw into the attachments of a program, or nothing."""
        if not program.inputs.attachments:
            return ""
        planes = planes_of(program.inputs.attachments, self._pixels)
        most = self._device.limit("maxColorAttachments")
        if len(locations_of(planes)) > most:
            return f"attachments at locations of {most} or more"
        lacking = [one for one in planes if not self._device.renders(FORMATS[one.kind])]
        if lacking and lacking[0].is_depth:
            return "no depths of 32 bits"
        return f"no drawing into attachment {lacking[0].location}" if lacking else ""

    def close(self) -> None:
        """Destroy all."""
        self._device.wait_idle()
        self._drawer.close()
        self._dispatcher.close()
        self._descriptors.close()
        self._device.close()
