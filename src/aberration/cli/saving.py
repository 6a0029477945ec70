"""Write outcomes as files that people can open."""

import re
from pathlib import Path

from aberration.core.outcome import (
    Buffers,
    Crash,
    Invalid,
    Outcome,
    Rejected,
    Text,
    Translated,
)
from aberration.report.images import pictures_of, save_png


def safe_name(text: str) -> str:
    """Return a text as a file name."""
    return re.sub(r"[^A-Za-z0-9.@+]+", "-", text).strip("-")


def save_outcome(outcome: Outcome, folder: Path, stem: str) -> list[Path]:
    """Write what there is to see of an outcome: an image, buffers, what was printed, a log, a
    program.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, image in pictures_of(stem, outcome):
        paths.append(folder / name)
        save_png(image, paths[-1])
    for suffix, data in _parts(outcome):
        path = folder / f"{stem}{suffix}"
        path.write_bytes(data)
        paths.append(path)
    return paths


def _parts(outcome: Outcome) -> list[tuple[str, bytes]]:
    match outcome:
        case Buffers():
            return [(f".{index}.bin", data) for index, data in enumerate(outcome.data)]
        case Text():
            return [(".txt", outcome.stdout)]
        case Crash():
            return [(".log", outcome.log.encode())]
        case Rejected():
            return [(".log", outcome.message.encode())]
        case Invalid():
            return [
                (".log", outcome.message.encode()),
                (outcome.program.suffix, outcome.program.source),
            ]
        case Translated():
            return [(outcome.program.suffix, outcome.program.source)]
        case _:
            return []
