"""`export` and `import` refuse with exit code 2 and one message, and write nothing then."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers.shared_bugs import MODULES

from aberration.cli.main import main


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("import", "broken.zip"), "expected an archive of a bug"),
        (("import", "broken.zip", "--into", "nowhere"), "expected an archive of a bug"),
        (("import", "missing.zip"), "cannot be read"),
        (("export", ".", "-o", "bug.zip"), "expected the folder of a campaign"),
        (("export", str(MODULES), "-o", "bug.tar"), "ending in .zip"),
        (("export", str(MODULES), "wrong-1", "-o", "bug.zip"), "a case has no bugs"),
    ],
)
def test_a_refusal_is_one_message_and_nothing_is_written(
    arguments: Sequence[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.zip").write_bytes(b"PK" + bytes(99))
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert reason in said.err
    assert said.err.startswith("aberration: ")
    assert (said.out, said.err.count("aberration: ")) == ("", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["broken.zip"]
