"""What Tint says about many WGSL programs: Dawn's null backend, all in one process."""

import json
import shutil
import subprocess
from pathlib import Path

from aberration.targets.places import tools_folder

_SCRIPT = Path(__file__).with_suffix(".mjs")
_NEWEST = "dawn-0.6.2"


def missing() -> str:
    """Return what is not here, or nothing."""
    if shutil.which("node") is None:
        return "no Node.js (node) was found on the PATH"
    return "" if _dawn().is_dir() else f"no Dawn: {_dawn()} is not there"


def _dawn() -> Path:
    return tools_folder() / _NEWEST


def tint_verdicts(files: list[Path], folder: Path) -> dict[Path, list[str]]:
    """Return Tint's errors for each file, an empty list where it is accepted."""
    listed, out = folder / "files.json", folder / "errors.json"
    listed.write_text(json.dumps([str(file) for file in files]))
    command = ["node", str(_SCRIPT), str(_dawn()), str(listed), str(out)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return {Path(name): errors for name, errors in json.loads(out.read_text()).items()}
