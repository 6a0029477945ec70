"""OpenGL contexts without a window, on a device of EGL."""

from __future__ import annotations

import ctypes
import fnmatch
from contextlib import suppress
from typing import Final, Literal

import msgspec

from aberration.core.errors import TargetUnavailable
from aberration.targets.runners.opengl import binding as names
from aberration.targets.runners.opengl.binding import Call, Gl

Api = Literal["glsl", "essl", "compatibility"]
"""A context is named after the language that it takes: that of OpenGL's core profile, of OpenGL ES,
or of OpenGL's compatibility profile.
"""

INSTALL: Final = "sudo apt-get install libegl1 libegl-mesa0 libgl1-mesa-dri"
_LIBRARY: Final = "libEGL.so.1"
_VERSIONS: Final[dict[Api, tuple[tuple[int, int], ...]]] = {
    "glsl": ((4, 6), (4, 5), (4, 3), (3, 3)),
    "essl": ((3, 2), (3, 1), (3, 0)),
    "compatibility": ((4, 6), (4, 5), (4, 3), (3, 3)),
}
_API_BITS: Final[dict[Api, int]] = {"glsl": 0x30A2, "essl": 0x30A0, "compatibility": 0x30A2}
_PLATFORM_DEVICE, _DEVICE_EXTENSIONS = 0x313F, 0x3055
_EGL_EXTENSIONS: Final = 0x3055
_SOFTWARE: Final = "EGL_MESA_device_software"
_MAJOR, _MINOR, _PROFILE, _NONE = 0x3098, 0x30FB, 0x30FD, 0x3038
_PROFILES: Final[dict[Api, int]] = {"glsl": 1, "compatibility": 2}
_RESET_STRATEGY: Final[dict[Api, int]] = {
    "glsl": 0x31BD,
    "essl": 0x3138,
    "compatibility": 0x31BD,
}
_LOSE_CONTEXT: Final = 0x31BF
_ROBUSTNESS: Final = "EGL_EXT_create_context_robustness"
_DEVICES: Final = 16
_I, _P = ctypes.c_int, ctypes.c_void_p
_SIGNATURES: Final[
    dict[str, tuple[type[ctypes._CDataType], tuple[type[ctypes._CDataType], ...]]]
] = {
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
    """What a context can do beyond drawing; `outputs`: list which outputs a program has."""

    compute: bool
    storage: bool
    outputs: bool
    geometry: bool


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
        geometry = number >= (3, 2)
        if number >= ((3, 1) if self.api == "essl" else (4, 3)):
            return Abilities(compute=True, storage=True, outputs=True, geometry=geometry)
        known = self.gl.extensions()
        wanted = "compute_shader", "shader_storage_buffer_object", "program_interface_query"
        compute, storage, outputs = (f"GL_ARB_{name}" in known for name in wanted)
        return Abilities(compute, storage, outputs, geometry)


class Egl:
    """The library of EGL, and its devices; raises `TargetUnavailable` where there is none."""

    def __init__(self) -> None:
        try:
            self._library = ctypes.CDLL(_LIBRARY)
        except OSError as error:
            raise TargetUnavailable(f"expected {_LIBRARY}, but {error}", hint=INSTALL) from None
        self._load = self._library.eglGetProcAddress
        self._load.restype, self._load.argtypes = _P, (ctypes.c_char_p,)
        self._calls: dict[str, Call] = {}

    def address(self, name: str) -> int:
        """Return the address of an entry point, 0 where there is none."""
        return self._load(name.encode()) or 0

    def call(self, name: str) -> Call:
        """Return a function of EGL."""
        if name not in self._calls:
            address = self.address(name)
            if not address:
                raise TargetUnavailable(
                    f"expected an EGL with {name}, but it has none", hint=INSTALL
                )
            result, arguments = _SIGNATURES[name]
            self._calls[name] = ctypes.CFUNCTYPE(result, *arguments)(address)
        return self._calls[name]

    def string(self, call: str, of: int | None, which: int) -> str:
        """Return a string of EGL, nothing where it has none."""
        answer: object = self.call(call)(of, which)
        return answer.decode("utf-8", "replace") if isinstance(answer, bytes) else ""

    def devices(self) -> list[int]:
        """Return the devices, in the order of the library."""
        devices = (_P * _DEVICES)()
        count = _I()
        self.call("eglQueryDevicesEXT")(_DEVICES, devices, ctypes.byref(count))
        return [device or 0 for device in devices[: count.value]]

    def is_software(self, device: int) -> bool:
        """Return whether a device is this machine's processor."""
        return _SOFTWARE in self.string("eglQueryDeviceStringEXT", device, _DEVICE_EXTENSIONS)

    def software_device(self) -> int:
        """Return the first device without hardware: a GPU of the machine is not what some
        targets are named after.
        """
        devices = self.devices()
        for device in devices:
            if self.is_software(device):
                return device
        raise TargetUnavailable(
            f"expected EGL to have a software device, but {len(devices)} others came", hint=INSTALL
        )

    def error(self) -> str:
        """Return the last error."""
        return f"EGL error 0x{self.call('eglGetError')():04x}"


class Display:
    """A device of EGL, opened; raises `TargetUnavailable` where it does not come up."""

    def __init__(self, egl: Egl, device: int) -> None:
        self._egl = egl
        display = egl.call("eglGetPlatformDisplayEXT")(_PLATFORM_DEVICE, device, None)
        if not display or not egl.call("eglInitialize")(display, None, None):
            raise TargetUnavailable(f"EGL's device cannot be opened: {egl.error()}", hint=INSTALL)
        self._handle = display
        self._contexts: list[Context] = []
        self._current = 0

    def address(self, name: str) -> int:
        """Return the address of an entry point, 0 where there is none."""
        return self._egl.address(name)

    def context(self, api: Api) -> Context:
        """Return a new context of the highest version that the driver has."""
        for version in _VERSIONS[api]:
            handle = self._made_context(api, version)
            if handle:
                context = Context(self, api, handle)
                self._contexts.append(context)
                return context
        lowest = ".".join(str(part) for part in _VERSIONS[api][-1])
        error = self._egl.error()
        raise TargetUnavailable(
            f"expected a context for {api} (version {lowest} or higher), but {error} came"
        )

    def make_current(self, api: Api, handle: int) -> None:
        """Make a context current; nothing is done where it is."""
        if handle == self._current:
            return
        self._egl.call("eglBindAPI")(_API_BITS[api])
        if not self._egl.call("eglMakeCurrent")(self._handle, None, None, handle):
            raise TargetUnavailable(f"a context for {api} cannot be used: {self._egl.error()}")
        self._current = handle

    def close(self) -> None:
        """Destroy all contexts, then the display."""
        self._egl.call("eglMakeCurrent")(self._handle, None, None, None)
        for context in self._contexts:
            self._egl.call("eglDestroyContext")(self._handle, context.handle)
        self._egl.call("eglTerminate")(self._handle)

    def _made_context(self, api: Api, version: tuple[int, int]) -> int:
        words = [_MAJOR, version[0], _MINOR, version[1]]
        if api in _PROFILES:
            words += [_PROFILE, _PROFILES[api]]
        if _ROBUSTNESS in self._egl.string("eglQueryString", self._handle, _EGL_EXTENSIONS):
            words += [_RESET_STRATEGY[api], _LOSE_CONTEXT]
        self._egl.call("eglBindAPI")(_API_BITS[api])
        attributes = (_I * (len(words) + 1))(*words, _NONE)
        return self._egl.call("eglCreateContext")(self._handle, None, None, attributes) or 0


def open_display(renderer: str, *, software: bool) -> Display:
    """Return the display of the software device, or of the first device whose renderer's name
    looks like this.
    """
    egl = Egl()
    if software:
        return Display(egl, egl.software_device())
    came = []
    for device in egl.devices():
        with suppress(TargetUnavailable):
            display = Display(egl, device)
            name = display.context("glsl").renderer
            display.close()
            if fnmatch.fnmatchcase(name, renderer):
                return Display(egl, device)
            came.append(repr(name))
    raise TargetUnavailable(
        f"expected an OpenGL renderer {renderer!r}, but {' and '.join(came) or 'none'} came"
    )
