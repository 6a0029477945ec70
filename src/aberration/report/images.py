"""Images as PNG files, and the picture of where two of them differ."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from aberration.core.comparison import Tolerance, pixels
from aberration.core.outcome import FLOATS, Image, Outcome

_BYTE = 0xFF
_WITHIN = np.array([90, 90, 200, 255], np.uint8)
_BEYOND = np.array([255, 60, 40, 255], np.uint8)


def save_png(image: Image, path: Path) -> None:
    """Write the image of the first attachment as an 8-bit RGBA file; float channels are clamped to
    0..1, and of integers the lowest eight bits are shown.
    """
    Pillow.fromarray(_bytes(image), "RGBA").save(path, "PNG")


def pictures_of(stem: str, outcome: Outcome | None) -> list[tuple[str, Image]]:
    """Return the images of an outcome with the names of their files: `stem.png`, and of further
    attachments `stem-2.png` and so forth.
    """
    if not isinstance(outcome, Image):
        return []
    first, *others = outcome.parts
    named = [(f"{stem}-{k}.png", one) for k, one in enumerate(others, 2)]
    return [(f"{stem}.png", first), *named]


def save_difference(one: Image, other: Image, tolerance: Tolerance, path: Path) -> bool:
    """Write where two images of first attachments differ: red beyond the tolerance, blue within it;
    false for images of other shapes.
    """
    if (one.width, one.height, one.format) != (other.width, other.height, other.format):
        return False
    picture = _bytes(one) // 4
    picture[..., 3] = 255
    differs = (pixels(one) != pixels(other)).any(axis=2)
    picture[differs] = _WITHIN
    apart = np.abs(pixels(one).astype(np.float64) - pixels(other).astype(np.float64))
    steps = {"rgba8": float(tolerance.step)} | dict.fromkeys(FLOATS, tolerance.absolute)
    allowed = steps.get(one.format, 0.0)
    # Not `apart > allowed`: a NaN is beyond, too.
    picture[(~(apart <= allowed)).any(axis=2)] = _BEYOND
    Pillow.fromarray(picture, "RGBA").save(path, "PNG")
    return True


def _bytes(image: Image) -> NDArray[np.uint8]:
    channels = pixels(image)
    if image.format == "d32f":
        # A depth is shown as a grey.
        opaque = np.ones_like(channels[..., :1])
        channels = np.concatenate((channels[..., :1],) * 3 + (opaque,), axis=2)
    if image.format == "rgba8":
        return np.array(channels, dtype=np.uint8)
    if image.format not in FLOATS:
        return (channels.astype(np.int64) & _BYTE).astype(np.uint8)
    clamped = np.clip(np.nan_to_num(channels.astype(np.float64), nan=0.0), 0.0, 1.0)
    return np.asarray(np.rint(clamped * 255.0), dtype=np.uint8)
