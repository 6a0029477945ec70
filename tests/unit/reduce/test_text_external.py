"""Reducers that are no part of us, and the program that they call to ask."""

import subprocess
import threading
from pathlib import Path

import pytest

from aberration.core.errors import BadInput, TargetUnavailable
from aberration.reduce.external import NAME, External, find_external, reduce_with
from aberration.reduce.predicate import asking
from aberration.reduce.text_search import TextSearch, search_text

GREEDY = """#!/bin/sh
shift 6
while [ -s {name} ]; do
  cp {name} before
  head -c -1 before > {name}
  "$1" || {{ cp before {name}; break; }}
done
{then}
"""


def fake_cvise(folder: Path, then: str = "exit 0") -> External:
    """Return a reducer that cuts off the last byte as long as the test says yes."""
    path = folder / "cvise"
    path.write_text(
        GREEDY.format(name=NAME, then=then).replace("shift 6", "while [ $# -gt 2 ]; do shift; done")
    )
    path.chmod(0o755)
    return External("cvise", str(path))


def search(start: bytes, seconds: float = 30.0) -> TextSearch:
    return search_text(start, lambda text: b"ab" in text, lambda _: None, seconds)


def test_the_script_answers_by_its_status(tmp_path: Path) -> None:
    with asking(lambda text: text.startswith(b"yes"), tmp_path, NAME) as script:
        asked = tmp_path / "elsewhere"
        asked.mkdir()
        (asked / NAME).write_bytes(b"yes" * 100_000)
        (asked / "other.c").write_bytes(b"no")
        assert subprocess.run([script], cwd=asked, check=False).returncode == 0
        assert subprocess.run([script, "other.c"], cwd=asked, check=False).returncode == 1
        piped = subprocess.run([script], cwd=tmp_path, input=b"yes!", check=False)
        assert piped.returncode == 0
    assert subprocess.run([script], cwd=asked, check=False, capture_output=True).returncode == 1


def test_several_clients_at_a_time(tmp_path: Path) -> None:
    together = threading.Barrier(3, timeout=20)

    def interesting(_: bytes) -> bool:
        together.wait()
        return True

    (tmp_path / NAME).write_bytes(b"x")
    with asking(interesting, tmp_path, NAME) as script:
        clients = [subprocess.Popen([script], cwd=tmp_path) for _ in range(3)]
        assert [client.wait(30) for client in clients] == [0, 0, 0]


def test_a_reducer_goes_on_from_the_best_text(tmp_path: Path) -> None:
    given = search(b"xxabyyyy")
    assert reduce_with(fake_cvise(tmp_path), given, 1) == ""
    assert given.best == b"xxab"


def test_what_a_reducer_found_stays_when_it_fails_or_takes_too_long(tmp_path: Path) -> None:
    failing = search(b"xxabyyyy")
    assert "out of order" in reduce_with(
        fake_cvise(tmp_path, "echo out of order; exit 3"), failing, 1
    )
    assert failing.best == b"xxab"
    slow = search(b"xxabyyyy", seconds=5.0)
    awake = tmp_path / "awake"
    assert reduce_with(fake_cvise(tmp_path, f"sleep 60; touch {awake}"), slow, 1) == ""
    assert not awake.exists()
    assert slow.best == b"xxab"


def test_which_reducer_is_taken(tmp_path: Path) -> None:
    fake_cvise(tmp_path)
    (tmp_path / "creduce").symlink_to(tmp_path / "cvise")
    assert find_external(str(tmp_path)) == External("cvise", str(tmp_path / "cvise"))
    assert find_external(str(tmp_path), "creduce") == External("creduce", str(tmp_path / "creduce"))
    assert find_external(str(tmp_path / "nowhere")) is None
    with pytest.raises(TargetUnavailable, match="not installed"):
        find_external(str(tmp_path), "shrinkray")
    with pytest.raises(BadInput, match="cvise, creduce, shrinkray, picire"):
        find_external(str(tmp_path), "wonder")


def test_the_command_line_of_each_reducer() -> None:
    whole = External("cvise", "/bin/cvise").command("test.sh", 2, "shader.frag")
    assert whole[3:6] == ["/bin/cvise", "--n", "2"]
    assert whole[-2:] == ["test.sh", "shader.frag"]
    named = External("picire", "/bin/picire").command("test.sh", 1, "shader.frag")
    assert named[-4:] == ["--test", "test.sh", "--input", "shader.frag"]


def test_the_file_has_the_name_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "picire"
    path.write_text('#!/bin/sh\nwhile [ $# -gt 3 ]; do shift; done\nprintf ab > "$3"; "$1" "$3"\n')
    path.chmod(0o755)
    given = search(b"xxabyyyy")
    assert reduce_with(External("picire", str(path)), given, 1, "shader.frag") == ""
    assert given.best == b"ab"
