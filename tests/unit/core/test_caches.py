"""The user's caches: where they are, and how much is kept."""

import os
from pathlib import Path

from aberration.core.caches import VARIABLE, cache_folder, mark_used, trim, writable


def test_the_folder_is_where_the_user_says_else_at_home() -> None:
    assert cache_folder("kind", {VARIABLE: "/given"}) == Path("/given/aberration/kind")
    assert cache_folder("kind", {}) == Path.home() / ".cache" / "aberration" / "kind"


def test_what_was_used_last_is_kept(tmp_path: Path) -> None:
    paths = [tmp_path / name / "file" for name in "abcd"]
    for second, path in enumerate(paths):
        path.parent.mkdir()
        path.write_bytes(bytes(10))
        os.utime(path, (second, second))
    mark_used(paths[0])
    trim(tmp_path, 25)
    assert [path.exists() for path in paths] == [True, False, False, True]
    trim(tmp_path, 25)
    assert [path.exists() for path in paths] == [True, False, False, True]


def test_what_is_not_there_is_neither_marked_nor_trimmed(tmp_path: Path) -> None:
    mark_used(tmp_path / "none")
    trim(tmp_path / "none", 0)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_answers_is_made_and_trimmed(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "kind"
    assert writable(folder)
    (folder / "answer").write_bytes(bytes(10))
    assert writable(folder)
    trim(folder, 5)
    assert list(folder.iterdir()) == []


def test_where_a_file_lies_there_can_be_no_folder(tmp_path: Path) -> None:
    (tmp_path / "kind").write_bytes(b"")
    assert not writable(tmp_path / "kind")
    assert not writable(tmp_path / "kind" / "below")
