"""How GLSL and ESSL are read, joined from the files beside this one."""

from __future__ import annotations

from typing import Final

from ..reader import Readers
from . import calls, expressions, statements
from .reader import FamilyReader

READERS: Final = Readers[FamilyReader]({**expressions.READERS, **calls.READERS}, statements.READERS)
