"""WebGPU in a browser: the same results, and the traps of its GPU process, which dies or is
replaced without a word.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from helpers.conformance import available
from helpers.sampling import one_in
from helpers.wgsl import EXACT, shader

from aberration.core.allowance import descendants
from aberration.core.errors import Starved, TargetUnavailable
from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers, Crash, Image, Rejected, Timeout
from aberration.core.program import Program
from aberration.targets.pool import TargetPool
from aberration.targets.worker import Worker

TARGETS = {target.id: target for target in available()}
CHROMIUM = TARGETS["chromium-webgpu-swiftshader"]
SECONDS = 60.0


@pytest.fixture
def pool() -> Iterator[TargetPool]:
    with TargetPool() as opened:
        yield opened


def worker_of(pool: TargetPool) -> Worker:
    return pool._warm(CHROMIUM.stages[0], pool._health(CHROMIUM))


def gpu_process(worker: Worker) -> int:
    for pid in descendants(worker.pid):
        if b"--type=gpu-process" in Path(f"/proc/{pid}/cmdline").read_bytes():
            return pid
    raise AssertionError("there is no GPU process")


def test_it_agrees_with_dawn_to_the_bit(pool: TargetPool) -> None:
    for name in (*EXACT, "defined"):
        expected = pool.run(TARGETS["dawn-swiftshader"], shader(name), SECONDS).outcome
        assert isinstance(expected, Image | Buffers)
        assert pool.run(CHROMIUM, shader(name), SECONDS).outcome == expected
    assert pool.version(CHROMIUM).startswith("Chromium 1")


@pytest.mark.parametrize("size", one_in(2, [0, 60_000, 200_000]))
def test_texts_and_images_of_all_sizes_pass(pool: TargetPool, size: int) -> None:
    """Messages to and from the page have three kinds of length, and long ones come in parts."""
    source = (
        b"@fragment fn main(@builtin(position) p: vec4<f32>) -> @location(0) vec4<f32> { "
        b"return p / 2048.0; }"
    )
    program = Program(
        "wgsl", "fragment", source + b"/" * 2 + b"x" * size, Inputs(width=1 + size // 100, height=4)
    )
    expected = pool.run(TARGETS["dawn-swiftshader"], program, SECONDS).outcome
    assert isinstance(expected, Image)
    assert pool.run(CHROMIUM, program, SECONDS).outcome == expected


def test_an_error_of_the_api_is_a_refusal(pool: TargetPool) -> None:
    source = b"@fragment fn main() -> @location(0) vec4<f32> { return nothing; }"
    outcome = pool.run(CHROMIUM, Program("wgsl", "fragment", source), SECONDS).outcome
    assert isinstance(outcome, Rejected)
    assert "unresolved value 'nothing'" in outcome.message


def test_another_back_end_than_wanted_is_unavailable() -> None:
    """Asked for OpenGL without its feature level, Chromium takes SwiftShader and says nothing."""
    spec = CHROMIUM.stages[0].worker
    flags = (
        "--enable-unsafe-webgpu --use-webgpu-adapter=opengles --use-gl=angle "
        "--use-angle=gl-egl --ignore-gpu-blocklist"
    )
    options = dict(spec.options) | {"flags": flags, "device": "llvmpipe"}
    with pytest.raises(
        TargetUnavailable, match="named like 'llvmpipe', but 'google swiftshader' came"
    ):
        Worker(msgspec.structs.replace(spec, options=tuple(sorted(options.items()))))


SLOW = Program(
    "wgsl",
    "compute",
    b"""
@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@compute @workgroup_size(4) fn go(@builtin(global_invocation_id) id: vec3<u32>) {
  loop { d[id.x] += 1u; if d[id.x] == 0u { break; } }
}
""",
    Inputs(buffers=(Buffer(0, bytes(16)),)),
)


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGKILL"])
def test_a_gpu_process_that_dies_is_a_crash_and_never_a_result(pool: TargetPool, name: str) -> None:
    good = pool.run(CHROMIUM, shader("lattice"), SECONDS).outcome
    assert isinstance(good, Image)
    timer = threading.Timer(0.5, os.kill, (gpu_process(worker_of(pool)), signal.Signals[name]))
    timer.start()
    outcome = pool.run(CHROMIUM, SLOW, SECONDS).outcome
    timer.join()
    assert isinstance(outcome, Crash), outcome
    assert "DeviceFailure" in outcome.assertion
    assert pool.run(CHROMIUM, shader("lattice"), SECONDS).outcome == good


def test_a_gpu_process_that_died_between_two_runs_gives_no_image(pool: TargetPool) -> None:
    good = pool.run(CHROMIUM, shader("lattice"), SECONDS).outcome
    os.kill(gpu_process(worker_of(pool)), signal.SIGKILL)
    outcome = pool.run(CHROMIUM, shader("lattice"), SECONDS).outcome
    assert isinstance(outcome, Crash), outcome
    assert pool.run(CHROMIUM, shader("lattice"), SECONDS).outcome == good


def test_a_hang_leaves_no_browser_behind(pool: TargetPool) -> None:
    good = pool.run(CHROMIUM, shader("shared"), SECONDS).outcome
    browser = descendants(worker_of(pool).pid)
    assert len(browser) > 2
    with contextlib.suppress(Starved):  # what a machine says that is too busy to tell
        assert isinstance(pool.run(CHROMIUM, SLOW, 2.0).outcome, Timeout)
    assert pool.run(CHROMIUM, shader("shared"), SECONDS).outcome == good
    assert not still_there(browser)


def still_there(processes: list[int]) -> list[int]:
    """Return which of the processes are there for more than a while; none that are dead and not
    yet buried.
    """
    left = processes
    for _ in range(100):
        left = [pid for pid in left if _runs(pid)]
        if not left:
            return []
        time.sleep(0.1)
    return left


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][:1] != "Z"
    except OSError:
        return False
