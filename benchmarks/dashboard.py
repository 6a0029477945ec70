"""How long the pages of the dashboard take with a million tests and ten thousand findings, and how
much memory the server has.

    python -m benchmarks.dashboard FOLDER [ADDRESS]

makes the store of `benchmarks.large_store` in a folder or in an empty database by its address,
unless it is there already, serves it, and prints the figures. Processor time is the server's own:
on a busy machine it says what a quiet one would need.
"""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from benchmarks.large_store import NAME, fill, large_store

_LOOKS = 7
_BUGS = 5
"""Of so many bugs the first visit is measured."""


def main(folder: Path, address: str = "") -> None:
    """Make the store where it is missing, serve it, and print the figures."""
    store = large_store(folder, address)
    is_there = store.exists()
    store.close()
    if not is_there:
        fill(folder, address)
    served = address or str(folder)
    command = [sys.executable, "-m", "aberration.cli.main", "serve", served, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            site = process.stdout.readline().split()[0].rstrip("/")
            measure(site, process.pid)
        finally:
            process.terminate()


def measure(site: str, pid: int) -> None:
    """Print what each page takes, the first time and then, and the server's memory."""
    begun = time.monotonic()
    for name in ("/", f"/campaigns/{NAME}"):
        _print_page(site, name, pid)
    while b"are being gathered" in _get(f"{site}/bugs"):
        time.sleep(1.0)
    print(f"bugs gathered after {time.monotonic() - begun:.1f} s")
    page = _get(f"{site}/bugs").decode()
    bugs = [part.partition('"')[0] for part in page.split('class="row" href="')[1:]]
    for name in ("/", f"/campaigns/{NAME}", "/bugs", "/bugs?q=frame+77&kind=crash&sort=found"):
        _print_page(site, name, pid)
    for name in bugs[:_BUGS]:
        _print_page(site, name, pid)
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(("VmRSS", "VmHWM")):
            print(line)


def _print_page(site: str, name: str, pid: int) -> None:
    (first, own), *again = [_cost(f"{site}{name}", pid) for _ in range(_LOOKS)]
    times, owns = sorted(one for one, _ in again), sorted(one for _, one in again)
    print(
        f"{name:40} first {1e3 * first:5.0f} ms (processor {1e3 * own:4.0f}), then "
        f"{1e3 * times[0]:4.0f} to {1e3 * times[-1]:4.0f} ms (processor {1e3 * owns[0]:4.0f})"
    )


def _cost(address: str, pid: int) -> tuple[float, float]:
    """Return the seconds of a request, and those of the server's processor time."""
    before, begun = _processor_seconds(pid), time.monotonic()
    _get(address)
    return time.monotonic() - begun, _processor_seconds(pid) - before


def _processor_seconds(pid: int) -> float:
    """Return what a process has had, by its clock (`clock_getcpuclockid` of Linux)."""
    return time.clock_gettime((~pid << 3) | 2)


def _get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=600) as answer:
        return bytes(answer.read())


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3])
