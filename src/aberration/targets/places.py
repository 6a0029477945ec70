"""Where the compilers lie that are kept in folders of their own, beside those on the PATH."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from aberration.core.process import search_path

TOOLS_VARIABLE = "ABERRATION_TOOLS"
SETUP: Final = "aberration setup"
"""The command that brings what a machine lacks; `make setup` does the same in a checkout."""
SETUP_COMPILERS: Final = "aberration setup --compilers"
"""The command that brings compilers of other years too."""


def tools_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of compilers: `ABERRATION_TOOLS`, else `.tools` of a checkout, else the
    user's data folder.
    """
    if environment.get(TOOLS_VARIABLE):
        return Path(environment[TOOLS_VARIABLE])
    root = Path(__file__).resolve().parents[3]
    if (root / "pyproject.toml").is_file():
        return root / ".tools"
    data = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "aberration" / "tools"


def wrappers_folder() -> Path:
    """Return the folder of scripts that call compilers kept in folders of their own, such as
    `gcc-9`.
    """
    return tools_folder() / "bin"


def is_script(path: Path) -> bool:
    """True for a program that an interpreter runs, such as the wrapper of a Python package."""
    with path.open("rb") as stream:
        return stream.read(2) == b"#!"


def program_on_path(name: str, folders: str = "") -> Path | None:
    """Return the first program of this name on the PATH that is no script, such as a Python
    package's wrapper.
    """
    for folder in (folders or search_path()).split(os.pathsep):
        found = shutil.which(name, path=folder)
        if found and not is_script(Path(found)):
            return Path(found)
    return None
