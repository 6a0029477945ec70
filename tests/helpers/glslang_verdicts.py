"""What glslang says about many programs: all in one process, and in smaller groups where it
dies of one.
"""

from pathlib import Path

from helpers.glslang_symbols import run_glslang

_GROUP = 64


def verdicts(files: list[Path], folder: Path) -> dict[Path, list[str] | None]:
    """Return the errors of each file, an empty list where it is accepted; None where glslang
    dies of it.
    """
    found: dict[Path, list[str] | None] = {}
    for start in range(0, len(files), _GROUP):
        _judge(files[start : start + _GROUP], folder, found)
    return found


def _judge(files: list[Path], folder: Path, found: dict[Path, list[str] | None]) -> None:
    """A file alone is given twice: only of several does glslang print the names."""
    alone = len(files) == 1
    output = run_glslang([str(file) for file in (files * 2 if alone else files)], folder)
    names = {str(file): file for file in files}
    current: list[str] | None = None
    seen: dict[Path, list[str]] = {}
    for line in output.splitlines():
        if line in names:
            current = seen.setdefault(names[line], [])
        elif current is not None and line.startswith("ERROR:"):
            current.append(line)
    if len(seen) == len(files):
        found.update(seen)
    elif alone:
        found[files[0]] = None
    else:
        middle = len(files) // 2
        _judge(files[:middle], folder, found)
        _judge(files[middle:], folder, found)
