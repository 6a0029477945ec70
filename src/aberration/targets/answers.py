"""What drivers say of their devices, asked once in a process of its own and remembered.

A driver may hang, die, or take a second to come up, and a command that only lists targets may not.
So each question is put to a process under a deadline (`ask`), and its answer is kept in a file of
the cache folder: as long as the manifest and every library that was loaded are the same files, and
the same device nodes are there. "No device" is also forgotten when anything is installed; what did
not end in time is not remembered at all.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import logging
import os
import re
import sys
import tempfile
import threading
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from glob import glob
from pathlib import Path
from typing import Final, Literal

import msgspec

from aberration.core.caches import cache_folder
from aberration.core.errors import Starved
from aberration.core.files import write_whole
from aberration.core.process import execute
from aberration.core.target import WorkerSpec
from aberration.targets.child import Circumstances
from aberration.targets.death import signal_name
from aberration.targets.worker import worker_environment

Topic = Literal["vulkan", "radv", "opengl", "egl"]
Variables = tuple[tuple[str, str], ...]
FOLDER: Final = "drivers"
SECONDS: Final = 60.0
NO_DEVICE: Final = "it has no device here"
_ASKING: Final = (
    "ask.py",
    "runners/vulkan/instance.py",
    "runners/opengl/context.py",
    "runners/vulkan/radv.py",
)
"""Our own code that an answer comes from."""
_LOG: Final = logging.getLogger(__name__)
_SILENT: Final = 1.5
"""Seconds until somebody who waits is told for what."""
_NODE: Final = re.compile(r"/dev/(?:dri/|nvidia|dxg|kfd|mali|kgsl)")
_INSTALLED_TO: Final = (
    "/usr/lib",
    "/usr/lib64",
    "/usr/lib/*-linux-gnu*",
    "/usr/local/lib",
    "/lib",
    "/lib64",
)


class Question(msgspec.Struct, frozen=True):
    """What to ask, of the drivers that these variables leave, in a process that is launched so.

    `vulkan`: all physical devices; `radv`: the chips for which it compiles without one; `opengl`:
    the software device of EGL; `egl`: all devices of EGL.
    """

    topic: Topic
    environment: Variables = ()
    launch: tuple[str, ...] = ()

    @property
    def manifest(self) -> str:
        """Return the manifest that it is about, or nothing."""
        return dict(self.environment).get("VK_DRIVER_FILES", "")


class DeviceDescription(msgspec.Struct, frozen=True):
    """One device as its driver describes it.

    `reported` is what a worker on it calls its version, `version` the driver's number in that.
    `uuid` distinguishes devices of one name. `draws` is false for a chip for which graphics
    pipelines cannot be made.
    """

    name: str
    reported: str = msgspec.field(name="told")
    version: str
    driver: str = ""
    software: bool = False
    uuid: str = ""
    draws: bool = True


class Answer(msgspec.Struct, frozen=True):
    """The devices, or why there are none; `libraries` are the files that were loaded to find out.

    `asker_failed`: it may be we that failed, and not the driver.
    """

    devices: tuple[DeviceDescription, ...] = ()
    failure: str = ""
    libraries: tuple[str, ...] = ()
    asker_failed: bool = msgspec.field(default=False, name="ours")


class _Kept(msgspec.Struct, frozen=True):
    """An answer with what must be as it was for it to hold: files with their time (ns) and size."""

    answer: Answer
    files: tuple[tuple[str, int, int], ...]


def ask_all(questions: Sequence[Question]) -> list[Answer | None]:
    """Return the answers, in the order of the questions; None for what did not end in time.

    Those that are not known are asked side by side, and by one process where several want to know
    them.
    """
    folder = cache_folder(FOLDER, os.environ)
    nodes = device_nodes()
    places = {question: _place(folder, question, nodes) for question in questions}
    found = {question: _recall(place) for question, place in places.items()}
    if None in found.values():
        with (
            _say_what_lasts(places),
            _alone(folder / f"asking-{_digest(_asker(nodes))}"),
            ThreadPoolExecutor(len(os.sched_getaffinity(0))) as threads,
        ):
            unknown = [
                question
                for question, place in places.items()
                if (found[question] or _recall(place)) is None
            ]
            for question, answer in zip(unknown, threads.map(_ask, unknown), strict=True):
                _keep(places[question], question, answer)
                found[question] = answer
        found = {question: found[question] or _recall(place) for question, place in places.items()}
    return [found[question] for question in questions]


def ask(question: Question) -> Answer | None:
    """Return the answer to one question."""
    return ask_all([question])[0]


def forget_failures() -> None:
    """Forget the answers that name no device: whoever looks for what is wrong wants to know it
    anew.
    """
    for path in cache_folder(FOLDER, os.environ).glob("*.json"):
        answer = _recall(path)
        if answer is None or not answer.devices:
            path.unlink(missing_ok=True)


def device_nodes() -> tuple[tuple[str, bool], ...]:
    """Return the nodes by which drivers reach GPUs, each with whether we may use it."""
    found = sorted(
        node for folder in ("/dev", "/dev/dri") for node in _files_in(folder) if _NODE.match(node)
    )
    return tuple((node, os.access(node, os.R_OK | os.W_OK)) for node in found)


def _files_in(folder: str) -> list[str]:
    try:
        return [entry.path for entry in os.scandir(folder) if not entry.is_dir()]
    except OSError:
        return []


def _place(folder: Path, question: Question, nodes: tuple[tuple[str, bool], ...]) -> Path:
    return folder / f"{_digest((question, _asker(nodes)))}.json"


def _asker(nodes: tuple[tuple[str, bool], ...]) -> object:
    """Return what beside the question decides the answer."""
    return sys.executable, nodes, os.environ.get("LD_LIBRARY_PATH", "")


def _digest(value: object) -> str:
    return hashlib.blake2b(msgspec.msgpack.encode(value), digest_size=12).hexdigest()


def _recall(place: Path) -> Answer | None:
    try:
        kept = msgspec.json.decode(place.read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        return None
    return (
        kept.answer
        if all(_stamp(path) == (path, time, size) for path, time, size in kept.files)
        else None
    )


@contextlib.contextmanager
def _say_what_lasts(questions: Collection[Question]) -> Iterator[None]:
    """Say what is done where it takes long."""
    text = "asking the drivers here for their devices (%d questions, once: answers are kept) ..."
    timer = threading.Timer(_SILENT, _LOG.info, (text, len(questions)))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Let one process of those that would get the same answers ask at a time, where there is a
    folder to agree in: another environment of Python has to wait for none.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = file.open("a")
    except OSError:
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _keep(place: Path, question: Question, answer: Answer | None) -> None:
    """Remember an answer; a machine without a folder for that asks each time."""
    if answer is None or answer.asker_failed:
        return
    files = {question.manifest, *answer.libraries} - {""}
    files |= {str(Path(__file__).parent / name) for name in _ASKING}
    if not answer.devices:
        files |= {folder for pattern in _INSTALLED_TO for folder in glob(pattern)}
    kept = _Kept(answer, tuple(_stamp(path) for path in sorted(files)))
    try:
        write_whole(place, msgspec.json.encode(kept))
    except OSError:
        return


def _stamp(path: str) -> tuple[str, int, int]:
    try:
        status = os.stat(path)
    except OSError:
        return path, 0, -1
    return path, status.st_mtime_ns, status.st_size


def _ask(question: Question) -> Answer | None:
    """Ask a process of its own; None where that says nothing about the driver."""
    with tempfile.TemporaryDirectory(prefix="aberration-") as folder:
        spec = WorkerSpec("", environment=question.environment, launch=question.launch)
        environment = worker_environment(spec, Path(folder), os.environ)
        given = Circumstances("", environment, Path(folder), 2, launch=question.launch)
        command = given.python("aberration.targets.ask", question.topic)
        try:
            done = execute(command, Path(folder), SECONDS, environment)
        except Starved:
            return None
    if done.timed_out:
        return None
    try:
        return msgspec.json.decode(done.stdout, type=Answer)
    except (msgspec.DecodeError, UnicodeDecodeError):
        how = signal_name(done.status)
        ended = f"its driver ended the process that asked ({how or f'exit status {done.status}'})"
        lines = [line.strip() for line in done.log.splitlines() if line.strip()]
        last = lines[-1][:200] if lines else "it wrote nothing"
        return Answer(failure=f"{ended}: {last}", asker_failed=not how)
