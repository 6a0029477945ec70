from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image as Pillow

from aberration.cli.saving import safe_name, save_outcome
from aberration.core.files import write_json
from aberration.core.outcome import (
    Buffers,
    Compiled,
    Crash,
    Image,
    Invalid,
    Outcome,
    Rejected,
    Text,
    Translated,
)
from aberration.core.program import Program

MODULE = Program("spirv", "fragment", b"\x03\x02\x23\x07")


@pytest.mark.parametrize(
    ("outcome", "files"),
    [
        (Buffers((b"one", b"two")), {"x.0.bin": b"one", "x.1.bin": b"two"}),
        (Text(b"hello\n"), {"x.txt": b"hello\n"}),
        (Crash("signal", log="boom"), {"x.log": b"boom"}),
        (Rejected("no"), {"x.log": b"no"}),
        (Invalid("bad id", MODULE), {"x.log": b"bad id", "x.spv": MODULE.source}),
        (Translated(MODULE), {"x.spv": MODULE.source}),
        (Compiled(), {}),
    ],
)
def test_each_outcome_has_its_files(
    tmp_path: Path, outcome: Outcome, files: dict[str, bytes]
) -> None:
    written = save_outcome(outcome, tmp_path / "new", "x")
    assert {path.name: path.read_bytes() for path in written} == files


def test_an_image_becomes_a_png(tmp_path: Path) -> None:
    (path,) = save_outcome(Image(2, 1, "rgba8", bytes([1, 2, 3, 255, 5, 6, 7, 255])), tmp_path, "x")
    assert np.array(Pillow.open(path)).tolist() == [[[1, 2, 3, 255], [5, 6, 7, 255]]]


class Record(msgspec.Struct):
    name: str
    numbers: list[int]


def test_a_record_is_json_for_people_in_place_of_the_one_before(tmp_path: Path) -> None:
    for record in (Record("old", [1]), Record("new", [])):
        write_json(tmp_path / "record.json", record)
    assert (tmp_path / "record.json").read_text() == '{\n "name": "new",\n "numbers": []\n}\n'
    assert [path.name for path in tmp_path.iterdir()] == ["record.json"]


def test_target_ids_become_file_names() -> None:
    assert safe_name("spirv-opt@2025.5:-O") == "spirv-opt@2025.5-O"
