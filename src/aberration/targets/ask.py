"""Ask drivers for their devices: `python -m aberration.targets.ask TOPIC` prints an `Answer` as
JSON.

Runs in a process of its own, which a driver may take down (see `answers`). Of each device it tells
what a worker on it would report, by the code of the runners.
"""

from __future__ import annotations

import ctypes
import itertools
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import AberrationError
from aberration.targets.answers import NO_DEVICE, Answer, DeviceDescription
from aberration.targets.runners.opengl.context import Display, Egl
from aberration.targets.runners.vulkan.instance import Instance
from aberration.targets.runners.vulkan.radv import RadvRunner

PROBE_SECONDS: Final = 30
_NAME: Final = re.compile(rb"[A-Za-z][A-Za-z0-9_]{2,}")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)+")
_FIRST_CHIP: Final = "TAHITI"
_PROCESSORS: Final = {
    "vega10": "gfx900",
    "raven": "gfx902",
    "vega12": "gfx904",
    "vega20": "gfx906",
    "raven2": "gfx909",
    "navi10": "gfx1010",
    "navi12": "gfx1011",
    "navi14": "gfx1012",
}
"""The names of LLVM's processors by chip, which Mesa of 2020 wants to hear."""


def main(topic: str) -> None:
    """Print the answer; what drivers print goes to stderr."""
    answer_sink = os.dup(1)
    os.dup2(2, 1)
    try:
        answer = _TOPICS[topic]()
    except AberrationError as error:
        answer = Answer(failure=error.message, libraries=libraries())
    except (OSError, ValueError, KeyError) as error:
        answer = Answer(failure=f"its manifest cannot be read: {error}")
    os.write(answer_sink, msgspec.json.encode(answer))
    os._exit(0)


def vulkan() -> Answer:
    """Return all physical devices of the drivers that the environment names."""
    found = Instance().devices()
    devices = tuple(physical.as_device for physical in found if not physical.obstacle)
    failure = "" if devices else next((physical.obstacle for physical in found), NO_DEVICE)
    return Answer(devices, failure, libraries())


def opengl() -> Answer:
    """Return the software device of EGL, as the environment sets it up."""
    egl = Egl()
    return Answer((_opengl_device(egl, egl.software_device()),), "", libraries())


def egl() -> Answer:
    """Return all devices of EGL that come up, each renderer once."""
    library = Egl()
    found: dict[str, DeviceDescription] = {}
    failures = []
    for handle in library.devices():
        try:
            device = _opengl_device(library, handle)
        except AberrationError as error:
            failures.append(error.message)
        else:
            found.setdefault(device.reported, device)
    failure = "" if found else next(iter(failures), NO_DEVICE)
    return Answer(tuple(found.values()), failure, libraries())


def _opengl_device(library: Egl, handle: int) -> DeviceDescription:
    display = Display(library, handle)
    context = display.context("glsl")
    number = number_of(context.version.removeprefix(context.renderer))
    device = DeviceDescription(
        context.renderer, context.version, number, software=library.is_software(handle)
    )
    display.close()
    return device


def radv() -> Answer:
    """Return the chips for which the driver compiles without hardware."""
    library = driver_library()
    names = chips_in(library.read_bytes()) if library else []
    found = [device for name in names for device in _chip(name)]
    failure = "" if found else "it compiles for no chip without hardware (newer Mesa dropped that)"
    return Answer(tuple(found), failure, (str(library),) if library else ())


def chips_in(content: bytes) -> list[str]:
    """Return the names of chips in a driver: its strings before and after the oldest one that
    look like it.
    """
    strings = content.split(b"\0")
    wanted = _FIRST_CHIP.encode()
    at = next((place for place, text in enumerate(strings) if text == wanted), -1)
    if at < 0:
        return []
    before = list(itertools.takewhile(_looks_like_a_chip, reversed(strings[:at])))
    after = itertools.takewhile(_looks_like_a_chip, strings[at:])
    return [name.decode().lower() for name in (*reversed(before), *after)]


def number_of(version: str) -> str:
    """Return the driver's number in a version that OpenGL tells: the first one behind that of
    OpenGL itself.
    """
    found: list[str] = _NUMBER.findall(version)
    return found[min(1, len(found) - 1)] if found else ""


def driver_library() -> Path | None:
    """Return the library that the manifest names, as the loader finds it."""
    manifest = Path(os.environ["VK_DRIVER_FILES"])
    named = str(json.loads(manifest.read_bytes())["ICD"]["library_path"])
    if "/" in named:
        return manifest.parent / named
    return next(map(Path, _in_a_fork(partial(_libraries_with, named))), None)


def libraries() -> tuple[str, ...]:
    """Return the libraries that this process has loaded, but for those of Python."""
    own = (sys.prefix, sys.base_prefix)
    lines = Path("/proc/self/maps").read_text().splitlines() if sys.platform == "linux" else []
    paths = {line.split(maxsplit=5)[5] for line in lines if line.count("/") and ".so" in line}
    return tuple(
        sorted(path for path in paths if path.startswith("/") and not path.startswith(own))
    )


def _chip(chip: str) -> list[DeviceDescription]:
    """Return the chip, by which name the driver knows it, and whether it makes graphics
    pipelines; or nothing.
    """
    for name, draws in itertools.product(
        filter(None, (chip, _PROCESSORS.get(chip, ""))), (True, False)
    ):
        versions = _in_a_fork(partial(_compiling_for, name, "yes" if draws else "no"))
        if versions:
            number = _NUMBER.search(versions[0].rpartition(", ")[2])
            return [
                DeviceDescription(
                    chip, versions[0], number[0] if number else "", "radv", uuid=name, draws=draws
                )
            ]
    return []


def _compiling_for(name: str, graphics: str) -> Iterator[str]:
    os.environ["RADV_FORCE_FAMILY"] = name
    yield RadvRunner().open({"graphics": graphics})


def _libraries_with(library: str) -> Iterator[str]:
    ctypes.CDLL(library)
    yield from (
        path for path in libraries() if Path(path).name.startswith(library.partition(".so")[0])
    )


def _in_a_fork(work: Callable[[], Iterator[str]]) -> list[str]:
    """Return the lines that a child yields before it ends or dies: no driver is loaded in this
    process.
    """
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(PROBE_SECONDS)
        with suppress(BaseException):
            for line in work():
                os.write(sink, f"{line}\n".encode())
        os._exit(0)
    os.close(sink)
    with os.fdopen(source) as lines:
        results = lines.read().splitlines()
    os.waitpid(child, 0)
    return results


def _looks_like_a_chip(text: bytes) -> bool:
    return bool(_NAME.fullmatch(text)) and text == text.upper()


_TOPICS: Final[dict[str, Callable[[], Answer]]] = {
    "vulkan": vulkan,
    "radv": radv,
    "opengl": opengl,
    "egl": egl,
}

if __name__ == "__main__":
    main(sys.argv[1])
