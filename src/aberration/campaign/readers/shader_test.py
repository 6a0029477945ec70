"""`.shader_test` files of Piglit and of VkRunner as programs: one shader with its uniforms and
buffers.

Probes are left out. Vertex data, other stages, several draws, and draws that do not cover the image
are refused.
"""

from __future__ import annotations

import re
from typing import Final

from aberration.campaign.readers.common import (
    GROUPS,
    LARGEST,
    SIDE,
    Shape,
    check_vertex,
    fault,
    member_uniform,
    natural,
    pack_literals,
    read_declared,
    rows_of,
    shader,
    shape_of,
)
from aberration.core.errors import BadInput, MalformedAssembly
from aberration.core.inputs import UNBOUND, Buffer, Inputs, ScalarType, Uniform
from aberration.core.program import Program, Stage
from aberration.languages.shading.resources import Declared
from aberration.languages.spirv.assembler import assemble

_SECTION: Final = re.compile(r"\[(?P<name>[^\]\n]*)\]\s*")
_STAGES: Final[dict[str, Stage]] = {
    "fragment shader": "fragment",
    "compute shader": "compute",
    "fragment shader spirv": "fragment",
    "compute shader spirv": "compute",
}
_OTHER: Final = ("require", "test", "vertex shader", "vertex shader passthrough", "comment")
_IGNORED: Final = ("probe", "relative", "tolerance", "link")
_ELEMENT: Final = re.compile(r"(?P<name>.+)\[(?P<index>\d{1,6})\]")
_WHOLE: Final = [-1.0, -1.0, 2.0, 2.0]


class _Line:
    """A line of a section that is not empty and no comment, in words."""

    def __init__(self, number: int, text: str) -> None:
        self.number: Final = number
        self.words: Final = text.split()


class _Section:
    """A section: its name, the line of its head, and its lines as they are."""

    def __init__(self, name: str, number: int) -> None:
        self.name: Final = name
        self.number: Final = number
        self.texts: Final[list[str]] = []

    def lines(self) -> list[_Line]:
        """Return the lines that say something."""
        numbered = (
            (self.number + k, text.partition("#")[0]) for k, text in enumerate(self.texts, 1)
        )
        return [_Line(number, text) for number, text in numbered if text.strip()]


def read(text: str, where: str, name: str) -> tuple[Program, ...]:
    """Return the program of a file; raise `BadInput` with the line of what is wrong or not
    supported.
    """
    sections = _sections(text, where)
    for key, section in sections.items():
        if key not in _STAGES and key not in _OTHER:
            raise fault(where, section.number, f"the section [{key}] is not supported")
    if "vertex shader" in sections:
        section = sections["vertex shader"]
        check_vertex("\n".join(section.texts), where, section.number)
    shaders = [section for key, section in sections.items() if key in _STAGES]
    if len(shaders) != 1:
        raise BadInput(
            f"expected one fragment or compute shader, but {len(shaders)} came", where=where
        )
    return (_program(shaders[0], sections, where, name),)


def _sections(text: str, where: str) -> dict[str, _Section]:
    found: dict[str, _Section] = {}
    current: _Section | None = None
    for number, line in enumerate(text.split("\n"), 1):
        head = _SECTION.fullmatch(line)
        if head is not None:
            if head["name"] in found:
                raise fault(where, number, f"the section [{head['name'][:40]}] comes twice")
            current = found[head["name"]] = _Section(head["name"], number)
        elif current is not None:
            current.texts.append(line)
        elif line.partition("#")[0].strip():
            raise fault(
                where, number, f"expected a section such as [require], but {line[:40]!r} came"
            )
    return found


