"""Targets whose hosts write down what they call: a line for each call, with its plain arguments.

A worker takes the name of the file from its environment. What is no number, text or list of these
is a dash in the lines.
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Final

from msgspec.structs import replace

from aberration.core.target import Target
from aberration.targets.runners.opengl import context
from aberration.targets.runners.opengl.binding import Call, Gl
from aberration.targets.runners.opengl.runner import OpenGlRunner
from aberration.targets.runners.webgpu.wgpu import WgpuRunner

FILE: Final = "ABERRATION_CALLS"
SEARCHED: Final = os.pathsep.join(
    filter(None, (str(Path(__file__).resolve().parent.parent), os.environ.get("PYTHONPATH")))
)
_WRAPPER: Final = Path(__file__).with_name("host_calls.mjs")
_RUNNERS: Final = {
    "opengl": "helpers.host_calls:TellingOpenGlRunner",
    "wgpu": "helpers.host_calls:TellingWgpuRunner",
}


class TellingGl(Gl):
    """Entry points that write down that they are called."""

    def __getitem__(self, name: str) -> Call:
        """Return the entry point of a name."""
        return _telling(name, super().__getitem__(name))


class TellingOpenGlRunner(OpenGlRunner):
    """Writes down the calls of OpenGL."""

    def open(self, options: Mapping[str, str]) -> str:
        """Open it with such entry points."""
        vars(context)["Gl"] = TellingGl
        return super().open(options)


class TellingWgpuRunner(WgpuRunner):
    """Writes down the calls of wgpu's objects."""

    def open(self, options: Mapping[str, str]) -> str:
        """Open it with such objects."""
        sys.path.insert(0, options["path"])
        _let_methods_tell(importlib.import_module("wgpu.backends.wgpu_native._api"))
        return super().open(options)


def telling(target: Target, folder: Path) -> tuple[Target, Path]:
    """Return a target that writes down its calls, and the file."""
    (stage,) = target.stages
    worker, file = stage.worker, folder / "calls.txt"
    file.touch()
    environment = (*worker.environment, (FILE, str(file)), ("PYTHONPATH", SEARCHED))
    options = dict(worker.options)
    if worker.runner == "dawn":
        options["path"] = str(_wrapped_package(Path(options["path"]), folder))
    runner = _RUNNERS.get(worker.runner, worker.runner)
    told = replace(
        worker, runner=runner, environment=environment, options=tuple(sorted(options.items()))
    )
    return replace(target, stages=(replace(stage, worker=told),)), file


def _wrapped_package(path: Path, folder: Path) -> Path:
    """Return a folder with a package that is Dawn's, with objects that write down their calls."""
    own, package = path / "node_modules" / "webgpu", folder / "node_modules" / "webgpu"
    package.mkdir(parents=True)
    shutil.copy(own / "package.json", package)
    text = _WRAPPER.read_text().replace("PACKAGE", json.dumps((own / "index.js").as_uri()))
    (package / "index.js").write_text(text)
    return folder


def _let_methods_tell(module: ModuleType) -> None:
    for name, kind in vars(module).items():
        if not name.startswith("GPU") or not inspect.isclass(kind):
            continue
        for method, call in list(vars(kind).items()):
            if inspect.isfunction(call) and not method.startswith("_"):
                setattr(kind, method, _telling_method(method, call))


def _telling_method(name: str, call: Callable[..., object]) -> Callable[..., object]:
    def method(self: object, *arguments: object, **named: object) -> object:
        _write(name, (*arguments, *([named] if named else [])))
        return call(self, *arguments, **named)

    return method


def _telling(name: str, call: Call) -> Call:
    def function(*arguments: object) -> int:
        _write(name, arguments)
        return call(*arguments)

    return function


def _write(name: str, arguments: tuple[object, ...]) -> None:
    with Path(os.environ[FILE]).open("a") as file:
        shown = ", ".join(json.dumps(one, default=lambda _: "-") for one in arguments)
        file.write(f"{name}({shown})\n")
