"""AmberScript as programs: one for each run of a pipeline, with its shader (GLSL or SPIR-V
assembly) and buffers.

Expectations are left out. What is not supported (vertex data, draws of parts, images, samplers,
derived pipelines) is refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import msgspec

from aberration.campaign.readers.common import (
    CODES,
    GROUPS,
    LARGEST,
    SIDE,
    Shape,
    block_uniform,
    check_vertex,
    fault,
    natural,
    pack_literals,
    read_declared,
    shader,
)
from aberration.core.errors import BadInput, MalformedAssembly
from aberration.core.inputs import Buffer, Inputs, ScalarType, Uniform
from aberration.core.program import Program, Stage
from aberration.languages.spirv.assembler import assemble

_TYPE: Final = re.compile(
    r"(?P<scalar>int32|uint32|float)|vec(?P<size>[234])<(?P<of>int32|uint32|float)>"
    r"|mat(?P<columns>[234])x(?P<rows>[234])<float>"
)
_ENVIRONMENT: Final = re.compile(r"(?:TARGET_ENV spv1\.(?P<minor>[0-6]))?")
_KINDS: Final[dict[str, ScalarType]] = {"int32": "int", "uint32": "uint", "float": "float"}
_IGNORED: Final = (
    "EXPECT",
    "COPY",
    "CLEAR",
    "SET",
    "DEVICE_FEATURE",
    "DEVICE_EXTENSION",
    "INSTANCE_EXTENSION",
)
_STAGES: Final[dict[str, Stage]] = {"compute": "compute", "fragment": "fragment"}


class _AmberShader(msgspec.Struct, frozen=True):
    stage: str
    form: str
    text: str
    line: int
    version: tuple[int, int] = (1, 0)


class _Pipeline:
    """A pipeline: the names of its shaders, the size of its image, and what is bound, each with
    its line.
    """

    def __init__(self) -> None:
        self.shaders: Final[list[str]] = []
        self.size = (250, 250)
        self.bound: Final[list[tuple[str, str, int, int]]] = []
        self.images: Final[list[str]] = []


def read(text: str, where: str, name: str) -> tuple[Program, ...]:
    """Return the programs of a script; raise `BadInput` with the line of what is wrong or not
    supported.
    """
    if text.split("\n", 1)[0].strip() != "#!amber":
        raise BadInput("expected #!amber in the first line", where=f"{where}:1")
    programs = _AmberScript(text.split("\n"), where, name).programs()
    if not programs:
        raise BadInput("expected a script that runs a pipeline (RUN)", where=where)
    return programs


class _AmberScript:
    """A script while it is read, from the top: `_line` is the number of the line that was read
    last.
    """

    def __init__(self, lines: list[str], where: str, name: str) -> None:
        self._lines = lines
        self._where = where
        self._name = name
        self._line = 0
        self._shaders: dict[str, _AmberShader] = {}
        self._buffers: dict[str, Buffer] = {}
        self._pipelines: dict[str, _Pipeline] = {}
        self._images: set[str] = set()
        self._written: set[str] = set()
        self._found: dict[str, Program] = {}

    def programs(self) -> tuple[Program, ...]:
        """Read all commands."""
        commands: dict[str, Callable[[list[str]], None]] = {
            "SHADER": self._shader,
            "BUFFER": self._buffer,
            "PIPELINE": self._pipeline,
            "RUN": self._run,
            "CLEAR_COLOR": self._clear_color,
        }
        while self._line < len(self._lines):
            words = self._next()
            if not words or words[0] in _IGNORED:
                continue
            if words[0] not in commands:
                raise self._fault(f"the command {words[0][:40]!r} is not supported")
            commands[words[0]](words)
        single = len(self._found) == 1
        return tuple(
            msgspec.structs.replace(program, name=self._name if single else f"{self._name}.{key}")
            for key, program in self._found.items()
        )

    def _fault(self, message: str) -> BadInput:
        return fault(self._where, self._line, message)

    def _next(self) -> list[str]:
        self._line += 1
        return self._lines[self._line - 1].partition("#")[0].split()

    def _natural(self, text: str, most: int, least: int = 0) -> int:
        return natural(text, self._where, self._line, least, most)

    # ---- shaders and buffers

    def _shader(self, words: list[str]) -> None:
        if len(words) < 4:
            raise self._fault("expected SHADER, a stage, a name and a form")
        stage, name, form = words[1:4]
        if form == "PASSTHROUGH":
            self._shaders[name] = _AmberShader(stage, form, "", self._line)
            return
        if form not in ("GLSL", "SPIRV-ASM"):
            raise self._fault(f"a shader in the form {form[:40]!r} is not supported")
        begin, version = self._line, self._environment(words[4:])
        while self._line < len(self._lines):
            self._line += 1
            if self._lines[self._line - 1].strip() == "END":
                text = "\n".join((*self._lines[begin : self._line - 1], ""))
                self._shaders[name] = _AmberShader(stage, form, text, begin, version)
                return
        self._line = begin
        raise self._fault(f"the shader {name[:40]!r} has no END")

    def _environment(self, words: list[str]) -> tuple[int, int]:
        """Return the version of SPIR-V that TARGET_ENV names."""
        found = _ENVIRONMENT.fullmatch(" ".join(words))
        if found is None:
            raise self._fault(
                f"expected TARGET_ENV spv1.0 to spv1.6 or nothing, but "
                f"{' '.join(words)[:40]!r} came"
            )
        return 1, int(found["minor"] or 0)

    def _buffer(self, words: list[str]) -> None:
        if words[2:3] == ["FORMAT"]:
            self._images.add(words[1])
            return
        if len(words) < 5 or words[2] != "DATA_TYPE":
            raise self._fault("a buffer without DATA_TYPE (or FORMAT) is not supported")
        shape = self._shape(words[3])
        rest = words[4:]
        std140 = rest[0] == "STD140"
        if rest[0] in ("STD140", "STD430"):
            rest = rest[1:]
        values, fields = self._values(shape, rest)
        if not values or len(values) % shape.count:
            raise self._fault(
                f"expected a multiple of {shape.count} values, but {len(values)} came"
            )
        self._buffers[words[1]] = self._lay_out(shape, values, std140, fields)

    def _shape(self, text: str) -> Shape:
        found = _TYPE.fullmatch(text.removesuffix("[]"))
        if found is None:
            raise self._fault(f"a buffer of the type {text[:40]!r} is not supported")
        if found["columns"]:
            return Shape("float", int(found["rows"]), int(found["columns"]))
        return Shape(_KINDS[found["scalar"] or found["of"]], int(found["size"] or 1), 1)

    def _values(
        self, shape: Shape, rest: list[str]
    ) -> tuple[list[str], tuple[tuple[ScalarType, int], ...]]:
        """Return the values of a buffer, and its fields where a comment tells them."""
        if rest[:1] == ["SIZE"] and len(rest) == 4 and rest[2] == "FILL":
            return [rest[3]] * (self._natural(rest[1], LARGEST // 64, 1) * shape.count), ()
        if (
            rest[:1] == ["SIZE"]
            and len(rest) == 6
            and rest[2] == "SERIES_FROM"
            and rest[4] == "INC_BY"
        ):
            return self._series(shape, rest), ()
        if rest[:1] != ["DATA"]:
            raise self._fault("expected DATA, SIZE n FILL v, or SIZE n SERIES_FROM a INC_BY b")
        return (rest[1:-1], ()) if rest[-1] == "END" else self._parse_list(rest[1:])

    def _series(self, shape: Shape, rest: list[str]) -> list[str]:
        count = self._natural(rest[1], LARGEST // 64, 1) * shape.count
        try:
            if shape.kind == "float":
                return [repr(float(rest[3]) + k * float(rest[5])) for k in range(count)]
            return [str(int(rest[3]) + k * int(rest[5])) for k in range(count)]
        except ValueError:
            raise self._fault(
                f"expected numbers for SERIES_FROM and INC_BY, but {rest[3][:40]!r} came"
            ) from None

    def _parse_list(self, first: list[str]) -> tuple[list[str], tuple[tuple[ScalarType, int], ...]]:
        """Return the values up to END, on as many lines as there are, and the fields."""
        begin = self._line
        values = first
        fields: tuple[tuple[ScalarType, int], ...] = ()
        while self._line < len(self._lines):
            words = self._next()
            comment = self._lines[self._line - 1].partition("#")[2].split()
            if comment[:1] == ["FIELDS"]:
                fields = self._fields(comment[1:])
            if words[-1:] == ["END"]:
                return values + words[:-1], fields
            values += words
        self._line = begin
        raise self._fault("the data have no END")

    def _fields(self, words: list[str]) -> tuple[tuple[ScalarType, int], ...]:
        """Return the fields that our own comment tells; none if it is another comment."""
        kinds = [kind for word in words[::2] for kind in CODES if kind == word]
        if (
            len(words) % 2
            or len(kinds) * 2 != len(words)
            or not all(re.fullmatch(r"\d{1,7}", w) for w in words[1::2])
        ):
            return ()
        return tuple((kind, int(count)) for kind, count in zip(kinds, words[1::2], strict=True))

    def _lay_out(
        self,
        shape: Shape,
        values: list[str],
        std140: bool,
        fields: tuple[tuple[ScalarType, int], ...],
    ) -> Buffer:
        """Lay values out as std430 does, or std140: there each value begins a row of 16 bytes."""
        data = pack_literals(shape.kind, values, self._where, self._line)
        width = 4 * shape.size
        step = 16 if shape.size > 2 else width
        if std140 and (len(values) > shape.count or shape.columns > 1):
            step = 16
        laid = b"".join(
            data[at : at + width].ljust(step, b"\0") for at in range(0, len(data), width)
        )
        if sum(count for _, count in fields) * 4 != len(laid):
            fields = ((shape.kind, len(laid) // 4),)
        return Buffer(0, laid, fields)

    # ---- pipelines

    def _pipeline(self, words: list[str]) -> None:
        if len(words) != 3 or words[1] not in ("compute", "graphics"):
            raise self._fault("expected PIPELINE compute or graphics, and a name")
        begin, made = self._line, _Pipeline()
        self._pipelines[words[2]] = made
        while self._line < len(self._lines):
            inner = self._next()
            if inner == ["END"]:
                return
            if inner:
                self._member(made, inner)
        self._line = begin
        raise self._fault(f"the pipeline {words[2][:40]!r} has no END")

    def _member(self, made: _Pipeline, words: list[str]) -> None:
        if words[0] == "ATTACH" and len(words) in (2, 4):
            if words[2:] not in ([], ["ENTRY_POINT", "main"]) or words[1] not in self._shaders:
                raise self._fault(
                    "expected a shader that is defined above, and no other entry point than main"
                )
            made.shaders.append(words[1])
        elif words[0] == "FRAMEBUFFER_SIZE" and len(words) == 3:
            made.size = self._natural(words[1], SIDE, 1), self._natural(words[2], SIDE, 1)
        elif words[:2] == ["BIND", "BUFFER"] and len(words) >= 5 and words[3] == "AS":
            self._bind(made, words)
        else:
            raise self._fault(f"{' '.join(words[:2])[:40]!r} in a pipeline is not supported")

    def _bind(self, made: _Pipeline, words: list[str]) -> None:
        name, what = words[2], words[4]
        if what == "color" and words[5:] in ([], ["LOCATION", "0"]) and name in self._images:
            made.images.append(name)
            return
        if name not in self._buffers:
            raise self._fault(
                f"the buffer {name[:40]!r} is not defined, or an image: binding it so "
                f"is not supported"
            )
        if what == "push_constant" and len(words) == 5:
            made.bound.append((what, name, 0, 0))
        elif (
            what in ("uniform", "storage")
            and words[5::2] == ["DESCRIPTOR_SET", "BINDING"]
            and len(words) == 9
        ):
            made.bound.append(
                (what, name, self._natural(words[6], 64), self._natural(words[8], 1 << 16))
            )
        else:
            raise self._fault(f"binding a buffer as {what[:40]!r} is not supported")

    def _clear_color(self, words: list[str]) -> None:
        if any(word.strip("0.") for word in words[2:5]):
            raise self._fault(
                "an image that is cleared to another colour than black is not supported"
            )

    # ---- runs

    def _run(self, words: list[str]) -> None:
        made = self._pipelines.get(words[1] if len(words) > 1 else "")
        if made is None:
            raise self._fault("expected a pipeline that is defined above")
        shaders = [self._shaders[name] for name in made.shaders]
        tested = [one for one in shaders if one.stage in _STAGES]
        others = [one for one in shaders if one.stage not in _STAGES]
        if len(tested) != 1 or any(one.stage != "vertex" for one in others):
            raise self._fault(
                "expected a compute shader, or a vertex and a fragment shader: others "
                "are not supported"
            )
        stage = _STAGES[tested[0].stage]
        for vertex in others:
            if vertex.form == "SPIRV-ASM":
                raise fault(self._where, vertex.line, "a vertex shader in SPIR-V is not supported")
            if vertex.form == "GLSL":
                check_vertex(vertex.text, self._where, vertex.line)
        inputs = self._dispatch(words) if stage == "compute" else self._draw(words, made)
        self._add(words[1], made, tested[0], stage, inputs)

    def _dispatch(self, words: list[str]) -> Inputs:
        if len(words) != 5:
            raise self._fault("expected three numbers of groups")
        x, y, z = (self._natural(word, GROUPS, 1) for word in words[2:])
        return Inputs(groups=(x, y, z))

    def _draw(self, words: list[str], made: _Pipeline) -> Inputs:
        width, height = made.size
        whole = ["DRAW_RECT", "POS", "0", "0", "SIZE", str(width), str(height)]
        if words[2:] != whole or len(made.images) != 1:
            raise self._fault(
                f"expected RUN with {' '.join(whole)} and one image: other draws are not supported"
            )
        if made.images[0] in self._written:
            raise self._fault(
                f"the run draws over what is in {made.images[0]}, which is not supported"
            )
        return Inputs(width=width, height=height)

    def _add(
        self, name: str, made: _Pipeline, given: _AmberShader, stage: Stage, inputs: Inputs
    ) -> None:
        known = read_declared(given.text, stage) if given.form == "GLSL" else None
        uniforms, buffers = [], []
        for what, bound, group, binding in made.bound:
            if bound in self._written:
                raise self._fault(
                    f"the run goes on with {bound}, which an earlier one may have written"
                )
            buffer = self._buffers[bound]
            if what == "uniform":
                uniforms.append(block_uniform(known, group, binding, buffer.data, bound))
            elif what == "push_constant":
                uniforms.append(Uniform(bound, buffer.data, push_constant=True))
            else:
                buffers.append(Buffer(binding, buffer.data, buffer.fields, group))
        self._written |= {bound for what, bound, _, _ in made.bound if what == "storage"} | set(
            made.images
        )
        whole = msgspec.structs.replace(inputs, uniforms=tuple(uniforms), buffers=tuple(buffers))
        key = name if name not in self._found else f"{name}.{len(self._found)}"
        self._found[key] = self._program(given, stage, whole, key)

    def _program(self, given: _AmberShader, stage: Stage, inputs: Inputs, key: str) -> Program:
        if given.form == "GLSL":
            return shader(given.text, stage, inputs, key)
        try:
            return Program("spirv", stage, assemble(given.text, given.version), inputs, key)
        except MalformedAssembly as error:
            raise error.at(f"{self._where}:{given.line}") from None
