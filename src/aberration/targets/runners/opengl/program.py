"""Compile and link shaders in an OpenGL context, and read what the program asks for."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from aberration.core.program import OTHER_STAGE, POINTED, Program, shading_version
from aberration.core.texture_arrays import element_of
from aberration.targets.runners.block_places import Block, Member
from aberration.targets.runners.gl_attributes import result_shader
from aberration.targets.runners.opengl import binding as names
from aberration.targets.runners.opengl.binding import Gl
from aberration.targets.runners.primitive_stages import attribute_name, handing_on

POSITION: Final = 0
"""Location of the vertex shader's only input."""

KINDS: Final = {
    "vertex": names.VERTEX_SHADER,
    "geometry": names.GEOMETRY_SHADER,
    "fragment": names.FRAGMENT_SHADER,
    "compute": names.COMPUTE_SHADER,
}
_NAME_BYTES: Final = 1024
_SILENT: Final = "refused without a message"
_UNWRITTEN: Final = "not written by vertex shader"
"""Mesa's warning where GLSL before 4.00 reads an undefined input, and links all the same."""
_COLOURS: Final = (b"gl_FragColor", b"gl_FragData")
"""These go to location 0 and are reported without one."""
_OLD_VERTEX: Final = (
    "attribute vec4 aberration_position;\nvoid main() { gl_Position = aberration_position; }\n"
)
_VERTEX: Final = (
    "in vec4 aberration_position;\nvoid main() { gl_Position = aberration_position; }\n"
)


class Refusal(Exception):
    """The compiler says no, in its log's words, or we say no for it (`unasked`)."""

    def __init__(self, message: str, *, unasked: bool = False) -> None:
        super().__init__(message)
        self.unasked = unasked


class Loose(msgspec.Struct, frozen=True):
    """A uniform outside of blocks: `kind` is OpenGL's name of its type, `count` its elements,
    `array` if it is one.
    """

    name: str
    kind: int
    count: int
    array: bool


class Requirements(msgspec.Struct, frozen=True):
    """What a program asks to be supplied: uniforms, uniform blocks by index, bindings of
    storage blocks.
    """

    loose: tuple[Loose, ...]
    blocks: tuple[Block, ...]
    storage: tuple[int, ...]


def vertex_shader(program: Program) -> str:
    """Return the vertex shader that a fragment shader is linked with; OpenGL ES wants both of
    one version.
    """
    number, profile = shading_version(program.source)
    if profile != "es":
        return f"#version 330 core\n{_VERTEX}"
    return f"#version 100\n{_OLD_VERTEX}" if number == 100 else f"#version {number} es\n{_VERTEX}"


def _other_stages(program: Program) -> list[tuple[int, bytes]]:
    if program.is_pair:
        return [(KINDS[OTHER_STAGE[program.shader_stage]], program.companion)]
    if program.stage == "fragment":
        return [(names.VERTEX_SHADER, vertex_shader(program).encode())]
    if program.stage not in POINTED:
        return []
    result = (names.FRAGMENT_SHADER, result_shader(program).encode())
    if program.stage == "geometry":
        return [(names.VERTEX_SHADER, handing_on(program).encode()), result]
    return [result]


@contextlib.contextmanager
def link_program(gl: Gl, program: Program) -> Iterator[int]:
    """Give the program made of a shader, and of that for the other stage where it draws; raise
    `Refusal`.
    """
    with contextlib.ExitStack() as owned:
        stages = [(KINDS[program.stage], program.source), *_other_stages(program)]
        shaders = [_compile(gl, owned, kind, source) for kind, source in stages]
        made = gl["CreateProgram"]()
        owned.callback(gl["DeleteProgram"], made)
        for shader in shaders:
            gl["AttachShader"](made, shader)
        if program.stage == "fragment" and not program.is_pair:
            gl["BindAttribLocation"](made, POSITION, b"aberration_position")
        for one in program.inputs.attributes if program.vertices else ():
            name = attribute_name(program, one)
            gl["BindAttribLocation"](made, one.location, name.encode())
        gl["LinkProgram"](made)
        log = _log(gl, "Program", made)
        if not parameter(gl, "GetProgramiv", made, names.LINK_STATUS):
            raise Refusal(_errors(log))
        if _UNWRITTEN in log:
            raise Refusal(
                f"it reads what no vertex shader writes: {log.splitlines()[0]}", unasked=True
            )
        yield made


