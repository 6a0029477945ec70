"""Files that are whole at every moment."""

from pathlib import Path

import pytest

from aberration.core.files import write_whole


def test_the_content_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(b"what was there before, and is longer")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_put_in_place_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "taken"
    path.mkdir()
    with pytest.raises(OSError, match="taken"):
        write_whole(path, b"new")
    assert list(tmp_path.iterdir()) == [path]
