"""The gallery of bugs is what its tool makes of the pictures and the table of bugs."""

from __future__ import annotations

from pathlib import Path

from PIL import Image as Pillow
from tools.bug_gallery import PAGE, PICTURES, ROOT, candidates, page, rows_of
from tools.bug_pictures import save

from aberration.core.outcome import Image

ROW = "| [one-bug](#one-bug) | a driver | 1.2 | wrong result | new | `command` |\n"
MOST_BYTES = 32_000


def test_a_row_becomes_a_picture_with_its_place() -> None:
    text = page(
        rows_of(f"| case | where |\n|---|---|\n{ROW}{ROW.replace('one', 'other')}"), ["one-bug"]
    )
    assert "## [one-bug](bugs.md#one-bug)\n\na driver; 1.2.\n\n![one-bug: " in text
    assert "other-bug" not in text


def test_the_page_is_up_to_date() -> None:
    names = sorted(path.stem for path in PICTURES.glob("*.png"))
    assert len(names) >= 20
    assert PAGE.read_text() == page(rows_of((ROOT / "docs" / "bugs.md").read_text()), names)
    assert all(f"images/gallery/{name}.png" in PAGE.read_text() for name in names)


def test_pictures_are_small_and_of_cases_of_images() -> None:
    known = {name for name, _ in candidates()}
    for path in PICTURES.glob("*.png"):
        assert path.stem in known
        assert path.stat().st_size <= MOST_BYTES


def test_small_images_are_enlarged_by_whole_pixels_and_large_ones_reduced(tmp_path: Path) -> None:
    for side, shown in ((16, 128), (50, 100), (256, 128)):
        image = Image(side, side, "rgba8", bytes(4 * side * side))
        save(image, image, tmp_path / "x.png", 128)
        with Pillow.open(tmp_path / "x.png") as picture:
            assert picture.size == (3 * shown + 16, shown)
