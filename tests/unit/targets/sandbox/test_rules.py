"""Which folders Landlock is told to show."""

from __future__ import annotations

import os
from pathlib import Path

from aberration.targets.sandbox.rules import in_sight


def test_all_is_in_sight_but_what_is_hidden_and_what_holds_it(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    for name in ("usr/bin", "home/me/.ssh", "home/you", "var/tmp/x", "var/lib", "etc"):
        (root / name).mkdir(parents=True)
    (root / "file").touch()
    (root / "bin").symlink_to("home/me")
    hidden = tuple(str(root / name) for name in ("home/me", "var/tmp"))
    seen = {os.path.relpath(path, root) for path in in_sight(hidden, str(root))}
    assert seen == {"usr", "home/you", "var/lib", "etc", "file"}


def test_a_folder_that_cannot_be_listed_is_not_shown(tmp_path: Path) -> None:
    assert list(in_sight((), str(tmp_path / "missing"))) == []
