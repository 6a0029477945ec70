"""Machines of a cluster on this one: each has a network of its own behind a bridge, and a small
disk (a tmpfs) for its folder.

All this is made inside a namespace of networks, mounts and processes (`unshare`): it ends with the
script, whatever becomes of it. Where nobody may make one, all machines are this one, on the
loopback device, and only processes can be struck.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Final

BRIDGE: Final = "bridge"
DISK: Final = 160 << 20
"""Bytes of the disk of each machine: more than twice what a worker wants free."""
INSIDE: Final = "CLUSTER_FAULTS_INSIDE"
_OUTSIDE: Final = ("--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
_CHUNK: Final = 1 << 20


def may_isolate() -> bool:
    """Return whether namespaces with networks and disks can be made here."""
    unshare = shutil.which("unshare")
    if unshare is None or os.getuid() or not shutil.which("ip") or not shutil.which("nsenter"):
        return False
    words = "ip link add name b0 type bridge && mount -t tmpfs none /mnt"
    tried = [unshare, *_OUTSIDE, "/bin/sh", "-c", words]
    return not subprocess.run(tried, check=False, capture_output=True).returncode


def inside_namespaces(words: Sequence[str]) -> int:
    """Run a command of Python inside namespaces of its own; return its exit code."""
    unshare = shutil.which("unshare")
    assert unshare is not None
    line = [unshare, *_OUTSIDE, sys.executable, *words]
    return subprocess.run(line, env=os.environ | {INSIDE: "1"}, check=False).returncode


def tell_system(*words: str) -> str:
    """Run a tool of the system and return what it prints."""
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


class Machine:
    """One machine; `number` is the end of its address. Inside namespaces it `is_isolated`."""

    def __init__(self, name: str, number: int, folder: Path, *, isolated: bool) -> None:
        self.name = name
        self.folder = folder
        self.is_isolated = isolated
        self.address = f"10.77.0.{number}" if isolated else "127.0.0.1"
        self._link = f"to-{number}"
        self._holder: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True)
        if isolated:
            tell_system("mount", "-t", "tmpfs", "-o", f"size={DISK}", "none", str(folder))
            self._connect(number)

    def start(
        self, words: Sequence[str], environment: Mapping[str, str], log: Path
    ) -> subprocess.Popen[bytes]:
        """Start a process on this machine, with its files for a while on the machine's disk."""
        place = self.folder / "tmp"
        with suppress(OSError):
            place.mkdir(exist_ok=True)
        with log.open("ab") as out:
            return subprocess.Popen(
                [*self._enter(), *words],
                env={**environment, "TMPDIR": str(place)},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )

    def take_disk_away(self) -> None:
        """Let the folder be one as any other, without what was on the disk."""
        if self.is_isolated:
            tell_system("umount", "--lazy", str(self.folder))

    def fill(self) -> None:
        """Leave no byte on the disk."""
        with suppress(OSError), self._ballast.open("wb", buffering=0) as ballast:
            while True:
                ballast.write(bytes(_CHUNK))
        with suppress(OSError), self._ballast.open("ab", buffering=0) as ballast:
            while True:
                ballast.write(bytes(256))

    def empty(self) -> None:
        """Give the room back."""
        self._ballast.unlink(missing_ok=True)

    @property
    def is_full(self) -> bool:
        """True where less than a block is free."""
        return shutil.disk_usage(self.folder).free < 4096

    def cut_off(self) -> None:
        """Take the cable out."""
        tell_system("ip", "link", "set", self._link, "down")

    def plug_in(self) -> None:
        """Put the cable back."""
        tell_system("ip", "link", "set", self._link, "up")

    def slow_down(self, kilobits: int) -> None:
        """Let so many kilobits a second pass, to and fro (tc-tbf(8))."""
        limit = f"root tbf rate {kilobits}kbit burst 4kb latency 400ms".split()
        tell_system("tc", "qdisc", "replace", "dev", self._link, *limit)
        tell_system(*self._enter(), "tc", "qdisc", "replace", "dev", "eth0", *limit)

    def speed_up(self) -> int:
        """Let all pass again; return how many packets had to wait or were dropped."""
        held = 0
        for words in (("tc",), (*self._enter(), "tc")):
            device = self._link if words == ("tc",) else "eth0"
            shown = tell_system(*words, "-s", "qdisc", "show", "dev", device)
            fields = re.findall(r"\w+", shown)
            held += sum(_number_after(fields, word) for word in ("overlimits", "dropped"))
            tell_system(*words, "qdisc", "del", "dev", device, "root")
        return held

    def sent_again(self) -> int:
        """Return how many segments of TCP this machine has sent again (proc_net(5), snmp)."""
        assert self._holder is not None
        lines = Path(f"/proc/{self._holder.pid}/net/snmp").read_text().splitlines()
        names, values = [line.split() for line in lines if line.startswith("Tcp:")]
        return int(dict(zip(names, values, strict=True))["RetransSegs"])

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"

    def _enter(self) -> list[str]:
        if self._holder is None:
            return []
        return [shutil.which("nsenter") or "", f"--net=/proc/{self._holder.pid}/ns/net"]

    def _connect(self, number: int) -> None:
        # A network is there for as long as a process has it.
        self._holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        own = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self._holder.pid}/ns/net") == own:
            pass
        peer = ("peer", "name", "eth0", "netns", str(self._holder.pid))
        tell_system("ip", "link", "add", "name", self._link, "type", "veth", *peer)
        tell_system("ip", "link", "set", self._link, "master", BRIDGE, "up")
        for words in (
            ("ip", "link", "set", "lo", "up"),
            ("ip", "address", "add", f"10.77.0.{number}/24", "dev", "eth0"),
            ("ip", "link", "set", "eth0", "up"),
        ):
            tell_system(*self._enter(), *words)


def make_bridge() -> None:
    """Make what the cables of all machines lead to."""
    tell_system("ip", "link", "set", "lo", "up")
    tell_system("ip", "link", "add", "name", BRIDGE, "type", "bridge")
    tell_system("ip", "link", "set", BRIDGE, "up")


def _number_after(fields: Sequence[str], word: str) -> int:
    return sum(int(after) for name, after in pairwise(fields) if name == word)
