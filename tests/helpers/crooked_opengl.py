"""OpenGL drivers with a mistake planted in front of them: they read `<=` as `<`."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.target import Stage, Target
from aberration.targets.runner import Clock
from aberration.targets.runners.opengl.runner import OpenGlRunner

SEARCHED = os.pathsep.join(
    filter(None, (str(Path(__file__).resolve().parent.parent), os.environ.get("PYTHONPATH")))
)


class CrookedRunner(OpenGlRunner):
    """Draws another program than the one that it is given."""

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Misread, then draw."""
        return super().run(
            msgspec.structs.replace(program, source=program.source.replace(b"<=", b"<")), clock
        )


def crooked(driver: Target) -> Target:
    """Return the driver with the mistake, as a compiler of a family of its own."""
    (stage,) = driver.stages
    environment = (*stage.worker.environment, ("PYTHONPATH", SEARCHED))
    worker = msgspec.structs.replace(
        stage.worker, runner="helpers.crooked_opengl:CrookedRunner", environment=environment
    )
    return msgspec.structs.replace(
        driver,
        id="crooked",
        stages=(Stage("crooked", worker),),
        family="crooked",
        groups=("mutants",),
    )
