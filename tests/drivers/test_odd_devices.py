"""Devices as real GPUs are, by drivers on the CPU that are made to look so."""

from __future__ import annotations

import msgspec
import pytest
from helpers.conformance import accepted
from helpers.misbehave import SEARCHED

from aberration.core.outcome import Crash, Rejected, outcome_digest
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.death import DEVICE_LOST
from aberration.targets.drivers import LAVAPIPE, SWIFTSHADER
from aberration.targets.pool import TargetPool
from aberration.targets.vulkan import MEMORY, drivers_here, providers

TARGETS = {target.id: target for target in providers()}
drivers = pytest.mark.parametrize("driver", ["lavapipe", "swiftshader"])


def odd(driver: str, runner: str) -> Target:
    """Return a driver's target behind a runner of `helpers.odd_devices`."""
    (stage,) = TARGETS[driver].stages
    environment = tuple(sorted((*stage.worker.environment, ("PYTHONPATH", SEARCHED))))
    worker = msgspec.structs.replace(
        stage.worker, runner=f"helpers.odd_devices:{runner}", environment=environment
    )
    return msgspec.structs.replace(
        TARGETS[driver], stages=(msgspec.structs.replace(stage, worker=worker),)
    )


@drivers
def test_memory_that_is_not_coherent_gives_the_same(pool: TargetPool, driver: str) -> None:
    for program in accepted("spirv"):
        outcomes = [
            pool.run(target, program).outcome
            for target in (TARGETS[driver], odd(driver, "Incoherent"))
        ]
        assert outcome_digest(outcomes[0]) == outcome_digest(outcomes[1])


def test_a_lost_device_is_a_crash_of_its_own_kind_and_the_next_run_has_a_new_one(
    pool: TargetPool,
) -> None:
    target = odd("lavapipe", "Losing")
    program = accepted("spirv")[0]
    wanted = pool.run(target, program).outcome
    lost = pool.run(target, msgspec.structs.replace(program, name="loses the device")).outcome
    assert isinstance(lost, Crash)
    assert (lost.cause, lost.assertion) == ("lost", DEVICE_LOST)
    assert outcome_digest(pool.run(target, program).outcome) == outcome_digest(wanted)
    assert pool.health[target.id].restarts == 1


def test_a_device_without_graphics_computes_and_refuses_to_draw(pool: TargetPool) -> None:
    target = odd("lavapipe", "WithoutGraphics")
    fragment, compute = accepted("spirv")
    assert pool.run(target, fragment).outcome == Rejected(
        "this device has no queue that draws", unasked=True
    )
    assert not isinstance(pool.run(target, compute).outcome, Rejected)


def test_a_device_is_chosen_by_its_identity(pool: TargetPool) -> None:
    known = {
        found.driver.name: found
        for found in drivers_here((LAVAPIPE, SWIFTSHADER))
        if not found.system.root
    }
    both = ":".join(dict(found.variables)["VK_DRIVER_FILES"] for found in known.values())
    variables = tuple((name, both) for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"))
    for found in known.values():
        assert found.answer is not None
        (device,) = found.answer.devices
        options = (("device", ""), ("uuid", device.uuid))
        stage = Stage("either", WorkerSpec("vulkan", options, variables, MEMORY))
        target = Target(found.driver.name, "executes", ("spirv",), (stage,))
        assert pool.version(target) == device.reported