def _program(section: _Section, sections: dict[str, _Section], where: str, name: str) -> Program:
    stage = _STAGES[section.name]
    text = "\n".join(section.texts)
    text = text if text.endswith("\n") or not text else f"{text}\n"
    spirv = section.name.endswith("spirv")
    known = None if spirv else read_declared(text, stage)
    width, height = _size(sections.get("require"), where)
    test = _Test(where, known, stage)
    for line in sections["test"].lines() if "test" in sections else ():
        test.command(line)
    if not test.runs:
        raise BadInput("expected a [test] that draws or dispatches, but it does not", where=where)
    inputs = Inputs(test.uniforms(), test.buffers(), width, height, test.groups)
    if not spirv:
        return shader(text, stage, inputs, name)
    try:
        return Program("spirv", stage, assemble(text), inputs, name)
    except MalformedAssembly as error:
        raise error.at(f"{where}:{section.number}") from None


def _size(section: _Section | None, where: str) -> tuple[int, int]:
    for line in section.lines() if section else ():
        if line.words[0] in ("SIZE", "fbsize"):
            if len(line.words) != 3:
                raise fault(where, line.number, "expected a width and a height")
            width, height = (natural(word, where, line.number, 1, SIDE) for word in line.words[1:])
            return width, height
    return 250, 250


