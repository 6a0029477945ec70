"""Scripts of ShaderTrap as programs: one for each run, with the uniforms and buffers bound at that
moment.

What is read are shaders, buffers, uniforms and runs; assertions and dumps are left out. Textures
and samplers, geometry that does not cover the image, and runs that go on with what earlier ones
wrote are refused by name.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec

from aberration.campaign.readers.common import (
    CODES,
    GROUPS,
    LARGEST,
    SIDE,
    block_uniform,
    check_vertex,
    fault,
    natural,
    pack_literals,
    read_declared,
    rows_of,
    shader,
    shape_of,
)
from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Buffer, Inputs, ScalarType, Uniform
from aberration.core.program import Program, Stage

_T = TypeVar("_T")
_VERSION: Final = re.compile(r"(?:GL\s+4\.[0-6]|GLES\s+(?:2\.0|3\.[012]))(?=\s|\Z)")
_TOKEN: Final = re.compile(
    r'[ \t\r\f\v]*(?:#[^\n]*)?(?P<token>\n|"(?:\\.|[^"\\\n])*"|->|[\[\],]|[^\s\[\],"#]+)'
)
_IGNORED: Final = ("DUMP_", "ASSERT_")
_UNSUPPORTED: Final = (
    "CREATE_EMPTY_TEXTURE_2D",
    "CREATE_SAMPLER",
    "BIND_TEXTURE",
    "BIND_SAMPLER",
    "SET_TEXTURE_PARAMETER",
    "SET_SAMPLER_PARAMETER",
)
_COVERING: Final = (
    frozenset({(-1.0, -1.0), (3.0, -1.0), (-1.0, 3.0)}),
    frozenset({(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)}),
)
_CLEARING: Final = re.compile(
    r"(?:#version[^\n]*\n)?precision mediump float;\n(?:layout\(location = 0\) out vec4 colour;\n)?"
    r"void main\(\) \{ (?:gl_FragColor|colour) = vec4\(0\.0\); \}\n"
)
"""The shader with which `report/formats/shadertrap.py` clears an image, as our runners do."""


class _Token(msgspec.Struct, frozen=True):
    text: str
    line: int


class _ShaderTrapShader(msgspec.Struct, frozen=True):
    stage: str
    text: str
    line: int


class _Bytes(msgspec.Struct, frozen=True):
    data: bytes
    fields: tuple[tuple[ScalarType, int], ...]


def read(text: str, where: str, name: str) -> tuple[Program, ...]:
    """Return the programs of a script; raise `BadInput` with the line of what is wrong or not
    supported.
    """
    programs = _ShaderTrapScript(text, where, name).programs()
    if not programs:
        raise BadInput(
            "expected a script that runs something (RUN_COMPUTE or RUN_GRAPHICS)", where=where
        )
    return programs


class _ShaderTrapScript:
    """A script while it is read, from the top."""

    def __init__(self, text: str, where: str, name: str) -> None:
        self._text = text
        self._where = where
        self._name = name
        self._at = 0
        self._line = 1
        self._shaders: dict[str, _ShaderTrapShader] = {}
        self._programs: dict[str, tuple[str, ...]] = {}
        self._buffers: dict[str, _Bytes] = {}
        self._images: dict[str, tuple[int, int]] = {}
        self._uniforms: dict[str, list[Uniform]] = {}
        self._bound: dict[tuple[str, int], str] = {}
        self._written: set[str] = set()
        self._found: dict[str, Program] = {}

    def programs(self) -> tuple[Program, ...]:
        """Read all commands."""
        self._version()
        commands: dict[str, Callable[[list[_Token]], None]] = {
            "COMPILE_SHADER": self._compile,
            "CREATE_PROGRAM": self._create_program,
            "CREATE_BUFFER": self._create_buffer,
            "CREATE_RENDERBUFFER": self._create_renderbuffer,
            "BIND_UNIFORM_BUFFER": self._bind,
            "BIND_SHADER_STORAGE_BUFFER": self._bind,
            "SET_UNIFORM": self._set_uniform,
            "RUN_COMPUTE": self._run_compute,
            "RUN_GRAPHICS": self._run_graphics,
        }
        known = {*commands, *_UNSUPPORTED, "DECLARE_SHADER"}
        while (token := self._next()) is not None:
            if token.text == "DECLARE_SHADER":
                self._declare(token)
                continue
            if token.text in _UNSUPPORTED:
                raise self._fault(
                    token, f"{token.text} is not supported: no test of ours has textures"
                )
            rest = [token, *self._parameters(known)]
            if token.text.startswith(_IGNORED):
                continue
            if token.text not in commands:
                raise self._fault(token, f"expected a command, but {token.text[:40]!r} came")
            commands[token.text](rest)
        single = len(self._found) == 1
        return tuple(
            msgspec.structs.replace(program, name=self._name if single else f"{self._name}.{key}")
            for key, program in self._found.items()
        )

    # ---- words

    def _fault(self, token: _Token, message: str) -> BadInput:
        return fault(self._where, token.line, message)

    def _version(self) -> None:
        start = re.compile(r"(?:\s|#[^\n]*(?:\n|\Z))*").match(self._text)
        self._at = start.end() if start else 0
        found = _VERSION.match(self._text, self._at)
        self._line += self._text.count("\n", 0, self._at)
        if found is None:
            raise fault(
                self._where,
                self._line,
                "expected the version of an API, such as GLES 3.1, at the beginning",
            )
        self._line += found[0].count("\n")
        self._at = found.end()

    def _next(self) -> _Token | None:
        while self._at < len(self._text):
            found = _TOKEN.match(self._text, self._at)
            if found is None:
                if not self._text[self._at :].split("#")[0].strip():
                    return None
                raise fault(
                    self._where, self._line, "expected a command, but a string without an end came"
                )
            self._at = found.end()
            if found["token"] != "\n":
                return _Token(found["token"], self._line)
            self._line += 1
        return None

    def _parameters(self, known: set[str]) -> list[_Token]:
        """Return the words up to the next command."""
        found: list[_Token] = []
        while True:
            at, line = self._at, self._line
            token = self._next()
            if token is None:
                return found
            if token.text in known or token.text.startswith(_IGNORED):
                self._at, self._line = at, line
                return found
            found.append(token)

    def _split(self, tokens: list[_Token], *keys: str) -> dict[str, list[_Token]]:
        """Return what follows each keyword of a command; the words in front of the first one
        are under ``""``.
        """
        parts: dict[str, list[_Token]] = {"": []}
        key = ""
        for token in tokens[1:]:
            if token.text in keys and token.text in parts:
                raise self._fault(token, f"{token.text} is given twice")
            if token.text in keys:
                key = token.text
                parts[key] = []
            else:
                parts[key].append(token)
        return parts

    def _one(self, tokens: list[_Token], parts: dict[str, list[_Token]], key: str) -> str:
        found = parts.get(key, [])
        if len(found) != 1:
            raise self._fault(
                tokens[0], f"{tokens[0].text}: expected one word for {key or 'its result'}"
            )
        return found[0].text

    def _number(
        self,
        tokens: list[_Token],
        parts: dict[str, list[_Token]],
        key: str,
        most: int,
        least: int = 0,
    ) -> int:
        return natural(self._one(tokens, parts, key), self._where, tokens[0].line, least, most)

    def _find(self, table: dict[str, _T], name: str, token: _Token) -> _T:
        if name not in table:
            raise self._fault(token, f"{name[:40]!r} is not defined before it is used")
        return table[name]

    # ---- what is declared

    def _declare(self, token: _Token) -> None:
        """Read a shader: its text goes line by line up to one that begins with END."""
        head = [self._next() for _ in range(3)]
        texts = [one.text if one else "" for one in head]
        if texts[1] != "KIND" or texts[2] not in ("VERTEX", "FRAGMENT", "COMPUTE"):
            raise self._fault(
                token, "expected DECLARE_SHADER name KIND VERTEX, FRAGMENT or COMPUTE"
            )
        begin = self._text.find("\n", self._at) + 1
        end = re.compile(r"^END", re.MULTILINE).search(self._text, begin) if begin else None
        if end is None:
            raise self._fault(token, f"the shader {texts[0][:40]!r} has no END")
        self._shaders[texts[0]] = _ShaderTrapShader(
            texts[2].lower(), self._text[begin : end.start()], token.line
        )
        self._line += self._text.count("\n", self._at, end.end())
        self._at = end.end()

    def _compile(self, tokens: list[_Token]) -> None:
        parts = self._split(tokens, "SHADER")
        name = self._one(tokens, parts, "SHADER")
        self._shaders[self._one(tokens, parts, "")] = self._find(self._shaders, name, tokens[0])

    def _create_program(self, tokens: list[_Token]) -> None:
        parts = self._split(tokens, "SHADERS")
        names = tuple(token.text for token in parts.get("SHADERS", []))
        stages = sorted(self._find(self._shaders, name, tokens[0]).stage for name in names)
        if stages not in (["compute"], ["fragment", "vertex"]):
            raise self._fault(
                tokens[0], "expected one compute shader, or one vertex and one fragment shader"
            )
        self._programs[self._one(tokens, parts, "")] = names

    def _create_buffer(self, tokens: list[_Token]) -> None:
        parts = self._split(tokens, "SIZE_BYTES", "INIT_VALUES")
        size = self._number(tokens, parts, "SIZE_BYTES", LARGEST, 1)
        data, fields = bytearray(), []
        for kind, values in self._runs(parts.get("INIT_VALUES", []), tokens[0]):
            data += pack_literals(kind, values, self._where, tokens[0].line)
            fields.append((kind, len(values)))
        if len(data) != size:
            raise self._fault(tokens[0], f"expected values of {size} bytes, but {len(data)} came")
        self._buffers[self._one(tokens, parts, "")] = _Bytes(bytes(data), tuple(fields))

    def _runs(self, tokens: list[_Token], first: _Token) -> list[tuple[ScalarType, list[str]]]:
        found: list[tuple[ScalarType, list[str]]] = []
        for token in tokens:
            if token.text == "byte":
                raise self._fault(token, "values of the type byte are not supported")
            kind = next((kind for kind in CODES if kind == token.text), None)
            if kind is not None:
                found.append((kind, []))
            elif found:
                found[-1][1].append(token.text)
            else:
                raise self._fault(first, "expected the type of the values in front of them")
        return found

    def _create_renderbuffer(self, tokens: list[_Token]) -> None:
        parts = self._split(tokens, "WIDTH", "HEIGHT")
        size = (
            self._number(tokens, parts, "WIDTH", SIDE, 1),
            self._number(tokens, parts, "HEIGHT", SIDE, 1),
        )
        self._images[self._one(tokens, parts, "")] = size

    def _bind(self, tokens: list[_Token]) -> None:
        parts = self._split(tokens, "BUFFER", "BINDING")
        name = self._one(tokens, parts, "BUFFER")
        self._find(self._buffers, name, tokens[0])
        self._bound[tokens[0].text, self._number(tokens, parts, "BINDING", 1 << 16)] = name

    def _set_uniform(self, tokens: list[_Token]) -> None:
        parts = self._split(tokens, "PROGRAM", "LOCATION", "NAME", "TYPE", "VALUES")
        if "LOCATION" in parts:
            raise self._fault(
                tokens[0], "a uniform by its LOCATION is not supported: give its NAME"
            )
        program = self._one(tokens, parts, "PROGRAM")
        self._find(self._programs, program, tokens[0])
        type_name = "".join(token.text for token in parts.get("TYPE", []))
        base, _, size = type_name.removesuffix("]").partition("[")
        shape = shape_of(base)
        if shape is None:
            raise self._fault(
                tokens[0], f"a uniform of the type {type_name[:40]!r} is not supported"
            )
        count = natural(size, self._where, tokens[0].line, 1, 1 << 16) if size else 0
        values = [token.text for token in parts.get("VALUES", [])]
        if len(values) != shape.count * max(count, 1):
            wanted = shape.count * max(count, 1)
            raise self._fault(
                tokens[0],
                f"expected {wanted} values for the type {type_name}, but {len(values)} came",
            )
        data = rows_of(shape, pack_literals(shape.kind, values, self._where, tokens[0].line), count)
        name = self._one(tokens, parts, "NAME").strip('"')
        self._uniforms.setdefault(program, []).append(Uniform(name, data, UNBOUND))

    # ---- what is run

    def _run_compute(self, tokens: list[_Token]) -> None:
        parts = self._split(tokens, "PROGRAM", "NUM_GROUPS")
        name = self._one(tokens, parts, "PROGRAM")
        self._find(self._programs, name, tokens[0])
        groups = [
            natural(token.text, self._where, token.line, 1, GROUPS)
            for token in parts.get("NUM_GROUPS", [])
        ]
        if len(groups) != 3:
            raise self._fault(
                tokens[0], f"expected three numbers of groups, but {len(groups)} came"
            )
        shader_name = self._stage(name, "compute", tokens[0])
        inputs = Inputs(groups=(groups[0], groups[1], groups[2]))
        self._add(tokens[0], name, shader_name, "compute", inputs)

    def _run_graphics(self, tokens: list[_Token]) -> None:
        keys = (
            "PROGRAM",
            "VERTEX_DATA",
            "INDEX_DATA",
            "VERTEX_COUNT",
            "TOPOLOGY",
            "FRAMEBUFFER_ATTACHMENTS",
        )
        parts = self._split(tokens, *keys)
        name = self._one(tokens, parts, "PROGRAM")
        self._find(self._programs, name, tokens[0])
        image = self._attachment(tokens, parts)
        fragment = self._stage(name, "fragment", tokens[0])
        if _CLEARING.fullmatch(self._shaders[fragment].text):
            return
        self._check_geometry(tokens, parts)
        vertex = self._shaders[self._stage(name, "vertex", tokens[0])]
        check_vertex(vertex.text, self._where, vertex.line)
        if image in self._written:
            raise self._fault(
                tokens[0], f"the run draws over what is in {image}, which is not supported"
            )
        self._written.add(image)
        width, height = self._images[image]
        self._add(tokens[0], name, fragment, "fragment", Inputs(width=width, height=height))

    def _attachment(self, tokens: list[_Token], parts: dict[str, list[_Token]]) -> str:
        words = [
            token.text for token in parts.get("FRAMEBUFFER_ATTACHMENTS", []) if token.text != ","
        ]
        if (
            len(words) != 5
            or words[0] != "["
            or words[2] != "->"
            or words[4] != "]"
            or words[1] != "0"
        ):
            raise self._fault(
                tokens[0],
                "expected one attachment, [ 0 -> renderbuffer ]: others are not supported",
            )
        self._find(self._images, words[3], tokens[0])
        return words[3]

    def _stage(self, program: str, stage: str, token: _Token) -> str:
        for name in self._programs[program]:
            if self._shaders[name].stage == stage:
                return name
        raise self._fault(token, f"{program} has no {stage} shader")

    def _check_geometry(self, tokens: list[_Token], parts: dict[str, list[_Token]]) -> None:
        """Refuse geometry that does not cover the whole image: one large triangle or two over
        its corners do.
        """
        words = [token.text for token in parts.get("VERTEX_DATA", [])]
        names = "[", "0", "->", "BUFFER", "OFFSET_BYTES", "0", "STRIDE_BYTES", "DIMENSION", "]"
        kept = [word for index, word in enumerate(words) if index not in (4, 8, 10)]
        if tuple(kept) != names or self._one(tokens, parts, "TOPOLOGY") != "TRIANGLES":
            message = (
                "expected triangles of one attribute at location 0 and offset 0: other "
                "vertex data are not supported"
            )
            raise self._fault(tokens[0], message)
        points = self._points(tokens[0], words[4], words[8], words[10])
        indices = self._find(self._buffers, self._one(tokens, parts, "INDEX_DATA"), tokens[0]).data
        count = self._number(tokens, parts, "VERTEX_COUNT", len(indices) // 4, 1)
        used = [index for (index,) in struct.iter_unpack("<I", indices[: 4 * count])]
        corners = frozenset(points[index] for index in used if index < len(points))
        triangles = [set(used[at : at + 3]) for at in range(0, count, 3)]
        whole = corners in _COVERING and count in (3, 6) and all(len(one) == 3 for one in triangles)
        if not whole or (count == 6 and len(set(used)) != 4) or (count == 3 and len(corners) != 3):
            raise self._fault(
                tokens[0], "the triangles do not cover the whole image, which is not supported"
            )

    def _points(
        self, token: _Token, name: str, stride: str, dimension: str
    ) -> list[tuple[float, float]]:
        data = self._find(self._buffers, name, token).data
        step = natural(stride, self._where, token.line, 8, 1 << 10)
        natural(dimension, self._where, token.line, 2, 4)
        places = range(0, len(data) - 7, step)
        return [(x, y) for x, y in (struct.unpack_from("<2f", data, at) for at in places)]

    def _add(
        self, token: _Token, name: str, shader_name: str, stage: Stage, inputs: Inputs
    ) -> None:
        text = self._shaders[shader_name].text
        known = read_declared(text, stage)
        uniforms = list(self._uniforms.get(name, []))
        buffers = []
        for (command, binding), bound in sorted(self._bound.items()):
            given = self._buffers[bound]
            if command == "BIND_UNIFORM_BUFFER":
                uniforms.append(block_uniform(known, 0, binding, given.data, bound))
                continue
            if bound in self._written:
                raise self._fault(
                    token, f"the run goes on with {bound}, which an earlier one may have written"
                )
            buffers.append(Buffer(binding, given.data, given.fields))
        if stage == "compute":
            self._written |= {
                bound
                for (command, _), bound in self._bound.items()
                if command != "BIND_UNIFORM_BUFFER"
            }
        whole = msgspec.structs.replace(inputs, uniforms=tuple(uniforms), buffers=tuple(buffers))
        key = name if name not in self._found else f"{name}.{len(self._found)}"
        self._found[key] = shader(text, stage, whole, key)
