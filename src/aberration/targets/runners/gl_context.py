"""OpenGL contexts without a window: EGL on its software device."""

from __future__ import annotations

import ctypes
from typing import Final, Literal

import msgspec

from aberration.core.errors import TargetUnavailable
from aberration.targets.runners import gl_binding as names
from aberration.targets.runners.gl_binding import Call, Gl

Api = Literal["glsl", "essl"]
"""A context is named after the language that it takes: that of OpenGL's core profile, or of OpenGL ES."""

INSTALL: Final = "sudo apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri"
_LIBRARY: Final = "libEGL.so.1"
_VERSIONS: Final[dict[Api, tuple[tuple[int, int], ...]]] = {
    "glsl": ((4, 6), (4, 5), (4, 3), (3, 3)),
    "essl": ((3, 2), (3, 1), (3, 0)),
}
_API_BITS: Final[dict[Api, int]] = {"glsl": 0x30A2, "essl": 0x30A0}
_PLATFORM_DEVICE, _DEVICE_EXTENSIONS = 0x313F, 0x3055
_EGL_EXTENSIONS: Final = 0x3055
_SOFTWARE: Final = "EGL_MESA_device_software"
_MAJOR, _MINOR, _PROFILE, _CORE, _NONE = 0x3098, 0x30FB, 0x30FD, 1, 0x3038
_RESET_STRATEGY: Final[dict[Api, int]] = {"glsl": 0x31BD, "essl": 0x3138}
_LOSE_CONTEXT: Final = 0x31BF
_ROBUSTNESS: Final = "EGL_EXT_create_context_robustness"
_DEVICES: Final = 16
_I, _P = ctypes.c_int, ctypes.c_void_p
_SIGNATURES: Final[dict[str, tuple[type[ctypes._CDataType], tuple[type[ctypes._CDataType], ...]]]] = {
    "eglGetError": (_I, ()),
    "eglQueryDevicesEXT": (_I, (_I, _P, _P)),
    "eglQueryDeviceStringEXT": (ctypes.c_char_p, (_P, _I)),
    "eglGetPlatformDisplayEXT": (_P, (_I, _P, _P)),
    "eglInitialize": (_I, (_P, _P, _P)),
    "eglTerminate": (_I, (_P,)),
    "eglQueryString": (ctypes.c_char_p, (_P, _I)),
    "eglBindAPI": (_I, (_I,)),
    "eglCreateContext": (_P, (_P, _P, _P, _P)),
    "eglDestroyContext": (_I, (_P, _P)),
    "eglMakeCurrent": (_I, (_P, _P, _P, _P)),
}


class Abilities(msgspec.Struct, frozen=True):
    """What a context can do beyond drawing; `outputs`: tell which outputs a program has."""

    compute: bool
    storage: bool
    outputs: bool


class Context:
    """One context that is made current by `use`; `version` is as the driver tells it."""

    def __init__(self, display: Display, api: Api, handle: int) -> None:
        self._display = display
        self.api = api
        self.handle = handle
        self.use()
        self.gl = gl = Gl(display.address)
        self.renderer = gl.text(names.RENDERER)
        self.version = f"{self.renderer}, {gl.text(names.VERSION)}"
        self.abilities = self._abilities()

    def use(self) -> None:
        """Make this context the current one."""
        self._display.make_current(self.api, self.handle)

    def _abilities(self) -> Abilities:
        number = self.gl.integer(names.MAJOR_VERSION), self.gl.integer(names.MINOR_VERSION)
        if number >= ((4, 3) if self.api == "glsl" else (3, 1)):
            return Abilities(compute=True, storage=True, outputs=True)
        known = self.gl.extensions()
        wanted = "compute_shader", "shader_storage_buffer_object", "program_interface_query"
        return Abilities(*[f"GL_ARB_{name}" in known for name in wanted])