class _Test:
    """What the commands of a [test] have said so far."""

    def __init__(self, where: str, known: Declared | None, stage: Stage) -> None:
        self._where = where
        self._known = known
        self._stage = stage
        self._loose: dict[str, bytes] = {}
        self._elements: dict[str, dict[int, bytes]] = {}
        self._placed: list[Uniform] = []
        self._sizes: dict[tuple[int, int], int] = {}
        self._cells: dict[tuple[int, int], dict[int, tuple[ScalarType, bytes]]] = {}
        self.groups = (1, 1, 1)
        self.runs = 0

    def uniforms(self) -> tuple[Uniform, ...]:
        """Return all uniforms; elements of an array that are not given are zero."""
        arrays = {}
        for name, elements in self._elements.items():
            width = max(len(data) for data in elements.values())
            arrays[name] = b"".join(
                elements.get(k, b"").ljust(width, b"\0") for k in range(max(elements) + 1)
            )
        loose = (Uniform(name, data, UNBOUND) for name, data in (self._loose | arrays).items())
        return (*loose, *self._placed)

    def buffers(self) -> tuple[Buffer, ...]:
        """Return the storage buffers; neighbouring words of one type are one field."""
        return tuple(self._buffer(*place) for place in sorted({*self._sizes, *self._cells}))

    def command(self, line: _Line) -> None:
        """Read one command."""
        first = line.words[0]
        if first in _IGNORED:
            return
        if first == "uniform":
            self._uniform(line)
        elif first == "ssbo":
            self._ssbo(line)
        elif first == "clear":
            self._clear(line)
        elif first == "compute" and self._stage == "compute":
            self._run(line)
            self.groups = self._three(line)
        elif line.words[:2] == ["draw", "rect"] and self._stage == "fragment":
            self._run(line)
            self._check_rectangle(line)
        else:
            raise self._fault(
                line, f"the command {' '.join(line.words[:2])[:40]!r} is not supported"
            )

    def _fault(self, line: _Line, message: str) -> BadInput:
        return fault(self._where, line.number, message)

    def _run(self, line: _Line) -> None:
        self.runs += 1
        if self.runs > 1:
            raise self._fault(
                line, "a second run goes on with what the first one wrote, which is not supported"
            )

    def _three(self, line: _Line) -> tuple[int, int, int]:
        if len(line.words) != 4:
            raise self._fault(line, "expected three numbers of groups")
        x, y, z = (natural(word, self._where, line.number, 1, GROUPS) for word in line.words[1:])
        return x, y, z

    def _check_rectangle(self, line: _Line) -> None:
        try:
            numbers = [float(word) for word in line.words[2:]]
        except ValueError:
            numbers = []
        if numbers != _WHOLE:
            raise self._fault(
                line, "expected `draw rect -1 -1 2 2`: parts of the image are not supported"
            )

    def _clear(self, line: _Line) -> None:
        colour = line.words[2:5]
        if line.words[1:2] == ["color"] and any(word.strip("0.") for word in colour):
            raise self._fault(
                line, "an image that is cleared to another colour than black is not supported"
            )

    def _uniform(self, line: _Line) -> None:
        if self.runs:
            raise self._fault(line, "a uniform that is set behind the run is not supported")
        if line.words[1:2] == ["ubo"]:
            self._ubo(line)
            return
        if len(line.words) < 4:
            raise self._fault(line, "expected a type, a name (or an offset) and values")
        name = line.words[2]
        shape, data = self._values(line, line.words[1], line.words[3:])
        if name.isdigit():
            offset = natural(name, self._where, line.number, 0, 1 << 16)
            self._placed.append(Uniform(f"push_{offset}", data, push_constant=True, offset=offset))
            return
        element = _ELEMENT.fullmatch(name)
        base, index = (element["name"], int(element["index"])) if element else (name, 0)
        if index > 1 << 12:
            raise self._fault(line, f"the index {index} is too large")
        member = member_uniform(self._known, base, index, data)
        if member is not None:
            self._placed.append(member)
        elif element:
            self._elements.setdefault(base, {})[index] = rows_of(shape, data, 1)
        else:
            self._loose[base] = rows_of(shape, data, 0)

    def _values(self, line: _Line, kind: str, words: list[str]) -> tuple[Shape, bytes]:
        shape = shape_of(kind)
        if shape is None:
            raise self._fault(line, f"values of the type {kind[:40]!r} are not supported")
        if len(words) != shape.count:
            raise self._fault(
                line, f"expected {shape.count} values for the type {kind}, but {len(words)} came"
            )
        return shape, pack_literals(shape.kind, words, self._where, line.number)

    def _ubo(self, line: _Line) -> None:
        if len(line.words) < 6:
            raise self._fault(line, "expected a binding, a type, an offset and values")
        group, binding = self._place(line, line.words[2])
        shape, data = self._values(line, line.words[3], line.words[5:])
        offset = natural(line.words[4], self._where, line.number, 0, 1 << 16)
        name = f"ubo_{group}_{binding}_{offset}"
        self._placed.append(Uniform(name, rows_of(shape, data, 0), binding, group, offset=offset))

    def _place(self, line: _Line, text: str) -> tuple[int, int]:
        group, _, binding = text.rpartition(":")
        places = [
            natural(word, self._where, line.number, 0, 1 << 16) for word in (group or "0", binding)
        ]
        return places[0], places[1]

    def _ssbo(self, line: _Line) -> None:
        if self.runs:
            raise self._fault(line, "a buffer that is filled behind the run is not supported")
        if len(line.words) == 3:
            place = self._place(line, line.words[1])
            self._sizes[place] = natural(line.words[2], self._where, line.number, 4, LARGEST)
            return
        if len(line.words) < 6 or line.words[2] != "subdata":
            raise self._fault(
                line, "expected a size, or `subdata` with a type, an offset and values"
            )
        place = self._place(line, line.words[1])
        kind = shape_of(line.words[3])
        at = natural(line.words[4], self._where, line.number, 0, LARGEST - 4)
        if kind is None or kind.count != 1 or len(line.words) != 6 or at % 4:
            raise self._fault(
                line,
                "one int, uint or float at a multiple of 4 is supported: strides differ by runner",
            )
        data = pack_literals(kind.kind, line.words[5:], self._where, line.number)
        self._cells.setdefault(place, {})[at] = (kind.kind, data)

    def _buffer(self, group: int, binding: int) -> Buffer:
        cells = self._cells.get((group, binding), {})
        size = max(self._sizes.get((group, binding), 0), max(cells, default=-4) + 4)
        data = bytearray(-(-size // 4) * 4)
        fields: list[tuple[ScalarType, int]] = []
        for at in range(0, len(data), 4):
            kind, word = cells.get(at, ("uint", bytes(4)))
            data[at : at + 4] = word
            if fields and fields[-1][0] == kind:
                fields[-1] = (kind, fields[-1][1] + 1)
            else:
                fields.append((kind, 1))
        return Buffer(binding, bytes(data), tuple(fields), group)
