"""PNG files, and the picture of a difference."""

import struct
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from aberration.core.comparison import Tolerance
from aberration.core.outcome import Image
from aberration.report.images import save_difference, save_png


def rgba8(*rows: list[int]) -> Image:
    data = b"".join(bytes([value, 0, 0, 255]) for row in rows for value in row)
    return Image(len(rows[0]), len(rows), "rgba8", data)


def opened(path: Path) -> list[list[tuple[int, ...]]]:
    array = np.asarray(Pillow.open(path))
    return [[tuple(int(channel) for channel in pixel) for pixel in row] for row in array]


def test_an_image_reads_back_row_by_row(tmp_path: Path) -> None:
    save_png(rgba8([1, 2], [3, 4]), tmp_path / "a.png")
    assert opened(tmp_path / "a.png") == [
        [(1, 0, 0, 255), (2, 0, 0, 255)],
        [(3, 0, 0, 255), (4, 0, 0, 255)],
    ]


def test_float_channels_are_clamped(tmp_path: Path) -> None:
    save_png(
        Image(1, 1, "rgba32f", struct.pack("<4f", -1.0, 0.5, 7.0, float("nan"))), tmp_path / "a.png"
    )
    assert opened(tmp_path / "a.png") == [[(0, 128, 255, 0)]]


def test_a_depth_is_a_grey(tmp_path: Path) -> None:
    depth = Image(1, 1, "d32f", struct.pack("<4f", 0.2, 0.0, 0.0, 0.0))
    save_png(depth, tmp_path / "a.png")
    assert opened(tmp_path / "a.png") == [[(51, 51, 51, 255)]]
    assert save_difference(depth, depth, Tolerance(), tmp_path / "d.png")


def test_a_difference_shows_what_is_forgiven_and_what_is_not(tmp_path: Path) -> None:
    assert save_difference(rgba8([8, 8, 8]), rgba8([8, 9, 99]), Tolerance(), tmp_path / "d.png")
    equal, within, beyond = opened(tmp_path / "d.png")[0]
    assert equal == (2, 0, 0, 255)
    assert within[2] > within[0]
    assert beyond[0] > beyond[2]


@pytest.mark.parametrize("other", [rgba8([1, 2]), Image(1, 1, "rgba32f", bytes(16))])
def test_images_of_other_shape_have_no_difference(tmp_path: Path, other: Image) -> None:
    assert not save_difference(rgba8([1]), other, Tolerance(), tmp_path / "d.png")
    assert not (tmp_path / "d.png").exists()
