"""Roots: compilers and drivers of other systems, each system in a folder, as `make compilers`
unpacks them.

A worker runs with the libraries of a root and our own interpreter. Where the root's C library is at
least as new as this machine's, the root's own loader starts it (ld.so(8), `--library-path`), for
what is older than a C library runs with it. Where it is older, the worker starts as always, and
finds what this machine lacks in a folder of links (`LD_LIBRARY_PATH`), and all of Mesa's, whose
parts fit each other in one version alone. Either way it is the same process, needs no privileges,
namespaces or mounts, and can be forked, limited and killed as any other one. Programs are called
through small scripts.

What aberration adds to a root lies in its folder `aberration`: manifests, links, scripts, and the
record, written last.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import BadInput

OWN_FOLDER: Final = Path("aberration")
RECORD: Final = OWN_FOLDER / "root.json"
MANIFESTS: Final = OWN_FOLDER / "icd.d"
LINKS: Final = OWN_FOLDER / "lib"
PROGRAMS: Final = OWN_FOLDER / "bin"
EGL_VENDOR: Final = Path("usr/share/glvnd/egl_vendor.d/50_mesa.json")
TESTED: Final = ("spirv-opt", "spirv-cross", "glslangValidator", "glslc")
"""The programs that are compilers under test."""
_MANIFEST_FOLDERS: Final = ("usr/share/vulkan/icd.d", "usr/lib/chromium")
_LIBRARY_FOLDERS: Final = tuple(
    f"{folder}/{os.uname().machine}-linux-gnu*" for folder in ("usr/lib", "lib")
)
_MACHINE_LIBRARIES: Final = ("lib", "usr/lib", "lib64", "usr/lib64")
_LIBRARY: Final = re.compile(r"lib.+\.so(?:\.\d+)*|lib.+-\d[\w.+-]*\.so(?:\.\d+)*")
_TOGETHER: Final = re.compile(r"lib(?:EGL_mesa|GLX_mesa|glapi|gbm|gallium|vulkan_|xatracker)")
"""Mesa's libraries, whose names stay while what they call in each other changes."""
_OF_THE_C_LIBRARY: Final = re.compile(
    r"(?:ld-|ld\.so|lib(?:c|m|dl|rt|pthread|resolv|util|anl|nsl|mvec|thread_db|BrokenLocale|SegFault"
    r"|memusage|pcprofile|c_malloc_debug|nss_\w+)[.-])"
)
_PLAIN: Final = re.compile(r"(?P<number>\d+(?:\.\d+)*)")
_DATED: Final = re.compile(r"\d{4}\.\d\d\.\d\d\+(?P<number>\d+(?:\.\d+)*)")
_RELEASE: Final = re.compile(rb"GNU C Library [^\0]*? release version (\d+(?:\.\d+)+)")

Variables = tuple[tuple[str, str], ...]


class Record(msgspec.Struct, frozen=True):
    """What is known of a root: versions of its C library, of that of the machine that it was
    prepared for, of packages.

    `loader` and `libraries`, the folders of its libraries, are relative to it.
    """

    libc: str
    machine: str
    loader: str
    libraries: tuple[str, ...]
    packages: tuple[tuple[str, str], ...]

    @property
    def newer(self) -> bool:
        """True where what was made for this machine runs with the root's C library."""
        return numbers(self.libc) >= numbers(self.machine)


class Root(msgspec.Struct, frozen=True):
    """A root that is complete."""

    name: str
    folder: Path
    record: Record

    @property
    def launch(self) -> tuple[str, ...]:
        """Return the words that start a program with the root's libraries; none where its C
        library is too old.
        """
        if not self.record.newer:
            return ()
        return str(self.folder / self.record.loader), "--library-path", self._paths("")

    @property
    def environment(self) -> Variables:
        """Return the variables with which a worker finds the root's drivers of OpenGL, and its
        libraries.
        """
        drivers = ("LIBGL_DRIVERS_PATH", self._paths("dri"))
        vendor = ("__EGL_VENDOR_LIBRARY_FILENAMES", str(self.folder / EGL_VENDOR))
        if self.record.newer:
            return drivers, vendor
        return ("LD_LIBRARY_PATH", str(self.folder / LINKS)), drivers, vendor

    @property
    def fits(self) -> bool:
        """True where it was prepared for a machine with this C library; `make compilers`
        prepares it anew.
        """
        return self.record.machine == machine_libc()

    @property
    def manifests(self) -> Path:
        """Return the folder of the manifests of its Vulkan drivers."""
        return self.folder / MANIFESTS

    def version(self, package: str) -> str:
        """Return the upstream version of a package in a form for target ids, such as `26.2.6`,
        or nothing.
        """
        return upstream(dict(self.record.packages).get(package, ""))

    def program(self, name: str) -> Path | None:
        """Return the script that calls a program of the root, or None."""
        script = self.folder / PROGRAMS / name
        return script if script.is_file() else None

    def _paths(self, part: str) -> str:
        return os.pathsep.join(str(self.folder / folder / part) for folder in self.record.libraries)


def installed_roots(tools: Path) -> list[Root]:
    """Return the complete roots in the folder of compilers that fit this machine, by name."""
    return [root for root in complete_roots(tools) if root.fits]


def complete_roots(tools: Path) -> list[Root]:
    """Return all complete roots in the folder of compilers, by name."""
    found = [_read(path) for path in sorted((tools / "roots").glob(f"[!.]*/{RECORD}"))]
    return [root for root in found if root is not None]


