"""A program under test with its inputs, as read from files or made by a method."""

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, read_inputs
from aberration.core.wgsl import entry_point

Language = Literal["spirv", "glsl", "essl", "wgsl", "c"]
SHADING: Final[frozenset[Language]] = frozenset(("glsl", "essl", "wgsl"))
ShaderStage = Literal["vertex", "geometry", "fragment", "compute"]
Stage = Literal[ShaderStage, "program"]
POINTED: Final[frozenset[Stage]] = frozenset(("vertex", "geometry"))
"""The stages of which a program draws points, one for each pixel (`aberration.core.attributes`)."""
DRAWN: Final[frozenset[Stage]] = POINTED | {"fragment"}
"""The stages whose result is an image."""

OTHER_STAGE: Final[Mapping[ShaderStage, ShaderStage]] = MappingProxyType(
    {"vertex": "fragment", "fragment": "vertex"}
)
"""The stage of the companion in a pair."""

_SUFFIXES: dict[str, tuple[Language, Stage]] = {
    ".spv": ("spirv", "fragment"),
    ".vert": ("glsl", "vertex"),
    ".geom": ("glsl", "geometry"),
    ".frag": ("glsl", "fragment"),
    ".comp": ("glsl", "compute"),
    ".wgsl": ("wgsl", "fragment"),
    ".c": ("c", "program"),
}
_LANGUAGE_SUFFIX: dict[tuple[str, str], str] = {
    ("spirv", "vertex"): ".spv",
    ("spirv", "geometry"): ".spv",
    ("spirv", "fragment"): ".spv",
    ("spirv", "compute"): ".spv",
    ("glsl", "vertex"): ".vert",
    ("glsl", "geometry"): ".geom",
    ("glsl", "fragment"): ".frag",
    ("glsl", "compute"): ".comp",
    ("essl", "vertex"): ".vert",
    ("essl", "geometry"): ".geom",
    ("essl", "fragment"): ".frag",
    ("essl", "compute"): ".comp",
    ("wgsl", "vertex"): ".wgsl",
    ("wgsl", "fragment"): ".wgsl",
    ("wgsl", "compute"): ".wgsl",
    ("c", "program"): ".c",
}
_OP_ENTRY_POINT = 15
_MODELS: Final[dict[int, Stage]] = {0: "vertex", 4: "fragment", 5: "compute"}
"""Execution models of SPIR-V, section 3.3."""
_COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.DOTALL)
_VERSION = re.compile(
    rb"^[ \t]*#[ \t]*version[ \t]+(?P<number>\d{1,9})(?:[ \t]+(?P<profile>\w+))?", re.MULTILINE
)
_LATER: Final = ("constants", "attachments")
"""Inputs that a digest leaves out where there are none: those without them keep their digests."""
_NO_VERSION = (100, "es")
_DESKTOP = (110, "")
_PRECISION = re.compile(rb"\b(?:precision|lowp|mediump|highp|GL_ES)\b")
_FLOATS = re.compile(rb"\b(?:float|vec[234]|mat[234])\s+[A-Za-z_]")


class Program(msgspec.Struct, frozen=True):
    """Source (bytes) in a language for a stage, with the inputs it runs on.

    Of a pair of a vertex and a fragment shader, `companion` is the source of the other stage, in
    the same language: what methods change is `source` alone. `name` is for people; it takes no part
    in the digest.
    """

    language: Language
    stage: Stage
    source: bytes
    inputs: Inputs = Inputs()
    name: str = ""
    companion: bytes = b""

    @property
    def digest(self) -> str:
        """Return 16 hex digits that stand for language, stage, source, companion and inputs."""
        inputs = msgspec.structs.asdict(self.inputs)
        for name in _LATER:
            if not inputs[name]:
                del inputs[name]
        state = hashlib.blake2b(f"{self.language}/{self.stage}/".encode(), digest_size=8)
        state.update(msgspec.msgpack.encode(inputs))
        state.update(self.source)
        if self.companion:
            state.update(b"\0companion\0" + self.companion)
        return state.hexdigest()

    @property
    def shader_stage(self) -> ShaderStage:
        """Return the stage of a shader; a C program has none."""
        assert self.stage != "program"
        return self.stage

    @property
    def draws(self) -> bool:
        """Whether its result is an image."""
        return self.stage in DRAWN

    @property
    def is_pair(self) -> bool:
        """Whether it is a vertex and a fragment shader."""
        return self.companion != b""

    @property
    def vertices(self) -> bool:
        """Whether its vertices are points of one pixel, with attributes of their own."""
        return self.stage in POINTED or self.is_pair

    def stages(self) -> tuple[tuple[ShaderStage, bytes], ...]:
        """Return the sources of a shader by stage, that of the vertices first in a pair."""
        own = (self.shader_stage, self.source)
        if not self.is_pair:
            return (own,)
        other = (OTHER_STAGE[self.shader_stage], self.companion)
        return (own, other) if self.stage == "vertex" else (other, own)

    def companion_program(self) -> "Program":
        """Return the same pair with the other stage as its source."""
        return msgspec.structs.replace(
            self,
            stage=OTHER_STAGE[self.shader_stage],
            source=self.companion,
            companion=self.source,
        )

    @property
    def suffix(self) -> str:
        """Return the file suffix of the source, such as `.spv`."""
        return _LANGUAGE_SUFFIX[self.language, self.stage]


