"""Processes below a process, and whether they are still there."""

import subprocess
from pathlib import Path


def children_of(pid: int) -> list[int]:
    """Return all processes below one, at any depth."""
    listed = subprocess.run(
        ["ps", "-e", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout
    parents = {int(line.split()[0]): int(line.split()[1]) for line in listed.splitlines()}
    below = {pid}
    while more := {child for child, parent in parents.items() if parent in below} - below:
        below |= more
    return sorted(below - {pid})


def alive(pid: int) -> bool:
    """True unless the process is gone, or dead and not yet buried."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