@contextlib.contextmanager
def link_stage(gl: Gl, kind: int, source: bytes) -> Iterator[int]:
    """Give the program made of one stage alone, which others of a program pipeline are used with;
    raise `Refusal`.
    """
    with contextlib.ExitStack() as owned:
        shader = _compile(gl, owned, kind, source)
        made = gl["CreateProgram"]()
        owned.callback(gl["DeleteProgram"], made)
        gl["ProgramParameteri"](made, names.PROGRAM_SEPARABLE, 1)
        gl["AttachShader"](made, shader)
        if kind == names.VERTEX_SHADER:
            gl["BindAttribLocation"](made, POSITION, b"aberration_position")
        gl["LinkProgram"](made)
        log = _log(gl, "Program", made)
        if not parameter(gl, "GetProgramiv", made, names.LINK_STATUS):
            raise Refusal(_errors(log))
        yield made


def requirements_of(gl: Gl, program: int, *, storage: bool) -> Requirements:
    """Return what a linked program asks for; `storage`: whether the context knows of storage
    blocks.
    """
    loose: list[Loose] = []
    members: dict[int, list[Member]] = {}
    for index in range(parameter(gl, "GetProgramiv", program, names.ACTIVE_UNIFORMS)):
        one = _uniform(gl, program, index)
        if one is None:
            continue
        block = _of_uniform(gl, program, index, names.UNIFORM_BLOCK_INDEX)
        if block < 0:
            loose.append(one)
        else:
            places = (names.UNIFORM_OFFSET, names.UNIFORM_ARRAY_STRIDE, names.UNIFORM_MATRIX_STRIDE)
            offset, stride, line = (_of_uniform(gl, program, index, which) for which in places)
            row_major = bool(_of_uniform(gl, program, index, names.UNIFORM_IS_ROW_MAJOR))
            members.setdefault(block, []).append(
                Member(one.name, offset, max(stride, 0), max(line, 0), row_major)
            )
    count = parameter(gl, "GetProgramiv", program, names.ACTIVE_UNIFORM_BLOCKS)
    blocks = _as_elements(
        [_block(gl, program, index, tuple(members.get(index, ()))) for index in range(count)]
    )
    return Requirements(tuple(loose), blocks, _storage_bindings(gl, program) if storage else ())


