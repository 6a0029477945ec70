"""Drivers of a root, by one that mirrors this machine: outcomes as without it, in workers that
keep all promises.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from helpers.conformance import check_deadline, check_refuses, check_survives_a_kill, taken
from helpers.fork_servers import only_from
from helpers.mirrored import PACKAGES, unpacked

from aberration.core.outcome import outcome_digest
from aberration.core.target import BY_REQUEST, OLDER, Target
from aberration.targets import opengl, roots, spirv_tools, vulkan
from aberration.targets.fork_server import ForkServer
from aberration.targets.places import TOOLS_VARIABLE
from aberration.targets.pool import TargetPool
from aberration.targets.versions import with_version
from aberration.targets.worker import Worker

PAIRS = ("lavapipe", "llvmpipe", "spirv-opt:-O")


def known() -> dict[str, Target]:
    return {
        target.id: target
        for target in (*vulkan.providers(), *opengl.providers(), *spirv_tools.providers())
    }


MESA = next(
    group.partition("@")[2] for group in known()["lavapipe"].groups if group.startswith("mesa@")
)


def pair(name: str) -> tuple[Target, Target]:
    """Return the target of the root and the one of this machine with the same code."""
    targets = known()
    if name.startswith("spirv-opt"):
        mine = spirv_tools.on_path()
        assert mine is not None
        return targets[with_version(name, "2099.1")], targets[with_version(name, mine.version)]
    return targets[with_version(name, MESA)], targets[name]


@pytest.fixture(scope="module")
def pool() -> Iterator[TargetPool]:
    with TargetPool(limit=4) as opened:
        yield opened


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tools")
    roots.prepare(unpacked(made / "roots" / "mirror"), PACKAGES)
    return made


@pytest.mark.parametrize("name", PAIRS)
def test_a_worker_with_the_roots_libraries_keeps_its_promises(
    name: str, pool: TargetPool, tools: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOOLS_VARIABLE, str(tools))
    target, alike = pair(name)
    assert target.available, target.reason
    for program in taken(target):
        wanted = outcome_digest(pool.run(alike, program).outcome)
        assert outcome_digest(pool.run(target, program).outcome) == wanted
        assert outcome_digest(pool.run_fresh(target, program).outcome) == wanted
    check_refuses(pool, target)
    check_deadline(pool, target)
    check_survives_a_kill(target)


def test_workers_of_a_root_are_forked_too(tools: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOOLS_VARIABLE, str(tools))
    fork_server = ForkServer()
    spec = pair("lavapipe")[0].stages[0].worker
    with closing(fork_server), closing(Worker(spec, only_from(fork_server))) as worker:
        assert str(tools) in Path(f"/proc/{worker.pid}/cmdline").read_text()


def test_drivers_of_an_older_system_run_on_this_one(
    pool: TargetPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its C library counts as older, so links to its libraries are all that a worker gets."""
    monkeypatch.setattr(roots, "machine_libc", lambda: "99.9")
    roots.prepare(unpacked(tmp_path / "roots" / "old"), PACKAGES)
    monkeypatch.setenv(TOOLS_VARIABLE, str(tmp_path))
    for name in ("lavapipe", "llvmpipe"):
        target, alike = pair(name)
        worker = target.stages[0].worker
        assert (worker.launch, "LD_LIBRARY_PATH" in dict(worker.environment)) == ((), True)
        for program in taken(target):
            outcomes = [pool.run(one, program).outcome for one in (target, alike)]
            assert outcome_digest(outcomes[0]) == outcome_digest(outcomes[1])


def test_of_equal_versions_the_machines_own_is_the_one_that_campaigns_take(
    tools: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOOLS_VARIABLE, str(tools))
    targets = known()
    assert targets["lavapipe"].groups == ("vulkan", "mesa", f"mesa@{MESA}")
    assert targets[f"lavapipe@{MESA}"].groups == (f"mesa@{MESA}", OLDER, BY_REQUEST)
    assert targets["spirv-opt@2099.1:-O"].groups == ("spirv-opt", "spirv-opt@2099.1")
    assert OLDER in targets[f"spirv-opt@{spirv_tools.packaged_optimiser().version}:-O"].groups