class Display:
    """The software device of EGL; raises `TargetUnavailable` where there is none."""

    def __init__(self) -> None:
        try:
            self._library = ctypes.CDLL(_LIBRARY)
        except OSError as error:
            raise TargetUnavailable(f"expected {_LIBRARY}, but {error}", hint=INSTALL) from None
        self._load = self._library.eglGetProcAddress
        self._load.restype, self._load.argtypes = _P, (ctypes.c_char_p,)
        self._calls: dict[str, Call] = {}
        self._handle = self._opened()
        self._contexts: list[Context] = []
        self._current = 0

    def address(self, name: str) -> int:
        """Return the address of an entry point, 0 where there is none."""
        return self._load(name.encode()) or 0

    def context(self, api: Api) -> Context:
        """Return a new context of the highest version that the driver has."""
        for version in _VERSIONS[api]:
            handle = self._made_context(api, version)
            if handle:
                context = Context(self, api, handle)
                self._contexts.append(context)
                return context
        lowest = ".".join(str(part) for part in _VERSIONS[api][-1])
        raise TargetUnavailable(f"expected a context for {api} (version {lowest} or higher), but {self._error()} came")

    def make_current(self, api: Api, handle: int) -> None:
        """Make a context current; nothing is done where it is."""
        if handle == self._current:
            return
        self._call("eglBindAPI")(_API_BITS[api])
        if not self._call("eglMakeCurrent")(self._handle, None, None, handle):
            raise TargetUnavailable(f"a context for {api} cannot be used: {self._error()}")
        self._current = handle

    def close(self) -> None:
        """Destroy all contexts, then the display."""
        self._call("eglMakeCurrent")(self._handle, None, None, None)
        for context in self._contexts:
            self._call("eglDestroyContext")(self._handle, context.handle)
        self._call("eglTerminate")(self._handle)

    def _call(self, name: str) -> Call:
        if name not in self._calls:
            address = self.address(name)
            if not address:
                raise TargetUnavailable(f"expected an EGL with {name}, but it has none", hint=INSTALL)
            result, arguments = _SIGNATURES[name]
            self._calls[name] = ctypes.CFUNCTYPE(result, *arguments)(address)
        return self._calls[name]

    def _opened(self) -> int:
        display = self._call("eglGetPlatformDisplayEXT")(_PLATFORM_DEVICE, self._software_device(), None)
        if not display or not self._call("eglInitialize")(display, None, None):
            raise TargetUnavailable(f"EGL's software device cannot be opened: {self._error()}", hint=INSTALL)
        return display

    def _software_device(self) -> int:
        """Return the first device without hardware: a GPU of the machine is not what our targets are named after."""
        devices = (_P * _DEVICES)()
        count = _I()
        self._call("eglQueryDevicesEXT")(_DEVICES, devices, ctypes.byref(count))
        for device in devices[: count.value]:
            if _SOFTWARE in self._told("eglQueryDeviceStringEXT", device, _DEVICE_EXTENSIONS):
                return device or 0
        raise TargetUnavailable(f"expected EGL to have a software device, but {count.value} others came", hint=INSTALL)

    def _told(self, call: str, of: int | None, which: int) -> str:
        told: object = self._call(call)(of, which)
        return told.decode("utf-8", "replace") if isinstance(told, bytes) else ""

    def _made_context(self, api: Api, version: tuple[int, int]) -> int:
        words = [_MAJOR, version[0], _MINOR, version[1]]
        if api == "glsl":
            words += [_PROFILE, _CORE]
        if _ROBUSTNESS in self._told("eglQueryString", self._handle, _EGL_EXTENSIONS):
            words += [_RESET_STRATEGY[api], _LOSE_CONTEXT]
        self._call("eglBindAPI")(_API_BITS[api])
        return self._call("eglCreateContext")(self._handle, None, None, (_I * (len(words) + 1))(*words, _NONE)) or 0

    def _error(self) -> str:
        return f"EGL error 0x{self._call('eglGetError')():04x}"
