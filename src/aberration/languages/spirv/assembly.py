"""SPIR-V assembly text: `assemble` and `disassemble`."""

from __future__ import annotations

from .assembler import assemble
from .disassembler import disassemble

__all__ = ["assemble", "disassemble"]
