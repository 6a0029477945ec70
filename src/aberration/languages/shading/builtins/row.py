"""One row of the table of built-in functions: its names, what it takes, where it is undefined,
what it means.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec

from .accuracy import EXACT, Bound

Language = Literal["glsl", "essl", "wgsl"]
Stage = Literal["vertex", "geometry", "fragment", "compute"]
Outside = Literal[
    "undefined", "indeterminate", "defined", "error in constants", "indeterminate at run time"
]
ALL_STAGES: Final[tuple[Stage, ...]] = ("vertex", "geometry", "fragment", "compute")
GEOMETRY: Final[tuple[Stage, ...]] = ("geometry",)
FRAGMENT: Final[tuple[Stage, ...]] = ("fragment",)
COMPUTE: Final[tuple[Stage, ...]] = ("compute",)
NEVER: Final = 1000
"""A version that no language has: what is not there."""


class Form(msgspec.Struct, frozen=True, gc=False):
    """One signature in type variables, `result: parameter parameter ...`, and where it exists.

    `over` names the types that `T` stands for: letters of element types (F float, D double, H half,
    I int, U uint, B bool, A abstract float, N abstract int), then `/v` vectors only, `/s` scalars
    only, `/3` three components only, `/m` matrices, `/q` square matrices. In a signature `e` is the
    element of T, and `b i u f` are the shape of T with another element. `since` and `until` are
    versions: the first that has it and the first that has it no more.
    """

    language: Language
    signature: str
    over: str = ""
    since: int = 0
    until: int = NEVER
    stages: tuple[Stage, ...] = ALL_STAGES
    name: str = ""
    extension: str = ""
    """What a program has to switch on for it; empty: nothing."""


class Hazard(msgspec.Struct, frozen=True, gc=False):
    """Arguments for which a built-in gives no one result. `when` takes the arguments of one
    component (or the whole ones where the meaning does) and says whether they are such. `glsl` is
    what GLSL and ESSL call the result, `wgsl` what WGSL does: "undefined" (anything),
    "indeterminate" (any value of the type), "defined" (WGSL says which: see the meaning), "error in
    constants" (the same, but no constant expression may come there, nor to an indeterminate one),
    "indeterminate at run time" (where constant expressions may come, and get the meaning's value).
    `asks` are the positions of the arguments that it depends on, counted from the end where
    negative; empty: all.
    """

    says: str
    when: Callable[..., bool]
    glsl: Outside = "undefined"
    wgsl: Outside = "indeterminate"
    asks: tuple[int, ...] = ()


class Builtin(msgspec.Struct, frozen=True, gc=False):
    """A row. `meaning` takes the arguments as Python scalars, one component at a time where
    `componentwise`; else whole values (tuples of components, tuples of columns), and gives the
    exact result, or the result in 64 bits, that `evaluate` rounds to the element's width. `out`
    parameters are left out of its arguments and follow the result in a tuple. None: it has no
    meaning on values (textures, barriers, derivatives, atomics).

    `bound` is how far a float result may lie from the exact one by GLSL and ESSL, `wgsl_bound` by
    WGSL (None: the same). `constant`: whether constant expressions may call it.
    """

    name: str
    theme: str
    forms: tuple[Form, ...]
    meaning: Callable[..., Any] | None = None
    componentwise: bool = True
    hazards: tuple[Hazard, ...] = ()
    bound: Bound = EXACT
    wgsl_bound: Bound | None = None
    constant: bool = True
    must_use: bool = True

    def bound_in(self, language: Language) -> Bound:
        return self.wgsl_bound if language == "wgsl" and self.wgsl_bound is not None else self.bound


def glsl(
    signature: str,
    over: str = "",
    since: int = 0,
    *,
    until: int = NEVER,
    name: str = "",
    stages: tuple[Stage, ...] = ALL_STAGES,
) -> Form:
    return Form("glsl", signature, over, since, until, stages, name)


def essl(
    signature: str,
    over: str = "",
    since: int = 0,
    *,
    until: int = NEVER,
    name: str = "",
    stages: tuple[Stage, ...] = ALL_STAGES,
) -> Form:
    return Form("essl", signature, over, since, until, stages, name)


def wgsl(
    signature: str, over: str = "", *, name: str = "", stages: tuple[Stage, ...] = ALL_STAGES
) -> Form:
    return Form("wgsl", signature, over, 0, NEVER, stages, name)


def both(
    signature: str,
    over: str = "",
    gl: int = 0,
    es: int = 0,
    *,
    gl_over: str = "",
    name: str = "",
    stages: tuple[Stage, ...] = ALL_STAGES,
) -> tuple[Form, ...]:
    """Return the same form in GLSL and ESSL; `gl_over` are the types in GLSL where it has more."""
    in_glsl = glsl(signature, gl_over or over, gl, name=name, stages=stages)
    return in_glsl, essl(signature, over, es, name=name, stages=stages)
