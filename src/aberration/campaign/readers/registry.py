"""All formats of foreign test files that are read as seeds, one registration for each suffix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from aberration.campaign.readers import amber, shader_test, shadertrap
from aberration.campaign.readers.common import decode_text
from aberration.core.errors import BadInput
from aberration.core.program import Program

Reader = Callable[[str, str, str], tuple[Program, ...]]
"""Takes the text of a file, where it lies, and a name for the programs in it."""

READERS: Final[Mapping[str, Reader]] = MappingProxyType(
    {
        ".amber": amber.read,
        ".shader_test": shader_test.read,
        ".shadertrap": shadertrap.read,
    }
)


def read_programs(path: Path) -> tuple[Program, ...]:
    """Return the programs of a test file with their inputs; raise `BadInput` for what is wrong or
    not supported in it.

    The suffix of the file is one of `READERS`.
    """
    reader = READERS[path.suffix]
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(path)) from None
    return reader(decode_text(data, str(path)), str(path), path.name.removesuffix(path.suffix))
