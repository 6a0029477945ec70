"""How each source is read: the tables joined from the files of its room."""

from __future__ import annotations

from typing import Final

from .glsl import calls, expressions, statements
from .glsl.reader import FamilyReader
from .reader import Readers
from .wgsl import calls as wgsl_calls
from .wgsl import expressions as wgsl_expressions
from .wgsl import statements as wgsl_statements
from .wgsl.reader import WgslReader

FAMILY: Final = Readers[FamilyReader]({**expressions.READERS, **calls.READERS}, statements.READERS)
WGSL: Final = Readers[WgslReader](
    {**wgsl_expressions.READERS, **wgsl_calls.READERS}, wgsl_statements.READERS
)