def root_of(path: Path) -> Root | None:
    """Return the root that a file lies in, or None."""
    records = (folder / RECORD for folder in path.absolute().parents)
    return next((_read(record) for record in records if record.is_file()), None)


def _read(record: Path) -> Root | None:
    """Return the root of a record; None for one that another version of aberration wrote."""
    folder = record.parents[1]
    try:
        return Root(folder.name, folder, msgspec.json.decode(record.read_bytes(), type=Record))
    except (OSError, msgspec.DecodeError):
        return None


def prepare(folder: Path, packages: Mapping[str, str]) -> Record:
    """Write what aberration adds into an unpacked root, the record last; raise `BadInput` for what
    is no root.

    `packages` are versions by name. Paths in it are relative, so that the whole can be moved
    afterwards.
    """
    libraries = tuple(str(part.relative_to(folder)) for part in library_folders(folder))
    loader = str(loader_of(folder).relative_to(folder))
    record = Record(
        libc_of(folder), machine_libc(), loader, libraries, tuple(sorted(packages.items()))
    )
    shutil.rmtree(folder / OWN_FOLDER, ignore_errors=True)
    for part in (MANIFESTS, LINKS, PROGRAMS):
        (folder / part).mkdir(parents=True)
    _write_manifests(folder)
    if not record.newer:
        _link_libraries(folder)
    for name in TESTED:
        if (folder / "usr" / "bin" / name).is_file():
            _write_script(folder, name, record)
    (folder / RECORD).write_bytes(msgspec.json.encode(record))
    return record


def upstream(version: str) -> str:
    """Return the upstream part of a Debian version: `26.2.6` of `26.2.6-1`, `2026.4` of
    `2026.4~rc2-1`.

    What follows a + is a second number, and counts where the first one is a date, as in
    `2021.01.15+1.4.357.0-1`.
    """
    without_epoch = version.rpartition(":")[2]
    without_epoch = without_epoch.rpartition("-")[0] or without_epoch
    found = _DATED.match(without_epoch) or _PLAIN.match(without_epoch)
    return found["number"] if found else ""


def numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, to compare by."""
    return tuple(int(number) for number in re.findall(r"\d+", version))


def machine_libc() -> str:
    """Return the version of this machine's C library, nothing where it is not glibc."""
    try:
        name, _, version = (os.confstr("CS_GNU_LIBC_VERSION") or "").partition(" ")
    except (ValueError, OSError):
        return ""
    return version if name == "glibc" else ""


def libc_of(folder: Path) -> str:
    """Return the version of a root's C library; raise `BadInput` where there is none."""
    for library in (part / "libc.so.6" for part in library_folders(folder)):
        found = _RELEASE.search(library.read_bytes()) if library.is_file() else None
        if found:
            return found[1].decode()
    raise BadInput(
        "expected the root of a system with glibc, but it has no libc.so.6", where=str(folder)
    )


def library_folders(folder: Path) -> list[Path]:
    """Return the folders of a root's libraries for its architecture."""
    return [
        found
        for pattern in _LIBRARY_FOLDERS
        for found in sorted(folder.glob(pattern))
        if found.is_dir()
    ]


def loader_of(folder: Path) -> Path:
    """Return a root's loader; raise `BadInput` where there is none."""
    for part in library_folders(folder):
        for found in sorted(part.glob("ld-linux*.so.*")):
            return found
    raise BadInput(
        "expected the root of a system with glibc, but it has no ld-linux*.so", where=str(folder)
    )


def _write_manifests(folder: Path) -> None:
    """Copy the manifests with the paths of libraries as they are from here; a name alone the
    loader looks for.
    """
    for source in (
        path for part in _MANIFEST_FOLDERS for path in sorted((folder / part).glob("*.json"))
    ):
        document = json.loads(source.read_bytes())
        named = Path(document["ICD"]["library_path"])
        library = folder / named.relative_to("/") if named.is_absolute() else source.parent / named
        places = (library, *(part / named.name for part in library_folders(folder)))
        found = next((place for place in places if place.is_file()), None)
        if found is not None:
            document["ICD"]["library_path"] = os.path.relpath(found, folder / MANIFESTS)
            (folder / MANIFESTS / source.name).write_text(json.dumps(document, indent=1))


def _link_libraries(folder: Path) -> None:
    mine = [*library_folders(Path("/")), *(Path("/") / part for part in _MACHINE_LIBRARIES)]
    here = {name for part in mine if part.is_dir() for name in os.listdir(part)}
    for library in (path for part in library_folders(folder) for path in sorted(part.iterdir())):
        name = library.name
        wanted = _LIBRARY.fullmatch(name) and not _OF_THE_C_LIBRARY.match(name)
        if wanted and (name not in here or _TOGETHER.match(name)) and library.exists():
            place = folder / LINKS / name
            if not place.is_symlink():
                place.symlink_to(os.path.relpath(library, place.parent))


def _write_script(folder: Path, name: str, record: Record) -> None:
    """Write a script that becomes the program, by the root's loader or with the links, wherever
    the root lies.
    """
    program = f'"$root/usr/bin/{name}"'
    call = f'LD_LIBRARY_PATH="$root/{LINKS}" exec {program} "$@"'
    if record.newer:
        libraries = ":".join(f'"$root/{part}"' for part in record.libraries)
        call = f'exec "$root/{record.loader}" --library-path {libraries} {program} "$@"'
    comment = f"# Runs {name} with the libraries that it was made for."
    script = folder / PROGRAMS / name
    script.write_text(f"#!/bin/sh\n{comment}\nroot=${{0%/{PROGRAMS}/*}}\n{call}\n")
    script.chmod(0o755)
