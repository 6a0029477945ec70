"""The entry points of OpenGL and OpenGL ES that we use, through ctypes, as `eglGetProcAddress`
gives them.

One table for both: no package binds OpenGL ES, and one that calls an entry point that a context
lacks would take the worker down and look like a driver's crash.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from types import MappingProxyType
from typing import Final

NO_ERROR: Final = 0
INVALID_VALUE: Final = 0x0501
OUT_OF_MEMORY: Final = 0x0505
CONTEXT_LOST: Final = 0x0507

EXTENSIONS, NUM_EXTENSIONS = 0x1F03, 0x821D
RENDERER, VERSION = 0x1F01, 0x1F02
MAJOR_VERSION, MINOR_VERSION = 0x821B, 0x821C

FRAGMENT_SHADER, VERTEX_SHADER, COMPUTE_SHADER = 0x8B30, 0x8B31, 0x91B9
GEOMETRY_SHADER: Final = 0x8DD9
GEOMETRY_INPUT_TYPE, GEOMETRY_OUTPUT_TYPE = 0x8917, 0x8918
COMPILE_STATUS, LINK_STATUS, INFO_LOG_LENGTH = 0x8B81, 0x8B82, 0x8B84
ACTIVE_ATTRIBUTES, ACTIVE_UNIFORMS, ACTIVE_UNIFORM_BLOCKS = 0x8B89, 0x8B86, 0x8A36
UNIFORM_BLOCK_INDEX, UNIFORM_OFFSET = 0x8A3A, 0x8A3B
UNIFORM_ARRAY_STRIDE, UNIFORM_MATRIX_STRIDE, UNIFORM_IS_ROW_MAJOR = 0x8A3C, 0x8A3D, 0x8A3E
UNIFORM_BLOCK_BINDING, UNIFORM_BLOCK_DATA_SIZE = 0x8A3F, 0x8A40
PROGRAM_BINARY_LENGTH, NUM_PROGRAM_BINARY_FORMATS = 0x8741, 0x87FE
BINARY_RETRIEVABLE, PROGRAM_SEPARABLE = 0x8257, 0x8258
STAGE_BITS: Final = MappingProxyType({VERTEX_SHADER: 1, FRAGMENT_SHADER: 2, COMPUTE_SHADER: 32})
PROGRAM_OUTPUT, LOCATION, TYPE, ARRAY_SIZE = 0x92E4, 0x930E, 0x92FA, 0x92FB
SHADER_STORAGE_BLOCK, ACTIVE_RESOURCES, BUFFER_BINDING = 0x92E6, 0x92F5, 0x9302

ARRAY_BUFFER, UNIFORM_BUFFER, SHADER_STORAGE_BUFFER = 0x8892, 0x8A11, 0x90D2
ELEMENT_ARRAY_BUFFER, DRAW_INDIRECT_BUFFER, DISPATCH_INDIRECT_BUFFER = 0x8893, 0x8F3F, 0x90EE
UNIFORM_ALIGNMENT, STORAGE_ALIGNMENT = 0x8A34, 0x90DF
DYNAMIC_COPY, MAP_READ = 0x88EA, 0x0001
MAX_UNIFORM_BUFFER_BINDINGS, MAX_SHADER_STORAGE_BUFFER_BINDINGS = 0x8A2F, 0x90DD
MAX_VERTEX_UNIFORM_BLOCKS, MAX_VERTEX_SHADER_STORAGE_BLOCKS = 0x8A2B, 0x90D6
MAX_VERTEX_TEXTURE_IMAGE_UNITS: Final = 0x8B4C
MAX_GEOMETRY_UNIFORM_BLOCKS, MAX_GEOMETRY_SHADER_STORAGE_BLOCKS = 0x8A2C, 0x90D7
MAX_GEOMETRY_TEXTURE_IMAGE_UNITS: Final = 0x8C29

FRAMEBUFFER, RENDERBUFFER, COLOR_ATTACHMENT, FRAMEBUFFER_COMPLETE = 0x8D40, 0x8D41, 0x8CE0, 0x8CD5
RGBA8, RGBA32F, RGBA, RGBA_INTEGER = 0x8058, 0x8814, 0x1908, 0x8D99
NONE, COLOR, MAX_DRAW_BUFFERS = 0, 0x1800, 0x8824
DEPTH, DEPTH_ATTACHMENT, DEPTH_COMPONENT, DEPTH_COMPONENT32F = 0x1801, 0x8D00, 0x1902, 0x8CAC
DEPTH_TEST, ALWAYS = 0x0B71, 0x0207
BYTES, SHORTS, FLOATS, INTS, UINTS = 0x1401, 0x1403, 0x1406, 0x1404, 0x1405
POINTS, TRIANGLES, TRIANGLE_STRIP = 0x0000, 0x0004, 0x0005
COLOR_BUFFER, DITHER, CLOCKWISE, SCISSOR_TEST = 0x4000, 0x0BD0, 0x0900, 0x0C11
ALL_BARRIERS: Final = 0xFFFFFFFF

_KINDS: Final[dict[str, type[ctypes._CDataType]]] = {
    "i": ctypes.c_int,
    "u": ctypes.c_uint,
    "f": ctypes.c_float,
    "b": ctypes.c_ubyte,
    "z": ctypes.c_ssize_t,
    "p": ctypes.c_void_p,
}
_SIGNATURES: Final = """
GetError:u GetString:p:u GetStringi:p:uu GetIntegerv::up GetGraphicsResetStatus:u Finish
FrontFace::u Enable::u Disable::u DepthFunc::u
CreateShader:u:u ShaderSource::uipp CompileShader::u GetShaderiv::uup GetShaderInfoLog::uipp
DeleteShader::u
CreateProgram:u AttachShader::uu BindAttribLocation::uup LinkProgram::u GetProgramiv::uup
GetProgramInfoLog::uipp UseProgram::u DeleteProgram::u
GetActiveAttrib::uuipppp GetAttribLocation:i:up
GetActiveUniform::uuipppp GetActiveUniformsiv::uipup GetUniformLocation:i:up
GetActiveUniformBlockName::uuipp GetActiveUniformBlockiv::uuup UniformBlockBinding::uuu
GetProgramInterfaceiv::uuup GetProgramResourceiv::uuuipipp GetProgramResourceName::uuuipp
Uniform1fv::iip Uniform2fv::iip Uniform3fv::iip Uniform4fv::iip
Uniform1iv::iip Uniform2iv::iip Uniform3iv::iip Uniform4iv::iip
Uniform1uiv::iip Uniform2uiv::iip Uniform3uiv::iip Uniform4uiv::iip
UniformMatrix2fv::iibp UniformMatrix3fv::iibp UniformMatrix4fv::iibp
UniformMatrix2x3fv::iibp UniformMatrix2x4fv::iibp UniformMatrix3x2fv::iibp
UniformMatrix3x4fv::iibp UniformMatrix4x2fv::iibp UniformMatrix4x3fv::iibp
GenBuffers::ip BindBuffer::uu BufferData::uzpu BindBufferBase::uuu MapBufferRange:p:uzzu
UnmapBuffer:b:u DeleteBuffers::ip
GenTextures::ip DeleteTextures::ip ActiveTexture::u BindTexture::uu TexParameteri::uui
TexImage1D::uiiiiuup TexImage2D::uiiiiiuup TexImage3D::uiiiiiiuup
TexStorage2D::uiuii TexStorage3D::uiuiii TexSubImage2D::uiiiiiuup TexSubImage3D::uiiiiiiiuup
BindImageTexture::uuibiuu GetUniformiv::uip TexBuffer::uuu
FramebufferTexture2D::uuuui FramebufferTextureLayer::uuuii DeleteFramebuffers::ip
GenVertexArrays::ip DeleteVertexArrays::ip BindVertexArray::u EnableVertexAttribArray::u
VertexAttribPointer::uiubip VertexAttribIPointer::uiuip
GenFramebuffers::ip BindFramebuffer::uu GenRenderbuffers::ip BindRenderbuffer::uu
RenderbufferStorage::uuii FramebufferRenderbuffer::uuuu
CheckFramebufferStatus:u:u DeleteRenderbuffers::ip DepthRangef::ff
DrawBuffers::ip ReadBuffer::u ClearBufferfv::uip ClearBufferiv::uip ClearBufferuiv::uip
Viewport::iiii Scissor::iiii ClearColor::ffff Clear::u DrawArrays::uii ReadPixels::iiiiuup
DispatchCompute::uuu MemoryBarrier::u
DrawArraysInstanced::uiii DrawElements::uiuz DrawElementsInstanced::uiuzi DrawArraysIndirect::uz
DrawElementsIndirect::uuz DispatchComputeIndirect::z BindBufferRange::uuuzz
ProgramParameteri::uui GetProgramBinary::uippp ProgramBinary::uupi
GenProgramPipelines::ip DeleteProgramPipelines::ip UseProgramStages::uuu BindProgramPipeline::u
"""
"""Each `Name:result:arguments`, a letter of `_KINDS` for each."""

Call = Callable[..., int]


class GlFailure(Exception):
    """The context reports an error: out of memory, lost, or a call that is wrong."""


class Gl:
    """Calls by their names without `gl`: `gl["Finish"]()`. One object for each context."""

    def __init__(self, load: Callable[[str], int]) -> None:
        self._calls: dict[str, Call] = {}
        for signature in _SIGNATURES.split():
            name, result, arguments = (*signature.split(":"), "", "")[:3]
            address = load(f"gl{name}")
            if address:
                kinds = [_KINDS[letter] for letter in arguments]
                prototype = ctypes.CFUNCTYPE(_KINDS[result] if result else None, *kinds)
                self._calls[name] = prototype(address)

    def __getitem__(self, name: str) -> Call:
        if name not in self._calls:
            raise GlFailure(f"this context has no gl{name}")
        return self._calls[name]

    def has(self, name: str) -> bool:
        """Say whether the context has a call."""
        return name in self._calls

    def integer(self, name: int) -> int:
        """Return a value of the context's state."""
        value = ctypes.c_int()
        self["GetIntegerv"](name, ctypes.byref(value))
        return value.value

    def text(self, name: int) -> str:
        """Return a string of the context, such as its renderer."""
        return _text(self["GetString"](name))

    def extensions(self) -> frozenset[str]:
        """Return the names of all extensions of the context."""
        count = self.integer(NUM_EXTENSIONS)
        return frozenset(_text(self["GetStringi"](EXTENSIONS, index)) for index in range(count))

    def new_object(self, kind: str) -> int:
        """Return a new object, such as one of `Buffers`."""
        name = ctypes.c_uint()
        self[f"Gen{kind}"](1, ctypes.byref(name))
        return name.value

    def delete(self, kind: str, name: int) -> None:
        """Delete an object that `made` gave."""
        self[f"Delete{kind}"](1, ctypes.byref(ctypes.c_uint(name)))

    def check(self, doing: str) -> None:
        """Raise `GlFailure`, or `MemoryError`, where the context reports an error or is lost."""
        error = self["GetError"]()
        if error == OUT_OF_MEMORY:
            raise MemoryError(f"OpenGL is out of memory while {doing}")
        if error not in (NO_ERROR, CONTEXT_LOST):
            raise GlFailure(f"OpenGL reports 0x{error:04x} while {doing}")
        # NVIDIA's driver reports a lost context as an error, others by the status alone.
        status = error or (
            self["GetGraphicsResetStatus"]()
            if "GetGraphicsResetStatus" in self._calls
            else NO_ERROR
        )
        if status != NO_ERROR:
            raise GlFailure(f"the OpenGL context was lost (0x{status:04x}) while {doing}")


def _text(address: int | None) -> str:
    return ctypes.string_at(address).decode("utf-8", "replace") if address else ""
