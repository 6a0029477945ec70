"""A campaign on a cluster is that of one process, whoever is killed meanwhile; all three parts
talk by TLS.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from helpers import wordplay
from helpers.campaigns import content
from helpers.certificates import make_certificates
from helpers.clustered import (
    ClusterCampaign,
    install,
    kill_nine,
    wait_for_processes,
)
from helpers.waiting import wait_until_gone

from aberration.campaign.distributed.connection import Connection
from aberration.campaign.distributed.fleet import Fleet
from aberration.campaign.distributed.security import Certificates, security_of

TESTS = 40


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("plug-in"))


@pytest.fixture(scope="module")
def whole(place: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the campaign by processes of this machine."""
    campaign = ClusterCampaign(tmp_path_factory.mktemp("whole") / "out", place, TESTS)
    campaign.finish()
    assert content(campaign.folder)[2], "no finding was there to be lost"
    return campaign.folder


@pytest.mark.parametrize(
    "workers",
    [2, pytest.param(1, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)],
)
@pytest.mark.slow
def test_workers_make_the_tests_of_one_process(
    workers: int, place: Path, whole: Path, tmp_path: Path
) -> None:
    campaign = ClusterCampaign(tmp_path / "out", place, TESTS, workers)
    campaign.finish()
    assert content(campaign.folder) == content(whole)


def test_killed_workers_scheduler_and_coordinator_lose_nothing(
    place: Path, whole: Path, tmp_path: Path
) -> None:
    campaign = ClusterCampaign(tmp_path / "out", place, TESTS, 2)
    process = campaign.start()
    wait_for_tests(campaign.folder, 1)
    os.kill(wait_for_processes(process.pid, "worker")[0], signal.SIGKILL)
    wait_for_tests(campaign.folder, 8)
    os.kill(wait_for_processes(process.pid, "scheduler")[0], signal.SIGKILL)
    wait_for_tests(campaign.folder, 16)
    left = [*wait_for_processes(process.pid, "worker"), process.pid]
    kill_nine(process)
    for pid in left:
        wait_until_gone(pid)
    assert len(content(campaign.folder)[0]) < TESTS, "it ended before it could be killed"
    campaign.finish()
    assert content(campaign.folder) == content(whole)


@pytest.mark.slow
def test_findings_are_reduced_by_workers(place: Path, tmp_path: Path) -> None:
    by_workers = ClusterCampaign(tmp_path / "workers", place, TESTS, 2, reducing=True)
    alone = ClusterCampaign(tmp_path / "alone", place, TESTS, reducing=True)
    by_workers.finish()
    alone.finish()
    assert content(by_workers.folder) == content(alone.folder)
    assert "reduced" in {finding.state for finding in content(alone.folder)[2]}


@pytest.mark.slow
def test_a_campaign_of_a_cluster_goes_on_there_alone(place: Path, tmp_path: Path) -> None:
    campaign = ClusterCampaign(tmp_path / "out", place, 8, 1)
    campaign.finish()
    other = ClusterCampaign(tmp_path / "out", place, 8).start()
    _, told = other.communicate(timeout=60)
    assert b"but it was begun on a cluster" in told


def test_scheduler_worker_and_coordinator_talk_by_tls(tmp_path: Path) -> None:
    made = make_certificates(tmp_path / "tls")
    files = [str(made.authority), str(made.certificate), str(made.key)]
    environment = os.environ | {"PYTHONPATH": wordplay.SEARCHED}
    with scheduler(tmp_path, environment, *files) as url:
        assert url.startswith("tls://")
        command = [sys.executable, "-m", "helpers.simulated_worker", url, str(tmp_path / "worker")]
        worker = subprocess.Popen([*command, *files], env=environment, stderr=subprocess.PIPE)
        connection = Connection(url, security_of(Certificates(*files), encrypted=True))
        fleet = Fleet(connection, lambda _: None, ("x",), self_test=False)
        assert fleet.wait_for_offers(1, 300.0).tags == {"x": "1"}
        connection.close()
        worker.terminate()
        _, said = worker.communicate(timeout=120)
    assert worker.returncode == 0, said.decode()


@contextlib.contextmanager
def scheduler(
    folder: Path, environment: Mapping[str, str], authority: str, certificate: str, key: str
) -> Iterator[str]:
    """Start Dask's own scheduler with TLS, on a port of the system's choice."""
    told = folder / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "tls://127.0.0.1"]
    command += ["--port", "0", "--no-dashboard", "--scheduler-file", str(told)]
    command += ["--tls-ca-file", authority, "--tls-cert", certificate]
    process = subprocess.Popen(
        [*command, "--tls-key", key], env=environment, stderr=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + 60
        while not told.is_file() and time.monotonic() < until:
            time.sleep(0.05)
        yield json.loads(told.read_text())["address"]
    finally:
        process.kill()
        process.wait()


def wait_for_tests(folder: Path, count: int) -> None:
    """Wait until so many tests are stored."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        with contextlib.suppress(Exception):
            if len(content(folder)[0]) >= count:
                return
        time.sleep(0.05)
    raise AssertionError(f"{count} tests were not there in time")
