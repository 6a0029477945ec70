"""Brings the shader compilers of other years, those of Debian's bullseye, trixie and sid, or of the
suites named: `python -m aberration.targets.bring.roots [SUITE ...]`.

Of each suite Mesa's drivers, SPIRV-Tools and the front ends are unpacked, with what they need,
into a folder of `roots` among the tools; nothing is installed in the system, and signatures are
checked as always. 10 s and 0.2 to 0.4 GB each. A folder is there as a whole or not at all. Safe to
run again: what is there is only prepared for this machine, as it is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from aberration.core.errors import AberrationError
from aberration.targets.answers import forget_failures
from aberration.targets.places import tools_folder
from aberration.targets.registry import discover
from aberration.targets.roots import RECORD, prepare, root_of

SUITES: Final = ("bullseye", "trixie", "sid")
PACKAGES: Final = (
    *(
        "mesa-vulkan-drivers",
        "libvulkan1",
        "libegl1",
        "libegl-mesa0",
        "libgl1-mesa-dri",
        "mesa-drm-shim",
    ),
    *("spirv-tools", "spirv-cross", "glslang-tools", "glslc"),
)
"""Those that a suite does not have are left out."""
_LEFT_AWAY: Final = (
    "/usr/share/doc/*",
    "/usr/share/man/*",
    "/usr/share/locale/*",
    "/usr/share/icons/*",
)
_STANZA: Final = re.compile(
    r"^Package: (?P<name>\S+)$(?:\n.+)*?\nVersion: (?P<version>\S+)$", re.MULTILINE
)


def main(suites: Sequence[str]) -> int:
    """Bring the suites; a suite that cannot be brought leaves its targets unavailable, and is
    no failure.
    """
    if not _tool_here():
        return 0
    places = [tools_folder() / "roots" / f"{suite}-shaders" for suite in suites]
    for suite, place in zip(suites, places, strict=True):
        try:
            _bring(suite, place)
        except (AberrationError, OSError) as error:
            _say(f"no {suite}: {error}; its targets stay unavailable")
    _say("asking the drivers what they are")
    forget_failures()
    discover()
    here = [place for place in places if (place / RECORD).is_file()]
    _say(f"ready: {' '.join(place.name for place in here) or 'nothing'}")
    return 0


def _bring(suite: str, place: Path) -> None:
    known = root_of(place / RECORD)
    if known is not None:
        prepare(place, dict(known.record.packages))
        return
    _say(f"unpacking the shader compilers of {suite}")
    beside = place.with_name(f".{place.name}.{os.getpid()}")
    beside.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(place, ignore_errors=True)
    try:
        _unpack(suite, beside)
        versions = _versions(beside)
        shutil.rmtree(beside / "var", ignore_errors=True)
        prepare(beside, versions)
        beside.rename(place)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _unpack(suite: str, folder: Path) -> None:
    """Unpack the packages; a mirror's copy of sid may be weeks old, which apt calls expired."""
    options = ['Acquire::Check-Valid-Until "false"', 'APT::Install-Recommends "false"']
    command = [
        *("mmdebstrap", "--quiet", "--variant=extract", "--skip=cleanup/apt"),
        *(f"--aptopt={option}" for option in options),
        *(f"--dpkgopt=path-exclude={pattern}" for pattern in _LEFT_AWAY),
        *(f"--include=?exact-name({package})" for package in PACKAGES),
        *(suite, str(folder), _mirror()),
    ]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.startswith("E:")] or [
            "it wrote no error"
        ]
        raise OSError(f"mmdebstrap failed: {lines[0]}")


def _versions(folder: Path) -> dict[str, str]:
    """Return the versions of our packages by the lists that apt fetched."""
    lists = sorted((folder / "var" / "lib" / "apt" / "lists").glob("*_Packages"))
    found = [
        match for path in lists for match in _STANZA.finditer(path.read_text("utf-8", "replace"))
    ]
    return {match["name"]: match["version"] for match in found if match["name"] in PACKAGES}


def _mirror() -> str:
    """Return the mirror of Debian that apt uses here."""
    wanted = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(LABEL)", "Created-By: Packages"]
    lines = _output_of(wanted).splitlines()
    mirrors = [line.rpartition(" ")[0] for line in lines if line.rpartition(" ")[2] == "Debian"]
    if not mirrors:
        raise OSError("apt knows no mirror of Debian")
    return mirrors[0]


def _tool_here() -> bool:
    """Tell whether mmdebstrap is here, and install it where we may."""
    if shutil.which("mmdebstrap") is None and shutil.which("apt-get") is not None:
        become = [] if os.geteuid() == 0 else ["sudo", "-n"]
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "mmdebstrap"]
        for command in (["apt-get", "update", "-qq"], install):
            _output_of([*become, *command])
    if shutil.which("mmdebstrap") is not None:
        return True
    _say(
        "mmdebstrap is needed for shader compilers of other years: sudo apt-get install "
        "mmdebstrap; going on without"
    )
    return False


def _output_of(command: Iterable[str]) -> str:
    try:
        return subprocess.run(
            list(command), capture_output=True, text=True, errors="replace", check=False
        ).stdout
    except OSError:
        return ""


def _say(text: str) -> None:
    print(f"compilers: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or SUITES))
