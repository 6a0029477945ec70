"""What has to be compiled before the tests start."""

import subprocess
import sys
from pathlib import Path

from tools.stale_tests import is_stale, main


def collect(folder: Path) -> None:
    """Let pytest make the bytecode."""
    command = [sys.executable, "-m", "pytest", "-qq", "--collect-only", "--rootdir", str(folder)]
    environment = {"PATH": ""}
    done = subprocess.run(
        [*command, str(folder)], env=environment, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_a_test_is_stale_until_pytest_has_seen_its_text(tmp_path: Path) -> None:
    source = tmp_path / "test_one.py"
    source.write_text("def test_one() -> None:\n    assert 1 + 1 == 2\n")
    assert is_stale(source)
    assert main([str(tmp_path)]) == 1
    collect(tmp_path)
    assert not is_stale(source)
    assert main([str(tmp_path)]) == 0
    source.write_text("def test_one() -> None:\n    assert 1 + 1 == 3\n")
    assert is_stale(source)
    assert main([str(tmp_path)]) == 1


def test_what_is_no_test_is_not_asked(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("")
    assert main([str(tmp_path)]) == 0
