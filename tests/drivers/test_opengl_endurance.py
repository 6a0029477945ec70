"""OpenGL drivers with loops, hangs, too little memory and deaths; which renderer answers."""

from __future__ import annotations

from contextlib import closing

import msgspec
import pytest
from helpers.conformance import check_survives
from helpers.opengl_runs import (
    DIALECTS,
    TARGETS,
    drawn,
    drivers,
    first_pixel,
    floats,
    fragment,
    free,
    run,
    words,
)

from aberration.core.errors import TargetUnavailable
from aberration.core.inputs import Inputs
from aberration.core.outcome import Crash, Image, Timeout
from aberration.core.target import Target
from aberration.targets.pool import TargetPool
from aberration.targets.worker import Worker

COUNT = """
uint n = 0u;
for (int i = 0; i < 40000; i++) { n += uint(step_by); }
for (int i = 0; i < 40000; i++) { n += uint(step_by); }
colour = vec4(float(n & 255u), float((n >> 8) & 255u), float((n >> 16) & 255u), 255.0) / 255.0;
"""


def counted(pool: TargetPool, driver: str) -> int:
    program = fragment(COUNT, "uniform int step_by;", "330", free("step_by", words(1)))
    image = drawn(
        pool,
        driver,
        msgspec.structs.replace(program, inputs=Inputs(program.inputs.uniforms, width=1, height=1)),
    )
    return int.from_bytes(image.data[:3], "little")


@pytest.mark.parametrize("driver", ["llvmpipe", "llvmpipe-nopt", "zink-lavapipe"])
def test_llvmpipe_leaves_its_loops_after_65535_rounds(pool: TargetPool, driver: str) -> None:
    """A trap for whoever compares: see docs/targets.md."""
    assert 65000 < counted(pool, driver) < 65540


def test_softpipe_runs_its_loops_to_the_end(pool: TargetPool) -> None:
    assert counted(pool, "softpipe") == 80000


@drivers
def test_new_contexts_give_the_same(driver: str) -> None:
    worker = TARGETS[driver].stages[0].worker
    renewing = msgspec.structs.replace(worker, options=(*worker.options, ("renew", "1")))
    body = "colour = vec4(floor(gl_FragCoord.xy) * shade / 255.0, 0.0, 1.0);"
    programs = [
        fragment(body, "uniform float shade;", dialect, free("shade", floats(3)))
        for dialect in DIALECTS
    ] * 2
    with closing(Worker(renewing)) as opened:
        images = [opened.run(program, 30.0).outcome for program in programs]
    assert len(images) == 2 * len(DIALECTS)
    assert isinstance(images[0], Image)
    assert len(set(images[0].data)) > 8
    assert images == [images[0]] * len(images)


ENDLESS = fragment(
    "float x = 0.5; while (x < 1.0) { x = x * keep; } colour = vec4(x);", "uniform float keep;"
)


def test_a_shader_without_an_end_is_a_timeout(pool: TargetPool) -> None:
    endless = msgspec.structs.replace(
        ENDLESS, inputs=Inputs((free("keep", floats(0.5)),), width=1, height=1)
    )
    assert isinstance(run(pool, "softpipe", endless, 2.0), Timeout)
    assert first_pixel(drawn(pool, "softpipe", fragment("colour = vec4(1.0);"))) == (
        255,
        255,
        255,
        255,
    )


def limited(target: Target, memory: int) -> Target:
    stage = target.stages[0]
    worker = msgspec.structs.replace(stage.worker, memory=memory)
    return msgspec.structs.replace(target, stages=(msgspec.structs.replace(stage, worker=worker),))


@drivers
def test_no_memory_is_a_crash_for_want_of_it(pool: TargetPool, driver: str) -> None:
    target = limited(TARGETS[f"{driver}:rgba32f"], 1200)
    assert isinstance(pool.run(target, fragment("colour = vec4(1.0);")).outcome, Image)
    large = msgspec.structs.replace(
        fragment("colour = vec4(1.0);"), inputs=Inputs(width=4096, height=4096)
    )
    outcome = pool.run(target, large).outcome
    assert isinstance(outcome, Crash), outcome
    assert outcome.cause == "memory", outcome
    assert isinstance(pool.run(target, fragment("colour = vec4(1.0);")).outcome, Image)


HOG = msgspec.structs.replace(
    fragment("colour = vec4(1.0);"), inputs=Inputs(width=4096, height=4096)
)


@drivers
def test_survives_what_drivers_do(driver: str) -> None:
    with TargetPool(limit=1) as own:
        check_survives(own, TARGETS[driver], HOG, 2)


@pytest.mark.slow
@drivers
def test_survives_twenty_of_each(driver: str) -> None:
    with TargetPool(limit=1) as own:
        check_survives(own, TARGETS[driver], HOG, 20)


def test_another_renderer_than_the_one_asked_for_is_no_target() -> None:
    worker = TARGETS["softpipe"].stages[0].worker
    fallen = msgspec.structs.replace(
        worker, environment=tuple(v for v in worker.environment if v[0] != "GALLIUM_DRIVER")
    )
    with pytest.raises(
        TargetUnavailable, match=r"expected an OpenGL renderer 'softpipe.', but 'llvmpipe"
    ):
        Worker(fallen)


def test_a_driver_that_dies_of_its_first_shader_is_no_target() -> None:
    worker = TARGETS["llvmpipe"].stages[0].worker
    broken = msgspec.structs.replace(
        worker, environment=(*worker.environment, ("GALLIUM_DRIVER", "nonsense"))
    )
    with pytest.raises(TargetUnavailable):
        Worker(broken)


@pytest.mark.parametrize(
    ("driver", "name"),
    [("llvmpipe", "llvmpipe"), ("softpipe", "softpipe"), ("zink-lavapipe", "zink")],
)
def test_versions_come_from_the_driver(driver: str, name: str) -> None:
    with closing(Worker(TARGETS[driver].stages[0].worker)) as worker:
        assert worker.version.startswith(name)
        assert "Mesa" in worker.version