def _as_elements(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return blocks where all elements of an array have its members, which the driver tells of one
    element alone (OpenGL 4.6 core, 7.3.1.1).
    """
    arrays: dict[str, tuple[Member, ...]] = {}
    for block in blocks:
        array = element_of(block.name)
        if array and block.members:
            arrays.setdefault(array[0], block.members)
    return tuple(
        msgspec.structs.replace(block, members=arrays.get(array[0], ()))
        if (array := element_of(block.name))
        else block
        for block in blocks
    )


def has_colour(gl: Gl, program: int) -> bool:
    """Return whether a linked program has an output at location 0."""
    count, kind = ctypes.c_int(), names.PROGRAM_OUTPUT
    gl["GetProgramInterfaceiv"](program, kind, names.ACTIVE_RESOURCES, ctypes.byref(count))
    for index in range(count.value):
        location, wanted = ctypes.c_int(), ctypes.c_uint(names.LOCATION)
        gl["GetProgramResourceiv"](
            program, kind, index, 1, ctypes.byref(wanted), 1, None, ctypes.byref(location)
        )
        name = ctypes.create_string_buffer(_NAME_BYTES)
        gl["GetProgramResourceName"](program, kind, index, _NAME_BYTES, None, name)
        if location.value == 0 or name.value.startswith(_COLOURS):
            return True
    return False


def _compile(gl: Gl, owned: contextlib.ExitStack, kind: int, source: bytes) -> int:
    shader = gl["CreateShader"](kind)
    owned.callback(gl["DeleteShader"], shader)
    text, length = ctypes.c_char_p(source), ctypes.c_int(len(source))
    gl["ShaderSource"](shader, 1, ctypes.byref(text), ctypes.byref(length))
    gl["CompileShader"](shader)
    if not parameter(gl, "GetShaderiv", shader, names.COMPILE_STATUS):
        raise Refusal(_errors(_log(gl, "Shader", shader)))
    return shader


def parameter(gl: Gl, call: str, of: int, name: int) -> int:
    """Return a number that an object has."""
    value = ctypes.c_int()
    gl[call](of, name, ctypes.byref(value))
    return value.value


def _log(gl: Gl, kind: str, of: int) -> str:
    size = max(parameter(gl, f"Get{kind}iv", of, names.INFO_LOG_LENGTH), 1)
    text = ctypes.create_string_buffer(size)
    gl[f"Get{kind}InfoLog"](of, size, None, text)
    return text.value.decode("utf-8", "replace").strip()


def _errors(log: str) -> str:
    """Return the lines of a log that say no, without warnings."""
    return "\n".join(line for line in log.splitlines() if "error:" in line) or log or _SILENT


def _uniform(gl: Gl, program: int, index: int) -> Loose | None:
    """Return an active uniform; None where the driver counted one that it does not have, as Mesa
    20.3 does with what its linker threw away.
    """
    found = active_variable(gl, "GetActiveUniform", program, index)
    return None if gl["GetError"]() == names.INVALID_VALUE else found


def active_variable(gl: Gl, call: str, program: int, index: int) -> Loose:
    """Return an active uniform or attribute, as a call tells it."""
    name = ctypes.create_string_buffer(_NAME_BYTES)
    count, kind = ctypes.c_int(), ctypes.c_uint()
    gl[call](program, index, _NAME_BYTES, None, ctypes.byref(count), ctypes.byref(kind), name)
    text = name.value.decode("utf-8", "replace")
    return Loose(text.removesuffix("[0]"), kind.value, count.value, text.endswith("[0]"))


def _of_uniform(gl: Gl, program: int, index: int, which: int) -> int:
    value = ctypes.c_int()
    gl["GetActiveUniformsiv"](
        program, 1, ctypes.byref(ctypes.c_uint(index)), which, ctypes.byref(value)
    )
    return value.value


def _block(gl: Gl, program: int, index: int, members: tuple[Member, ...]) -> Block:
    text = ctypes.create_string_buffer(_NAME_BYTES)
    gl["GetActiveUniformBlockName"](program, index, _NAME_BYTES, None, text)
    name = text.value.decode("utf-8", "replace")
    values = [ctypes.c_int(), ctypes.c_int()]
    for which, value in zip(
        (names.UNIFORM_BLOCK_BINDING, names.UNIFORM_BLOCK_DATA_SIZE), values, strict=True
    ):
        gl["GetActiveUniformBlockiv"](program, index, which, ctypes.byref(value))
    array = element_of(name)
    prefix = f"{array[0] if array else name}."
    own = tuple(msgspec.structs.replace(one, name=one.name.removeprefix(prefix)) for one in members)
    return Block(name, (0, values[0].value), own, values[1].value)


def _storage_bindings(gl: Gl, program: int) -> tuple[int, ...]:
    count = ctypes.c_int()
    kind = names.SHADER_STORAGE_BLOCK
    gl["GetProgramInterfaceiv"](program, kind, names.ACTIVE_RESOURCES, ctypes.byref(count))
    found = []
    for index in range(count.value):
        binding, wanted = ctypes.c_int(), ctypes.c_uint(names.BUFFER_BINDING)
        gl["GetProgramResourceiv"](
            program, kind, index, 1, ctypes.byref(wanted), 1, None, ctypes.byref(binding)
        )
        found.append(binding.value)
    return tuple(sorted(set(found)))
