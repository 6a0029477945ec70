"""The bugs in the server are those of the store, also after it has changed."""

import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from helpers.dashboard import WRONG, bugs, write_store

from aberration.campaign.store import Store
from aberration.web import gathering
from aberration.web.gathering import Gathering, findings_stamp
from aberration.web.queries import Reader
from aberration.web.site import Site


def test_a_finding_that_changes_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "_LOOK", 0.0)
    monkeypatch.setattr(gathering, "_SHARE", 0.0)
    folder = write_store(tmp_path / "night", bugs()[:1])
    served = Store.in_folder(folder)
    reader = Reader(served, "night")
    kept = Gathering(str(folder), reader)
    before = findings_stamp(reader)
    assert [row.reduced for row in kept.bugs(60.0).rows] == [True]
    assert kept.bugs().fresh
    store = Store.in_folder(folder)
    store.update_finding(msgspec.structs.replace(store.finding(WRONG), state="new", reduced=None))
    store.close()
    assert findings_stamp(reader) != before
    assert not kept.bugs().fresh
    for _ in range(600):
        if kept.bugs().fresh:
            break
        time.sleep(0.1)
    assert [row.reduced for row in kept.bugs().rows] == [False]
    kept.close()
    served.close()


def test_a_process_that_says_nothing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_store(tmp_path / "night", [])
    served = Store.in_folder(folder)
    reader = Reader(served, "night")
    monkeypatch.setattr("sys.executable", "/bin/true")
    kept = Gathering(str(folder), reader)
    assert "has failed" in kept.bugs(60.0).error
    kept.close()
    served.close()


LOADS = """
import sys
import msgspec
from aberration.web.bug_rows import BugRow
from aberration.web.gathering import load_methods

rows = msgspec.json.decode(sys.stdin.buffer.read(), type=tuple[BugRow, ...])
assert "aberration.methods.transform.pass_list" not in sys.modules
load_methods(rows)
assert "aberration.methods.transform.pass_list" in sys.modules
"""


def test_the_methods_of_bugs_are_loaded_before_a_page_asks_for_them(site: Site) -> None:
    rows = site.gathering.bugs().rows
    strange = msgspec.structs.replace(rows[0], method="no such method")
    given = msgspec.json.encode((strange, *rows))
    subprocess.run([sys.executable, "-c", LOADS], input=given, check=True, timeout=120)