def companion_file(program: Program, stem: str) -> str:
    """Return the name of the file with the companion of a pair beside one that begins with a stem;
    nothing for a program that has none.
    """
    if not program.is_pair:
        return ""
    suffix = program.companion_program().suffix
    word = ".vert" if program.stage == "fragment" else ".frag"
    return f"{stem}{suffix if suffix == word else word + suffix}"


def load_program(path: Path) -> Program:
    """Read a program and the `.json` beside it, if any; raise `BadInput` for what cannot be
    read.
    """
    if path.suffix not in _SUFFIXES:
        known = " ".join(sorted(_SUFFIXES))
        raise BadInput(
            f"expected a program ({known}), but a {path.suffix or 'suffixless'} file came",
            where=str(path),
        )
    try:
        source = path.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(path)) from None
    language, stage = _SUFFIXES[path.suffix]
    if language == "spirv":
        stage = stage_of_spirv(source, str(path))
    elif language == "glsl":
        language = shading_language(source, stage)
    elif language == "wgsl":
        stage = stage_of_wgsl(source, str(path))
    return Program(language, stage, source, _inputs_beside(path), path.stem)


def without_comments(source: bytes) -> bytes:
    """Return the text of a shader with a blank in place of each comment."""
    return _COMMENT.sub(b" ", source)


def shading_version(source: bytes, stage: Stage = "fragment") -> tuple[int, str]:
    """Return number and profile of a shader's `#version`, such as (310, "es").

    Without one it is ESSL 1.00, or GLSL 1.10 where it declares floats and says no precision: ESSL
    demands one of fragment shaders (1.00, 4.5.3 "Default Precision Qualifiers").
    """
    text = without_comments(source)
    found = _VERSION.search(text)
    if found is None:
        without_precision = _FLOATS.search(text) and not _PRECISION.search(text)
        return _DESKTOP if without_precision and stage != "vertex" else _NO_VERSION
    number, profile = int(found["number"]), (found["profile"] or b"").decode()
    return _NO_VERSION if number == _NO_VERSION[0] else (number, profile)


def shading_language(source: bytes, stage: Stage = "fragment") -> Language:
    """Return whether the text of a shader is GLSL or ESSL, by its `#version`."""
    return "essl" if shading_version(source, stage)[1] == "es" else "glsl"


def stage_of_spirv(source: bytes, where: str) -> Stage:
    """Return the stage of the first entry point; other stages than vertex, fragment and compute
    are refused.
    """
    words = memoryview(source[: len(source) & ~3]).cast("I")
    at = 5
    while at < len(words):
        length, opcode = words[at] >> 16, words[at] & 0xFFFF
        if opcode == _OP_ENTRY_POINT and at + 1 < len(words):
            return _named_stage(words[at + 1], where)
        if length == 0:
            break
        at += length
    hint = "`spirv-val` may say more."
    raise BadInput(
        "expected a SPIR-V module with an entry point, but none was found", where=where, hint=hint
    )


def stage_of_wgsl(source: bytes, where: str) -> Stage:
    """Return the stage of the first entry point, one for vertices only where there is no other."""
    found = entry_point(source.decode("utf-8", "replace"))
    if found is None:
        raise BadInput(
            "expected WGSL with a @vertex, @fragment or @compute function, but none was found",
            where=where,
        )
    return found[0]


def _named_stage(model: int, where: str) -> Stage:
    if model in _MODELS:
        return _MODELS[model]
    raise BadInput(
        f"expected a vertex, fragment or compute entry point, but execution model {model} came",
        where=where,
    )


def _inputs_beside(path: Path) -> Inputs:
    for candidate in (path.with_suffix(".json"), path.with_name(path.name.split(".")[0] + ".json")):
        if candidate.is_file():
            return read_inputs(candidate.read_bytes(), str(candidate))
    return Inputs()
