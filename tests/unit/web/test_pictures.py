"""Images for a browser."""

import io

import msgspec
import numpy as np
import pytest
from helpers.dashboard import SIDE, WRONG_PIXEL, corpus_case, float_image, image
from PIL import Image as Pillow

from aberration.campaign.artifacts import Artifacts
from aberration.core.comparison import Tolerance
from aberration.core.errors import BadInput, UnknownName
from aberration.core.outcome import Image, Outcome, Text, join_images
from aberration.web.bug_rows import Picture
from aberration.web.pictures import Cache, Pictures

NONE = Tolerance()
STEP = Tolerance(step=1)


@pytest.fixture
def artifacts(tmp_path_factory: pytest.TempPathFactory) -> Artifacts:
    return Artifacts(str(tmp_path_factory.mktemp("artifacts")))


def put(artifacts: Artifacts, outcome: Outcome) -> Picture:
    return Picture(artifacts.put(msgspec.msgpack.encode(outcome)))


def test_an_image_is_a_png_of_the_same_pixels(artifacts: Artifacts) -> None:
    data = Pictures().png(artifacts, put(artifacts, image(wrong=True)))
    with Pillow.open(io.BytesIO(data)) as picture:
        assert picture.format == "PNG"
        assert picture.size == (SIDE, SIDE)
        assert np.asarray(picture).tobytes() == image(wrong=True).data


def test_a_difference_shows_what_is_beyond(artifacts: Artifacts) -> None:
    pair = put(artifacts, image()), put(artifacts, image(wrong=True))
    data = Pictures().difference(artifacts, pair, STEP, 0)
    x, y = WRONG_PIXEL
    with Pillow.open(io.BytesIO(data)) as picture:
        assert picture.getpixel(WRONG_PIXEL) == (255, 60, 40, 255)
        assert picture.getpixel((x, y + 1)) == (90, 90, 200, 255)


def test_the_values_of_a_pixel(artifacts: Artifacts) -> None:
    pictures = Pictures()
    pair = put(artifacts, image()), put(artifacts, image(wrong=True))
    x, y = WRONG_PIXEL
    wrong = pictures.pixel(artifacts, pair, STEP, 0, (x, y))
    assert (wrong.expected, wrong.came) == (("80", "32", "40", "255"), ("255", "32", "40", "255"))
    assert wrong.differs
    assert wrong.beyond
    near = pictures.pixel(artifacts, pair, STEP, 0, (x, y + 1))
    assert near.differs
    assert not near.beyond
    assert not pictures.pixel(artifacts, pair, NONE, 0, (0, 0)).differs
    for place in ((SIDE, 0), (0, -1)):
        with pytest.raises(UnknownName, match="16 x 16"):
            pictures.pixel(artifacts, pair, NONE, 0, place)


def test_floats_are_told_as_floats(artifacts: Artifacts) -> None:
    pair = put(artifacts, float_image(0.1)), put(artifacts, float_image(float("nan")))
    pixel = Pictures().pixel(artifacts, pair, NONE, 0, (1, 1))
    assert pixel.expected == ("0.100000001",) * 4
    assert pixel.came == ("nan",) * 4
    assert pixel.beyond


def test_attachments_have_numbers(artifacts: Artifacts) -> None:
    picture = put(artifacts, join_images([image(), image(wrong=True)]))
    pictures = Pictures()
    assert pictures.parts(artifacts, picture) == 2
    assert pictures.image(artifacts, picture, 1).data == image(wrong=True).data
    with pytest.raises(UnknownName, match="number 2"):
        pictures.image(artifacts, picture, 2)


def test_images_of_other_sizes_have_no_difference(artifacts: Artifacts) -> None:
    pair = put(artifacts, image()), put(artifacts, Image(1, 1, "rgba8", b"\0" * 4))
    with pytest.raises(UnknownName):
        Pictures().difference(artifacts, pair, NONE, 0)
    with pytest.raises(UnknownName, match="one size"):
        Pictures().pixel(artifacts, pair, NONE, 0, (0, 0))


@pytest.mark.parametrize(
    "lying",
    [
        Image(60000, 60000, "rgba8", b"short"),
        Image(0, 0, "rgba8", b""),
        Image(-2, -2, "rgba8", b"\0" * 16),
        Image(1, 1, "rgba32f", b"\0" * 4),
    ],
)
def test_an_image_that_lies_about_its_size_is_refused(artifacts: Artifacts, lying: Image) -> None:
    with pytest.raises(BadInput, match="as many bytes"):
        Pictures().png(artifacts, put(artifacts, lying))


def test_what_is_no_image_is_refused(artifacts: Artifacts) -> None:
    with pytest.raises(UnknownName):
        Pictures().png(artifacts, put(artifacts, Text(b"text")))
    with pytest.raises(BadInput, match="cannot be read"):
        Pictures().png(artifacts, Picture(artifacts.put(b"nothing")))
    case = artifacts.put(msgspec.msgpack.encode(corpus_case("spirv-opt-fusion-crash")))
    with pytest.raises(BadInput, match="cannot be read"):
        Pictures().png(artifacts, Picture(case, expected=True))


def test_a_cache_forgets_what_is_too_much() -> None:
    cache, made = Cache(most=10), list[str]()

    def make(name: str, size: int) -> None:
        def note() -> tuple[object, int]:
            made.append(name)
            return name, size

        assert cache.get(name, note) == name

    for name in ("a", "b", "a", "c", "a", "b"):
        make(name, 5)
    assert made == ["a", "b", "c", "b"]
    make("large", 11)
    make("large", 11)
    assert made[-2:] == ["large", "large"]
