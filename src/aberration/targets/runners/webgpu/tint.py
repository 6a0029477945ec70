"""Translate WGSL with Tint: Dawn prints what it makes for the driver below it, and nothing is
executed.

Options: as of the runner `dawn` without `device`, `toggles` and `format`, and `writes`: `spirv`,
where Dawn is on Vulkan, or `essl`, where it is on OpenGL. The SPIR-V is for Vulkan 1.1, as other
links want it.

Dawn hands what it printed to the driver at once. What that makes of it is none of Tint's business:
where the driver refuses it, dies of it or does not come to an end, the text is there already.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from aberration.core.caches import remember
from aberration.core.errors import InternalError, MalformedAssembly
from aberration.core.outcome import Invalid, Outcome, Rejected, Translated
from aberration.core.process import own_folder
from aberration.core.program import Program
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.runner import Clock
from aberration.targets.runners.child import (
    HelperEnded,
    HelperSilent,
    PatientCommand,
    die_like,
)
from aberration.targets.runners.webgpu.client import (
    DeviceFailure,
    device_header,
    frame_of,
    refusal_of,
)
from aberration.targets.runners.webgpu.dawn import command_of, opening_of, version_of
from aberration.targets.runners.webgpu.prepare import PreparedShader, prepare
from aberration.targets.runners.webgpu.tint_dumps import (
    Place,
    Writes,
    last_text,
    module_of,
    move_inputs,
    needs_more_inputs,
    places_of,
    probe_of,
)

PATIENCE: Final = 4.0
"""Seconds without an answer after which it is looked whether Tint's text is there."""
_SWITCHED_ON: Final = "dump_shaders,polyfill_packed_4x8_dot_product"
_SWITCHED_OFF: Final = (
    "use_vulkan_memory_model,use_spirv_1_4,"
    "use_vulkan_zero_initialize_workgroup_memory_extension,"
    "vulkan_use_demote_to_helper_invocation_extension"
)
"""What Vulkan 1.1 does not have. Other links would drop the zeros of workgroup memory."""
_KEPT: Final = 64
_FAILED: Final = ("refused", "unasked")


class TintRunner:
    """See the module's docstring for the options."""

    def __init__(self) -> None:
        self._options: Mapping[str, str] = {}
        self._folder = Path()
        self._log = -1
        self._child: PatientCommand | None = None
        self._asked = 0
        self._places: dict[str, dict[Place, Place]] = {}

    def open(self, options: Mapping[str, str]) -> str:
        """Start Node.js and open the device in it."""
        self._options = options
        self._folder = own_folder()
        # At its end whoever writes: the file is emptied before each program.
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
        self._log = os.open(self._folder / "log", flags, 0o600)
        self._start()
        return f"Tint of webgpu {version_of(options)}"

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Compile once, and read what was printed."""
        prepared = prepare(program, ("wgsl",))
        if isinstance(prepared, Rejected):
            return prepared
        if prepared.sampled:
            return Rejected("textures and samplers are not translated", unasked=True)
        if prepared.features:
            return Rejected("subgroups are not translated", unasked=True)
        written = self._text_of(prepared, program, clock)
        if not isinstance(written, str):
            return written
        if needs_more_inputs(written, self._writes):
            return Rejected("its text reads values that only Dawn sets", unasked=True)
        return self._result(program, written, self._places_for(prepared, program))

    def close(self) -> None:
        """End the Node.js process."""
        if self._child is not None:
            self._child.close()
        os.close(self._log)
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def _writes(self) -> Writes:
        return "essl" if self._options["writes"] == "essl" else "spirv"

    def _start(self) -> PatientCommand:
        self._child = PatientCommand(command_of(self._options), self._log, PATIENCE)
        switches = (
            f"enable-dawn-features={_SWITCHED_ON}",
            f"disable-dawn-features={_SWITCHED_OFF}",
        )
        opening = opening_of(self._options.get("backend", "vulkan"), switches, executes=False)
        answer, _ = self._child.ask(device_header("rgba8") | opening)
        if "unavailable" in answer:
            raise DeviceFailure(str(answer["unavailable"]))
        return self._child

    def _text_of(self, prepared: PreparedShader, program: Program, clock: Clock) -> str | Outcome:
        """Return what Tint writes of a program, or what else became of it."""
        answer = self._ask(prepared, program, clock)
        text = last_text(self._read_log(), program.stage, self._writes)
        if text:
            return text
        if isinstance(answer, HelperEnded):
            die_like(answer.status)
        if "broken" in answer:
            raise DeviceFailure(str(answer["broken"]))
        for kind in _FAILED:
            if kind in answer:
                return refusal_of(str(answer[kind]), unasked=kind == "unasked")
        raise InternalError(f"Dawn compiled {program.name} and printed nothing of it")

    def _ask(
        self, prepared: PreparedShader, program: Program, clock: Clock
    ) -> dict[str, Any] | HelperEnded:
        """Let Dawn compile a program; where the driver below it fails, a new Dawn comes next."""
        os.ftruncate(self._log, 0)
        child = self._child or self._start()
        # A module that Dawn has seen is not compiled again.
        self._asked += 1
        source = f"{prepared.source!s}\n// {self._asked}\n"
        frame = frame_of(msgspec.structs.replace(prepared, source=source), program)
        try:
            with clock:
                child.send(*frame)
                return self._answer(child, program)
        except HelperEnded as ended:
            self._child = None
            return ended

    def _answer(self, child: PatientCommand, program: Program) -> dict[str, Any]:
        """Return what Dawn answers; nothing where the driver goes on without end, and all that
        Tint does is done.
        """
        printed = ""
        while True:
            before = printed
            try:
                return child.receive()[0]
            except HelperSilent:
                printed = self._read_log()
            if printed == before and last_text(printed, program.stage, self._writes):
                child.close()
                self._child = None
                return {}

    def _read_log(self) -> str:
        size = os.fstat(self._log).st_size
        return os.pread(self._log, size, 0).decode("utf-8", "replace")

    def _places_for(self, prepared: PreparedShader, program: Program) -> dict[Place, Place]:
        """Return where Tint puts the buffers of a program; known ones are not asked for again."""
        if not prepared.slots:
            return {}
        probe = probe_of(prepared, program.stage)
        if probe not in self._places:
            asked = msgspec.structs.replace(prepared, source=probe, entry_point="probe")
            text = self._text_of(asked, program, Clock())
            if not isinstance(text, str):
                raise InternalError(f"Tint does not take a probe: {text}")
            remember(self._places, probe, places_of(prepared, text, self._writes), _KEPT)
        return self._places[probe]

    def _result(
        self, program: Program, text: str, places: dict[Place, Place]
    ) -> Translated | Invalid:
        inputs = move_inputs(program.inputs, places)
        made = msgspec.structs.replace(
            program, language=self._writes, source=text.encode(), inputs=inputs
        )
        if self._writes == "essl":
            return Translated(made)
        try:
            made = msgspec.structs.replace(made, source=module_of(text))
        except MalformedAssembly as error:
            return Invalid(f"what Dawn printed is no assembly: {error.message}", made)
        message = validate(made.source, environment_of(made.source))
        return Translated(made) if message is None else Invalid(message, made)
