"""What a front end says that it does not take: no word of that is a mistake of the front end.

One table for all of them. A refusal of a legal program that is none of these rows is a violation:
no row stands here without the place where the front end, or the standard that it follows, says so.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec


class Limit(msgspec.Struct, frozen=True):
    """A limit by name: whose it is, the words that a refusal by it has, and where it is said."""

    name: str
    front_end: str
    words: str
    source: str


LIMITS: Final = (
    Limit(
        "glslang-essl-version",
        "glslang",
        r"ES shaders for SPIR-V require version 310 or higher",
        "GL_KHR_vulkan_glsl: ESSL from 3.10 on",
    ),
    Limit(
        "glslang-compatibility",
        "glslang",
        r"compilation for SPIR-V does not support the compatibility profile",
        "GL_KHR_vulkan_glsl: the compatibility profile is not supported",
    ),
    Limit(
        "glslang-loose-uniform",
        "shaderc",
        r"'non-opaque uniforms outside a block' : not allowed when using GLSL for Vulkan",
        "GL_KHR_vulkan_glsl: no uniforms outside of blocks; shaderc does not gather them",
    ),
    Limit(
        "mesa-version",
        "Mesa",
        r"GLSL (?:ES )?\d\.\d\d is not supported\. Supported versions are",
        "each driver has the versions that its `GL_SHADING_LANGUAGE_VERSION` says",
    ),
    Limit(
        "mesa-extension",
        "Mesa",
        r"extension `\w+' unsupported in \w+ shader",
        "GLSL 4.60, 3.3: an implementation has the extensions that it says",
    ),
    Limit(
        "mesa-descriptor-set",
        "Mesa",
        r"unrecognized layout identifier `set'",
        "GL_KHR_vulkan_glsl: descriptor sets are of GLSL for Vulkan, and OpenGL has none",
    ),
    Limit(
        "mesa-resources",
        "Mesa",
        r"\bToo many (?:fragment|compute) shader ",
        "OpenGL 4.6, 7.6 and 7.8: uniform components and blocks of a stage are limited",
    ),
    Limit(
        "glslang-extension",
        "glslang",
        r"extension not supported: ",
        "GLSL 4.60, 3.3: an implementation has the extensions that it says",
    ),
    Limit(
        "angle-extension",
        "ANGLE",
        r"extension is not supported",
        "GLSL ES 3.00, 3.4: an implementation has the extensions that it says",
    ),
    Limit(
        "angle-version",
        "ANGLE",
        r"unsupported shader version",
        "WebGL 2.0, 4.3: ESSL 3.00 and 1.00",
    ),
    Limit(
        "angle-endless-loop",
        "ANGLE",
        r"Infinite loop detected in the shader",
        "ANGLE, `rejectWebglShadersWithUndefinedBehavior`: no loop whose text has no way out",
    ),
    Limit(
        "naga-glsl",
        "naga, reading GLSL",
        r"Error \{ kind: \w+.*?, meta: Span \{",
        "naga's README: a part of GLSL 4.40 and newer, with Vulkan's semantics",
    ),
    Limit(
        "naga-capability",
        "naga",
        r"Shader requires capability Capabilities\(",
        "WebGPU, 3.6: a device has the features that it was asked for; reading GLSL, naga takes "
        "`barrier()` for one of subgroups as well",
    ),
    Limit(
        "naga-write-only",
        "naga, reading GLSL",
        r"Storage address space doesn't support write-only access",
        "WGSL, 14.1: storage buffers are read, or read and written",
    ),
    Limit(
        "naga-packed",
        "naga up to 24",
        r"no definition in scope for identifier: [`'](?:dot4[IU]8Packed|(?:un)?pack4x[IU]8)",
        "WGSL, 4.1.2: `packed_4x8_integer_dot_product` is an extension, which a device may lack",
    ),
    Limit(
        "naga-pointer-parameter",
        "naga",
        r"Argument '\w*' at index \d+ is a pointer of space .*which can't be passed into functions",
        "WGSL, 4.1.2: `unrestricted_pointer_parameters` is an extension, which a device may lack",
    ),
    Limit(
        "naga-local-const",
        "naga 22",
        r"expected assignment or increment/decrement, found",
        "wgpu #6156: constants inside of functions came with naga 23",
    ),
    Limit(
        "naga-const-assert",
        "naga 22",
        r"expected global item .* found [`']const_assert",
        "wgpu's changelog: `const_assert` came with naga 23",
    ),
    Limit(
        "naga-flat-sampling",
        "naga 22",
        r"unknown attribute: [`'](?:first|either)\b",
        "wgpu #6122: the samplings `first` and `either` of `flat` came with naga 23",
    ),
    Limit(
        "naga-alias-element",
        "naga up to 27",
        r"unknown scalar type: [`']",
        "wgpu #4473: aliases as elements of vectors and matrices came with naga 23, of atomics "
        "after 27",
    ),
    Limit(
        "naga-constant-index",
        "naga 22",
        r"The expression \[\d+\] may only be indexed by a constant",
        "naga 22, `IndexMustBeConstant`: a value is indexed by constants only",
    ),
    Limit(
        "spirv-cross-layout",
        "spirv-cross",
        r"Buffer block cannot be expressed as any of std430, std140, scalar",
        "spirv-cross: GLSL has no offsets outside of its standard layouts",
    ),
    Limit(
        "spirv-cross-es-layout",
        "spirv-cross",
        r"block cannot be expressed as .*ES-targets do not support GL_ARB_enhanced_layouts",
        "spirv-cross: ESSL has no offsets outside of its standard layouts",
    ),
    Limit(
        "spirv-cross-subgroup",
        "spirv-cross",
        r"This subgroup operation is only supported in Vulkan semantics",
        "spirv-cross: the operation is one of GLSL for Vulkan",
    ),
    Limit(
        "spirv-cross-demote",
        "spirv-cross",
        r"GL_EXT_demote_to_helper_invocation is only supported in Vulkan GLSL",
        "spirv-cross: the extension is one of GLSL for Vulkan",
    ),
)


def limit_of(message: str) -> Limit | None:
    """Return the limit that a refusal states; None where it states none."""
    return next((limit for limit in LIMITS if re.search(limit.words, message)), None)


def words_for(limit: Limit) -> str:
    """Return the words by which a verdict names a limit."""
    return f"a documented limit, {limit.name}:"
