"""The promise: machines of a cluster that are killed, hang, lose their network or fill their disks
change nothing of what a campaign stores (all of it: `experiments/cluster_faults`).
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from experiments.cluster_faults.measure import Result, compare
from helpers.command_line import ROOT


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_few_faults_change_nothing(tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    words = ["--faults", "4", "--workers", "2", "--seed", "2", "--result", str(result)]
    done = subprocess.run(
        [sys.executable, "-m", "experiments.cluster_faults.measure", *words],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "tests")))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    found = msgspec.json.decode(result.read_bytes(), type=Result)
    assert found.hits >= 4
    assert all(found.equal.values())
    assert found.findings, "no finding was there to be lost"


def test_a_store_that_lost_something_is_told(quiet: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(quiet, other)
    assert all(compare(quiet, other).values())
    with closing(sqlite3.connect(other / "campaign.sqlite")) as database, database:
        database.execute("delete from outcomes where test = (select max(test) from outcomes)")
    equal = compare(quiet, other)
    assert [name for name, same in equal.items() if not same] == ["outcomes"]
    next((other / "cases").rglob("case.json")).unlink()
    assert not compare(quiet, other)["files of cases"]
