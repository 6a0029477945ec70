"""The user's own TOML file: compilers in its tables `[target.NAME]`, drivers in `[driver.NAME]`.

It is `aberration.toml` in the working directory, or the one that `ABERRATION_TARGETS` names.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from aberration.core.errors import BadInput

FILE: Final = "aberration.toml"
VARIABLE: Final = "ABERRATION_TARGETS"

Record = TypeVar("Record")


def definitions_file(environment: Mapping[str, str]) -> Path | None:
    """Return the file that the variable names (it need not be there), else the one in the
    working directory.
    """
    named = environment.get(VARIABLE)
    if named:
        return Path(named)
    return Path(FILE) if Path(FILE).is_file() else None


def tables_of(path: Path, key: str) -> dict[str, object]:
    """Return the tables `[KEY.NAME]` of a file by name, no others; raise `BadInput` for what
    cannot be read.
    """
    where = str(path)
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=where) from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"expected TOML, but {error}", where=where) from None
    tables = document.get(key, {})
    if not isinstance(tables, dict):
        raise BadInput(f"{key}: expected tables [{key}.NAME]", where=where)
    return tables


def record_of(table: object, kind: type[Record], name: str, where: str) -> Record:
    """Return a table as a record; raise `BadInput` naming the key that is wrong in it, after
    `name`.
    """
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        text = str(error).replace("`$.", "`").replace(" - at `$`", "")
        raise BadInput(f"{name}: {text}", where=where) from None
