"""The stack of a Python process that stands still, which is known from the outside."""

import ctypes
import os
import signal
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from aberration.targets.backtrace.call_frames import RETURN, STACK, entry_at, rules_at
from aberration.targets.backtrace.elf import Elf
from aberration.targets.backtrace.expressions import evaluate
from aberration.targets.backtrace.ptrace import WALL, Ptrace, reason_refused, reason_unsupported
from aberration.targets.backtrace.stack import Frame, Unwinder

LIBC = Path(
    next(
        line.split()[-1]
        for line in Path("/proc/self/maps").read_text().splitlines()
        if "/libc.so" in line
    )
)


def test_this_machine_can_do_it() -> None:
    assert reason_unsupported() == reason_refused() == ""


def stack_of(work: Callable[[], object]) -> list[Frame]:
    """Return the stack of a child that does this, at the first signal that comes."""
    ptrace = Ptrace()
    pid = os.fork()
    if pid == 0:
        ptrace.trace_me()
        work()
        os._exit(0)
    _, status = os.waitpid(pid, WALL)
    assert os.WIFSTOPPED(status)
    unwinder = Unwinder(pid)
    try:
        return unwinder.walk(ptrace.registers(pid))
    finally:
        unwinder.close()
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, WALL)


@pytest.fixture(scope="module")
def aborted() -> list[Frame]:
    return stack_of(os.abort)


def test_the_stack_leads_from_the_signal_to_the_start_of_the_program(aborted: list[Frame]) -> None:
    names = [frame.name for frame in aborted]
    assert "abort" in names
    assert names.index("abort") < next(
        at for at, name in enumerate(names) if name.startswith("_PyEval_EvalFrame")
    )
    assert names[-1] in ("_start", "main") or aborted[-1].module.startswith(("libc", "python"))
    assert len(names) < 256, "it came to an end"


def test_frames_do_not_depend_on_where_the_files_are_loaded(aborted: list[Frame]) -> None:
    again = stack_of(os.abort)
    libraries = [frame for frame in aborted if frame.module.startswith("libc.")]
    assert libraries
    assert [frame for frame in again if frame.module.startswith("libc.")] == libraries


def test_a_call_of_nothing_comes_from_its_caller() -> None:
    frames = stack_of(lambda: ctypes.CFUNCTYPE(None)(0x10)())
    assert (frames[0].module, frames[0].is_code) == ("", False)
    assert any(
        frame.name.startswith("ffi_call") or "ctypes" in frame.module for frame in frames[1:4]
    )


def test_functions_have_names_and_boundaries() -> None:
    elf = Elf(LIBC)
    entry = entry_at(elf, _address(elf, "qsort"))
    assert entry is not None
    assert elf.function_at(entry.start) == "qsort"
    assert elf.function_at(entry.start + 1) == "qsort"
    assert entry_at(elf, 1) is None


def _address(elf: Elf, name: str) -> int:
    starts, functions = elf._functions
    return next(
        start for start, (_, _, at) in zip(starts, functions, strict=True) if elf._text(at) == name
    )


def test_at_its_first_instruction_a_function_has_the_way_back_on_top_of_the_stack() -> None:
    elf = Elf(LIBC)
    entry = entry_at(elf, _address(elf, "qsort"))
    assert entry is not None
    rules = rules_at(elf, entry, entry.start)
    assert (rules.register, rules.offset, rules.registers[RETURN]) == (STACK, 8, ("at", -8))


def test_what_is_no_program_file_is_refused() -> None:
    with pytest.raises(ValueError, match="ELF"):
        Elf(Path(__file__))


@pytest.mark.parametrize(
    ("operations", "value"),
    [
        (b"\x77\x08\x80\x00", 1008),  # breg7 + 8, breg16 + 0: the last one counts
        (b"\x08\x05\x33\x1c", 2),  # 5 - 3
        (b"\x3b\x32\x24", 44),  # 11 << 2
        (b"\x38\x12\x22", 16),  # 8 + 8, by dup
        (b"\x77\x08\x06", 4711),  # what lies at 1008
        (b"\x31\x23\x90\x01", 145),  # 1 + 144
        (b"\x39\x31\x1a\x3b\x2a", 0),  # (9 & 1) >= 11
    ],
)
def test_expressions(operations: bytes, value: int, tmp_path: Path) -> None:
    elf = file_with(struct.pack("<B", len(operations)) + operations, tmp_path)
    registers: list[int | None] = [None] * 17
    registers[7], registers[16] = 1000, 1008
    assert evaluate(elf, 64, registers, {1008: 4711}.get) == value


def test_an_expression_over_what_is_not_known_says_nothing(tmp_path: Path) -> None:
    elf = file_with(b"\x02\x70\x08", tmp_path)
    assert evaluate(elf, 64, [None] * 17, lambda _: None) is None
    with pytest.raises(ValueError, match="operation"):
        evaluate(file_with(b"\x01\xf0", tmp_path), 64, [None] * 17, lambda _: None)


def file_with(data: bytes, folder: Path) -> Elf:
    """Return a file of a header and these bytes at 64."""
    path = folder / "file"
    path.write_bytes(b"\x7fELF\x02\x01" + bytes(58) + data)
    return Elf(path)


def test_a_function_with_a_frame_pointer_is_found_by_its_first_instructions(tmp_path: Path) -> None:
    code = b"\x90" * 8 + b"\xc3" + b"\x55\x48\x89\xe5" + b"\x90" * 20
    path = tmp_path / "file"
    header = bytearray(64)
    header[:6] = b"\x7fELF\x02\x01"
    struct.pack_into("<Q", header, 32, 64)
    struct.pack_into("<H", header, 56, 1)
    segment = struct.pack("<IIQQQQQQ", 1, 5, 0, 0x1000, 0x1000, 120 + len(code), 120 + len(code), 1)
    path.write_bytes(bytes(header) + segment + code)
    elf = Elf(path)
    assert elf.prologue_before(0x1000 + 120 + 9 + 15) == 0x1000 + 120 + 9
    assert elf.prologue_before(0x1000 + 120 + 4) is None
    assert elf.prologue_before(0x99999) is None


def test_python_has_a_program_file() -> None:
    assert Elf(Path(sys.executable).resolve()).segments
