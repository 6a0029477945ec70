"""How each kind of record is written: one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from ..builder import Builder
from ..plan import (
    Again,
    AnyRecord,
    Assign,
    Compose,
    Compute,
    Constant,
    Copy,
    Early,
    Element,
    Global,
    Guard,
    Increment,
    Input,
    Invoke,
    Lazy,
    Leave,
    Loop,
    Pair,
    Record,
    Select,
    Swizzle,
    SwizzleStore,
)
from . import assign, calls, choices, elements, lazy, loops, pairs, values

_TABLE: Final[Mapping[type[Record], Callable[[Builder, Any], bool]]] = MappingProxyType(
    {
        Input: values.write_input,
        Constant: values.write_constant,
        Global: values.write_global,
        Copy: values.write_copy,
        Compute: values.write_compute,
        Swizzle: values.write_swizzle,
        Compose: values.write_compose,
        Assign: assign.write_assign,
        Increment: assign.write_increment,
        SwizzleStore: assign.write_swizzle_store,
        Element: elements.write_element,
        Pair: pairs.write_pair,
        Lazy: lazy.write_lazy,
        Guard: choices.write_guard,
        Select: choices.write_select,
        Loop: loops.write_loop,
        Leave: loops.write_leave,
        Invoke: calls.write_invoke,
        Again: calls.write_again,
        Early: calls.write_early,
    }
)


def write_record(b: Builder, record: AnyRecord) -> bool:
    """Write a record; return false where nothing fits, and nothing is done."""
    return _TABLE[type(record)](b, record)
