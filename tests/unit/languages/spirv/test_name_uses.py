from __future__ import annotations

from pathlib import Path

from aberration.languages.spirv.name_uses import name_uses

USER = """
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration, GlslStd450 as G
from aberration.languages.spirv.opcodes import (
    OpIAdd,
    OpISub as subtraction,
)

SITES = (o.OpLoad, Decoration.BLOCK, G.F_MIN, Other.BLOCK)
TEXT = "%1 = OpIMul %2 %3 %4"
"""


def test_finds_imports_and_attributes_and_no_text(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "user.py").write_text(USER)
    uses = name_uses(tmp_path)
    assert uses.opcodes == {"OpIAdd", "OpISub", "OpLoad"}
    assert uses.enumerants == {("Decoration", "BLOCK"), ("GlslStd450", "F_MIN")}


def test_other_folders_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "user.py").write_text(USER)
    assert not name_uses(tmp_path).opcodes
