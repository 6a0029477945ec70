"""Text in a column: each string of Python comes back as it was, from each database.

PostgreSQL refuses U+0000, no database takes half of a surrogate pair, and both come in messages
of compilers and names of files. Such characters are written as U+001A and four hex digits; so is
U+001A itself. PostgreSQL sorts by the order of code points, as SQLite does, whatever its locale.
"""

import re

from sqlalchemy import Dialect, String
from sqlalchemy.types import TypeDecorator, TypeEngine

from aberration.core.errors import BadInput

_REFUSED = re.compile("[\x00\x1a\ud800-\udfff]")
_WRITTEN = re.compile("\x1a([0-9a-f]{4})")


class AnyText(TypeDecorator[str]):
    """A column of text of any length."""

    impl = String
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str]:
        """Return the type in the database."""
        collation = "C" if dialect.name == "postgresql" else None
        return dialect.type_descriptor(String(collation=collation))

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return what is stored for a string."""
        return None if value is None else storable(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the string of what is stored; raise `BadInput` where that is no text."""
        if value is not None and not isinstance(value, str):
            raise BadInput(f"the store is damaged: expected text, but {value!r} came")
        if value is None or "\x1a" not in value:
            return value
        return _WRITTEN.sub(lambda match: chr(int(match[1], 16)), value)


def storable(text: str) -> str:
    """Return the text without characters that a database refuses."""
    return _REFUSED.sub(lambda match: f"\x1a{ord(match[0]):04x}", text)
