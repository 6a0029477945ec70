"""Images of outcomes for a browser, the difference of two, and the values of one pixel."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
import numpy as np

from aberration.campaign.artifacts import Artifacts
from aberration.core.comparison import Tolerance, forgiven_pixels, pixels
from aberration.core.errors import BadInput, UnknownName
from aberration.core.finding import Finding
from aberration.core.oracle import Expected, Same, in_terms_of
from aberration.core.outcome import Image, Outcome
from aberration.core.recipe import TestCase
from aberration.dedup.bugs import smallest_case
from aberration.report.images import save_difference, save_png
from aberration.web.bug_rows import Picture
from aberration.web.queries import FindingLine

MOST_BYTES: Final = 48 << 20
"""Of images that are kept decoded, and of PNG files."""


class Pixel(msgspec.Struct, frozen=True):
    """One pixel: the channels as text, red first; whether they differ, and beyond the tolerance."""

    x: int
    y: int
    expected: tuple[str, ...]
    came: tuple[str, ...]
    differs: bool
    beyond: bool


class Cache:
    """The last things that were made, of `most` bytes together."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[object, tuple[object, int]] = OrderedDict()
        self._size = 0

    def get(self, key: object, make: Callable[[], tuple[object, int]]) -> object:
        """Return what is kept under a key, else what `make` gives, with its size in bytes."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][0]
        made, size = make()
        with self._lock:
            if key not in self._kept and size <= self._most:
                self._kept[key] = made, size
                self._size += size
            while self._size > self._most:
                _, (_, gone) = self._kept.popitem(last=False)
                self._size -= gone
        return made


class Pictures:
    """The images of the artifacts of a store."""

    def __init__(self) -> None:
        self._cache = Cache()

    def image(self, artifacts: Artifacts, picture: Picture, part: int = 0) -> Image:
        """Return an image; `part` counts the attachments from 0. Raise `UnknownName` where there
        is none, `BadInput` where it cannot be read.
        """

        image = self._whole(artifacts, picture)
        if not 0 <= part < len(image.parts):
            raise UnknownName(f"expected an attachment, but there is no number {part}")
        return image.parts[part]

    def parts(self, artifacts: Artifacts, picture: Picture) -> int:
        """Return how many attachments an image has."""
        return len(self._whole(artifacts, picture).parts)

    def png(self, artifacts: Artifacts, picture: Picture, part: int = 0) -> bytes:
        """Return an image as a PNG file."""
        image = self.image(artifacts, picture, part)
        return self._file(("png", picture, part), lambda path: save_png(image, path))

    def difference(
        self, artifacts: Artifacts, pair: tuple[Picture, Picture], tolerance: Tolerance, part: int
    ) -> bytes:
        """Return where two images differ as a PNG file; raise `UnknownName` where they cannot be
        compared.
        """
        one, other = self.pair(artifacts, pair, part)

        def write(path: Path) -> None:
            if not save_difference(one, other, tolerance, path):
                raise UnknownName("expected two images of one size and format")

        return self._file(("difference", pair, part, tolerance), write)

    def pair(
        self, artifacts: Artifacts, pair: tuple[Picture, Picture], part: int
    ) -> tuple[Image, Image]:
        """Return what was expected and what came, in the format of what was expected."""
        one, other = (self.image(artifacts, picture, part) for picture in pair)
        adapted = in_terms_of(other, one)
        return one, adapted if isinstance(adapted, Image) else other

    def pixel(
        self,
        artifacts: Artifacts,
        pair: tuple[Picture, Picture],
        tolerance: Tolerance,
        part: int,
        at: tuple[int, int],
    ) -> Pixel:
        """Return the values at (x, y), rows from the top; raise `UnknownName` outside."""
        one, other = self.pair(artifacts, pair, part)
        x, y = at
        if (one.width, one.height) != (other.width, other.height):
            raise UnknownName("expected two images of one size")
        if not (0 <= x < one.width and 0 <= y < one.height):
            raise UnknownName(
                f"expected a pixel of {one.width} x {one.height}, but ({x}, {y}) came"
            )
        wanted, came = (_channels(image, x, y) for image in (one, other))
        beyond = one.format != other.format or not bool(
            forgiven_pixels(_alone(one, x, y), _alone(other, x, y), tolerance).all()
        )
        return Pixel(x, y, wanted, came, wanted != came, beyond)

    def _whole(self, artifacts: Artifacts, picture: Picture) -> Image:
        def make() -> tuple[object, int]:
            image = _read(artifacts, picture)
            return image, sum(len(one.data) for one in image.parts)

        image = self._cache.get(("image", picture), make)
        assert isinstance(image, Image)
        return image

    def _file(self, key: object, write: Callable[[Path], object]) -> bytes:
        def make() -> tuple[object, int]:
            with TemporaryDirectory(prefix="aberration-picture-") as folder:
                path = Path(folder) / "picture.png"
                try:
                    write(path)
                except (ValueError, SystemError, MemoryError) as error:
                    raise BadInput(f"the image cannot be shown: {error}") from None
                data = path.read_bytes()
                return data, len(data)

        data = self._cache.get(key, make)
        assert isinstance(data, bytes)
        return data


def pictures_of(case: TestCase, line: FindingLine) -> tuple[Picture | None, Picture | None]:
    """Return what should have been drawn, and what was, as far as these are images."""
    match case.oracle:
        case Same(reference=reference, variant=variant):
            pair = [line.evidence.get(role) for role in (reference, variant)]
            one, other = (Picture(digest) if digest else None for digest in pair)
            return one, other
        case Expected(outcome=Image(), program=program):
            came = line.evidence.get(program)
            return Picture(line.body, expected=True), Picture(came) if came else None
    return None, None


def _read(artifacts: Artifacts, picture: Picture) -> Image:
    data = artifacts.get(picture.digest)
    outcome: Outcome | None = None
    try:
        if picture.expected:
            oracle = smallest_case(msgspec.msgpack.decode(data, type=Finding)).oracle
            outcome = oracle.outcome if isinstance(oracle, Expected) else None
        else:
            outcome = msgspec.msgpack.decode(data, type=Outcome)
    except msgspec.MsgspecError as error:
        raise BadInput(f"the artifact cannot be read: {error}") from None
    if not isinstance(outcome, Image):
        raise UnknownName("expected an image, but the artifact holds none")
    for part in outcome.parts:
        stated = part.width * part.height * part.bytes_of_pixel
        if part.width < 1 or part.height < 1 or len(part.data) != stated:
            raise BadInput("the image has not as many bytes as its size says")
    return outcome


def _channels(image: Image, x: int, y: int) -> tuple[str, ...]:
    values = pixels(image)[y, x]
    if image.format == "d32f":
        values = values[:1]
    return tuple(
        f"{value:.9g}" if isinstance(value, float) else str(value) for value in values.tolist()
    )


def _alone(image: Image, x: int, y: int) -> Image:
    return Image(1, 1, image.format, np.ascontiguousarray(pixels(image)[y, x]).tobytes())
