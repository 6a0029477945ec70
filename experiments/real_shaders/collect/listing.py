"""What a collector in Python writes: each text once, and a list of names, languages and stages."""

from __future__ import annotations

import json
from pathlib import Path

ENDINGS = {"vertex": "vert", "fragment": "frag", "compute": "comp"}


class Output:
    """A folder of collected shaders."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.shaders: list[dict[str, str]] = []
        self.failed: list[dict[str, str]] = []
        self.texts: set[str] = set()

    def keep(self, name: str, language: str, stage: str, text: str) -> None:
        """Write a text, unless it was met before."""
        if text in self.texts:
            return
        self.texts.add(text)
        ending = "wgsl" if language == "wgsl" else ENDINGS[stage]
        file = f"{len(self.shaders):04}.{ending}"
        (self.folder / file).write_text(text)
        self.shaders.append({"name": name, "language": language, "stage": stage, "file": file})

    def fail(self, name: str, error: Exception) -> None:
        """Say that something could not be assembled."""
        self.failed.append(
            {"name": name, "reason": f"{type(error).__name__}: {error}".split("\n")[0]}
        )

    def finish(self) -> None:
        """Write the list."""
        (self.folder / "list.json").write_text(
            json.dumps({"shaders": self.shaders, "failed": self.failed}, indent=1)
        )
        print(f"{self.folder}: {len(self.shaders)} shaders, {len(self.failed)} not assembled")
