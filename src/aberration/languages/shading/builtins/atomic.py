"""Atomic operations on memory and on counters. In WGSL `a` is a pointer to an atomic, in GLSL
the place itself.
"""

from __future__ import annotations

from typing import Final

from .row import COMPUTE, FRAGMENT, Builtin, Form, both, glsl, wgsl

_STAGES: Final = (*FRAGMENT, *COMPUTE)
_NAMES: Final = ("Add", "Min", "Max", "And", "Or", "Xor", "Exchange")


def _row(name: str, forms: tuple[Form, ...], *, must_use: bool = False) -> Builtin:
    return Builtin(name, "atomic", forms, constant=False, must_use=must_use)


def _modify(what: str) -> Builtin:
    forms = (
        *both("T: inout:T T", "IU/s", 430, 310),
        wgsl("T: atomic T", "IU/s", stages=_STAGES),
    )
    return _row(f"atomic{what}", forms)


def _counter(what: str) -> Builtin:
    return _row(f"atomicCounter{what}", (glsl("uint: atomic_uint uint", since=460),))


ROWS: Final = (
    *(_modify(what) for what in _NAMES),
    _row("atomicCompSwap", both("T: inout:T T T", "IU/s", 430, 310)),
    _row("atomicSub", (wgsl("T: atomic T", "IU/s", stages=_STAGES),)),
    _row("atomicLoad", (wgsl("T: atomic", "IU/s", stages=_STAGES),)),
    _row("atomicStore", (wgsl("void: atomic T", "IU/s", stages=_STAGES),)),
    _row(
        "atomicCompareExchangeWeak",
        (wgsl("exchange_result: atomic T T", "IU/s", stages=_STAGES),),
    ),
    _row("atomicCounter", both("uint: atomic_uint", "", 420, 310)),
    _row("atomicCounterIncrement", both("uint: atomic_uint", "", 420, 310)),
    _row("atomicCounterDecrement", both("uint: atomic_uint", "", 420, 310)),
    *(_counter(what) for what in ("Add", "Subtract", "Min", "Max", "And", "Or", "Xor", "Exchange")),
    _row("atomicCounterCompSwap", (glsl("uint: atomic_uint uint uint", since=460),)),
)
