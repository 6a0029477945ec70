"""The few system calls of ptrace that the tracer needs (Linux, ptrace(2)), for x86-64."""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import signal
import struct
from typing import Final

# PTRACE_* of linux/ptrace.h
TRACEME: Final = 0
CONT: Final = 7
SETOPTIONS: Final = 0x4200
GETEVENTMSG: Final = 0x4201
GETSIGINFO: Final = 0x4202
GETREGSET: Final = 0x4204

# The set of general registers (elf.h)
_NT_PRSTATUS: Final = 1
EVENT_EXIT: Final = 6
# PTRACE_O_EXITKILL, and one bit for each event: if the tracer dies, nothing that it traced goes on
# without it.
OPTIONS: Final = 0x100000 | sum(1 << event for event in (1, 2, 3, 4, EVENT_EXIT))
"""Kill what is traced when the tracer ends; report fork, vfork, clone, exec and exit."""
# __WALL: waits for clones as well, which `waitpid` leaves out without it.
WALL: Final = 0x40000000

_USER_REGISTERS: Final = struct.Struct("<27Q")
_BY_DWARF_NUMBER: Final = (10, 12, 11, 5, 13, 14, 4, 19, 9, 8, 7, 6, 3, 2, 1, 0, 16)
"""Where `user_regs_struct` has rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 to r15, rip (System V
ABI, figure 3.36).
"""
_SIGINFO_BYTES: Final = 128


class _Block(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


class Ptrace:
    """The calls; raise `OSError` where the kernel says no."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None, use_errno=True)
        self._call = self._library.ptrace
        self._call.restype = ctypes.c_long
        # Through the C library, whose `ptrace` is variadic: without types ctypes would pass 32 bits
        # of the addresses.
        self._call.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)

    def trace_me(self) -> None:
        """Let the parent trace this process."""
        self._ask(TRACEME, 0)

    def follow(self, pid: int) -> None:
        """Trace what this process starts as well."""
        self._ask(SETOPTIONS, pid, data=OPTIONS)

    def go_on(self, pid: int, signal: int = 0) -> None:
        """Let it run, and get a signal if there is one."""
        self._ask(CONT, pid, data=signal)

    def message(self, pid: int) -> int:
        """Return what belongs to an event: of an exit, the status as `waitpid` will have it."""
        message = ctypes.c_ulong()
        self._ask(GETEVENTMSG, pid, data=ctypes.addressof(message))
        return message.value

    def origin(self, pid: int) -> int:
        """Return the `si_code` of the signal that it stands at: above 0 the kernel's, for a
        fault of its own.
        """
        buffer = ctypes.create_string_buffer(_SIGINFO_BYTES)
        self._ask(GETSIGINFO, pid, data=ctypes.addressof(buffer))
        # si_signo, si_errno, si_code
        code: int = struct.unpack_from("<3i", buffer.raw)[2]
        return code

    def registers(self, pid: int) -> tuple[int, ...]:
        """Return the 16 registers and the instruction pointer, by their DWARF numbers."""
        buffer = ctypes.create_string_buffer(_USER_REGISTERS.size)
        block = _Block(ctypes.addressof(buffer), len(buffer))
        self._ask(GETREGSET, pid, _NT_PRSTATUS, ctypes.addressof(block))
        values = _USER_REGISTERS.unpack(buffer.raw[: _USER_REGISTERS.size])
        return tuple(values[place] for place in _BY_DWARF_NUMBER)

    def _ask(self, request: int, pid: int, address: int = 0, data: int = 0) -> None:
        if self._call(request, pid, address, data) < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))


def reason_refused() -> str:
    """Try it on a child; return why there are no native stacks here (a container may forbid
    it), or nothing.
    """
    reason = reason_unsupported()
    if reason:
        return reason
    ptrace = Ptrace()
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(OSError):
            ptrace.trace_me()
            os.kill(os.getpid(), signal.SIGSTOP)
        os._exit(0)
    # Only a try tells: seccomp, Yama and the capabilities of a container each may forbid it.
    _, status = os.waitpid(pid, WALL)
    if not os.WIFSTOPPED(status):
        return "processes may not be traced here (ptrace)"
    try:
        ptrace.registers(pid)
    except OSError as error:
        return f"ptrace: {error.strerror}"
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, WALL)
    return ""


def reason_unsupported() -> str:
    """Return why there are no native stacks on this machine, or nothing."""
    system, machine = platform.system(), platform.machine()
    if (system, machine) != ("Linux", "x86_64"):
        return f"stacks are read on Linux for x86_64, and this is {system} for {machine}"
    return ""
