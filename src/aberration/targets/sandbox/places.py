"""Which folders a worker does not see, and what it needs of them nevertheless."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from glob import glob
from pathlib import Path
from typing import Final

from aberration.core.target import WorkerSpec
from aberration.targets.places import tools_folder
from aberration.targets.sandbox.confinement import Confinement, Way

READABLE_VARIABLE: Final = "ABERRATION_READABLE"
"""Folders that every worker may read, with colons between."""
_HIDDEN: Final = ("/root", "/home", "/tmp", "/var/tmp", "/run", "/dev")
"""Where people keep what is theirs, where services listen, and where devices are."""
_DEVICES: Final = (
    *("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"),
    *("/dev/dri", "/dev/nvidia*", "/dev/kfd", "/dev/dxg", "/dev/mali*", "/dev/kgsl*"),
)
_PATHS: Final = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", READABLE_VARIABLE)
_OF_SYSTEMS: Final = ("/run/opengl-driver", "/run/current-system")
"""Where systems keep their drivers that have no `/usr/lib`."""
_ABSOLUTE: Final = re.compile(r"/[^\s\"':;,=]+")
_NETWORKED: Final = frozenset(("angle", "chromium"))
"""Runners that talk with a browser over the machine's own loopback."""


def confinement_of(
    spec: WorkerSpec, scratch: Path, environment: Mapping[str, str], way: Way = "namespaces"
) -> Confinement:
    """Return how the worker of a spec is confined on this machine."""
    hidden = _private_folders()
    wanted = {str(tools_folder()), *_folders_of_variables(environment), *_folders_named_by(spec)}
    wanted |= {*_always()}
    kept = {path for path in wanted | set(map(os.path.realpath, wanted)) if _inside(path, hidden)}
    network = _has_network(spec)
    return Confinement(str(scratch), hidden, tuple(sorted(kept)), network=network, way=way)


def _private_folders() -> tuple[str, ...]:
    own = (os.path.expanduser("~"), tempfile.gettempdir())
    return tuple(sorted({os.path.realpath(folder) for folder in (*_HIDDEN, *own)} - {"/"}))


@cache
def _always() -> tuple[str, ...]:
    """Return what every worker needs: Python, our code, the devices."""
    python = (sys.prefix, sys.base_prefix, sys.exec_prefix, os.path.dirname(sys.executable))
    own = str(Path(__file__).resolve().parents[3])
    searched = (path for path in sys.path if os.path.isdir(path))
    devices = (path for pattern in _DEVICES for path in glob(pattern))
    return (*python, own, *searched, *devices, *_OF_SYSTEMS)


def _folders_of_variables(environment: Mapping[str, str]) -> list[str]:
    """Return the folders of the variables that list folders."""
    inherited = {READABLE_VARIABLE: os.environ.get(READABLE_VARIABLE, ""), **environment}
    return [
        folder
        for name in _PATHS
        for folder in inherited.get(name, "").split(os.pathsep)
        if os.path.isabs(folder)
    ]


def _folders_named_by(spec: WorkerSpec) -> list[str]:
    """Return the folders of the files that a spec names: in its options, variables and launch."""
    texts = (*(value for _, value in (*spec.options, *spec.environment)), *spec.launch)
    files = [path for text in texts for path in _ABSOLUTE.findall(text) if os.path.exists(path)]
    files += [library for path in files for library in _libraries(path)]
    return [
        folder
        for path in files
        for one in (path, os.path.realpath(path))
        for folder in _around(one)
    ]


def _around(path: str) -> Iterable[str]:
    """Return what belongs to a file: its folder; of a program in a `bin` the libraries, too."""
    if os.path.isdir(path):
        return (path,)
    folder = os.path.dirname(path)
    if os.path.basename(folder) != "bin":
        return (path, folder)
    beside = (os.path.join(os.path.dirname(folder), name) for name in ("lib", "lib64", "libexec"))
    return (path, folder, *(each for each in beside if os.path.isdir(each)))


def _libraries(path: str) -> list[str]:
    """Return the libraries that the manifest of a driver names (`library_path`)."""
    if not path.endswith(".json") or not os.path.isfile(path):
        return []
    try:
        manifest = json.loads(Path(path).read_bytes())
        named = manifest["ICD"]["library_path"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    if not isinstance(named, str) or "/" not in named:
        return []
    return [os.path.normpath(os.path.join(os.path.dirname(path), named))]


def _inside(path: str, hidden: Iterable[str]) -> bool:
    """Say whether a path is out of sight and may be shown: a folder that is hidden itself, or
    contains one, stays so.
    """
    path = os.path.normpath(path)
    if not any(path.startswith(f"{folder}/") for folder in hidden):
        return False
    return not any(folder == path or folder.startswith(f"{path}/") for folder in hidden)


def _has_network(spec: WorkerSpec) -> bool:
    # On hardware (which alone has a limit of resident memory) drivers talk with services of theirs.
    if spec.runner in _NETWORKED or spec.resident:
        return True
    return spec.runner == "command" and _wishes_network(spec.option("definition", "{}"))


def _wishes_network(definition: str) -> bool:
    return bool(json.loads(definition).get("network"))
