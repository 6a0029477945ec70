"""The native stack of a thread that stands still, from its registers and memory."""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.targets.backtrace.call_frames import (
    RETURN,
    STACK,
    FrameEntry,
    Rule,
    Rules,
    entry_at,
    rules_at,
)
from aberration.targets.backtrace.elf import Elf
from aberration.targets.backtrace.expressions import evaluate
from aberration.targets.backtrace.memory import Mapping, Memory

# Enough to see that a recursion is one.
DEPTH: Final = 256
_BASE: Final = 6
_MASK: Final = (1 << 64) - 1
Registers = Sequence[int | None]


class Frame(msgspec.Struct, frozen=True):
    """One call: the file's name and the address in it, the start of the function if known, and its
    name if known.

    `module` is nothing for an address that lies in no file: code that was generated, or none at
    all.
    """

    module: str
    address: int
    start: int | None = None
    name: str = ""
    is_code: bool = True


class Unwinder:
    """Walks the stacks of one process; `close` it before the process goes on."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._memory = Memory(pid)
        self._files: dict[str, Elf | None] = {}

    def close(self) -> None:
        """Let go of the process."""
        self._memory.close()

    def walk(self, registers: Registers) -> list[Frame]:
        """Return the calls from the innermost one on; fewer than there are where the way out is
        not known.
        """
        frames: list[Frame] = []
        known: Registers | None = registers
        behind_call = False
        # A return address of 0 is how the first call of a thread is marked. In the innermost call
        # it is a jump to nothing, and worth a frame.
        while known is not None and (known[RETURN] or not frames) and len(frames) < DEPTH:
            frame, known, behind_call = self._step(known, behind_call, first=not frames)
            frames.append(frame)
        return frames

    def _step(
        self, registers: Registers, behind_call: bool, *, first: bool
    ) -> tuple[Frame, Registers | None, bool]:
        """Return the call that the registers are in, those of its caller, and whether these stand
        behind a call.

        The address behind a call may belong to the next function already, so one before it is
        looked up.
        """
        pc = registers[RETURN] or 0
        mapping = self._memory.mapping_of(pc)
        elf = self._file(mapping) if mapping is not None else None
        if mapping is None or elf is None:
            is_code = mapping is not None and mapping.is_code
            return (
                Frame("", 0, is_code=is_code),
                self._guess_caller(registers, called=first and not is_code),
                True,
            )
        known = elf.address_at(mapping.offset + pc - mapping.start)
        address = pc - self._memory.base_of(mapping) if known is None else known
        # A call that never returns (`abort`) may be the last instruction of a function.
        looked = address - 1 if behind_call else address
        entry = self._entry(elf, looked)
        start = elf.prologue_before(looked) if entry is None else entry.start
        frame = Frame(os.path.basename(mapping.path), address, start, elf.function_at(looked))
        if entry is None:
            return frame, self._guess_caller(registers, called=False), True
        return frame, self._caller(elf, entry, looked, registers), not entry.is_signal

    def _file(self, mapping: Mapping) -> Elf | None:
        """Return the file that is mapped, None for what is no ELF file or is not there any more."""
        path = mapping.path
        if path not in self._files:
            try:
                self._files[path] = (
                    # As the process sees it: it may live in another root.
                    Elf(Path(f"/proc/{self._pid}/root{path}")) if path.startswith("/") else None
                )
            except (OSError, ValueError, struct.error):
                self._files[path] = None
        return self._files[path]

    def _entry(self, elf: Elf, address: int) -> FrameEntry | None:
        try:
            return entry_at(elf, address)
        except (ValueError, KeyError, IndexError, struct.error):
            return None

    def _caller(
        self, elf: Elf, entry: FrameEntry, address: int, registers: Registers
    ) -> Registers | None:
        try:
            rules = rules_at(elf, entry, address)
            return self._caller_registers(elf, rules, registers)
        except (ValueError, KeyError, IndexError, struct.error):
            return None

    def _caller_registers(self, elf: Elf, rules: Rules, registers: Registers) -> Registers | None:
        """Return the registers of the caller; a stack that does not shrink is no stack."""
        base = registers[rules.register] if rules.register < len(registers) else None
        if rules.expression:
            frame = evaluate(elf, rules.expression, registers, self._memory.word)
        else:
            frame = None if base is None else (base + rules.offset) & _MASK
        stack = registers[STACK]
        if frame is None or stack is None:
            return None
        found: list[int | None] = list(registers)
        for register, rule in rules.registers.items():
            if register < len(found):
                found[register] = self._value(elf, rule, frame, registers, registers[register])
        # By convention the caller's stack pointer is the canonical frame address itself.
        if STACK not in rules.registers:
            found[STACK] = frame
        if found[RETURN] is None or RETURN not in rules.registers:
            return None
        # Damaged memory can lead in a circle.
        moved = found[STACK] is not None and found[STACK] != stack
        return found if moved or found[RETURN] != registers[RETURN] else None

    def _value(
        self, elf: Elf, rule: Rule, frame: int, registers: Registers, same: int | None
    ) -> int | None:
        kind, number = rule
        match kind:
            case "unknown":
                return None
            case "at":
                return self._memory.word((frame + number) & _MASK)
            case "is":
                return (frame + number) & _MASK
            case "register":
                return registers[number]
            case "at_expression":
                place = evaluate(elf, number, registers, self._memory.word, frame)
                return None if place is None else self._memory.word(place)
            case "is_expression":
                return evaluate(elf, number, registers, self._memory.word, frame)
        return same

    def _guess_caller(self, registers: Registers, *, called: bool) -> Registers | None:
        """Return the caller's registers where nobody describes them.

        What jumped to no code at all was `called`, with the way back on top of the stack. Else a
        chain of frame pointers is followed, as long as it leads to code.
        """
        stack, base = registers[STACK], registers[_BASE]
        place = stack if called else base
        # A frame pointer below the stack is a register that serves as something else.
        if place is None or stack is None or place < stack:
            return None
        # At the frame pointer: the caller's, then the return address.
        words = [self._memory.word(place + 8 * number) for number in range(2)]
        back = words[0] if called else words[1]
        mapping = None if back is None else self._memory.mapping_of(back)
        if mapping is None or not mapping.is_code:
            return None
        found: list[int | None] = list(registers)
        found[RETURN] = back
        found[STACK] = place + (8 if called else 16)
        found[_BASE] = base if called else words[0]
        return found
