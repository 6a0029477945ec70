"""Methods by name, through the entry points of the group `aberration.methods`."""

import difflib
import inspect
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from aberration.core.errors import BadInput, UnknownName
from aberration.core.method import Method
from aberration.core.program import Program
from aberration.methods.pipeline.forms import Compile
from aberration.methods.pipeline.method import Pipeline
from aberration.methods.pipeline.stages import BETWEEN

GROUP = "aberration.methods"
FRONT_ENDS = "aberration.front_ends"
"""What compiles shaders to SPIR-V between the stages of a pipeline."""


def _points() -> dict[str, EntryPoint]:
    return {
        point.name: point
        for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)
    }


def method_names() -> tuple[str, ...]:
    """Return the names of all methods that are installed, sorted."""
    return tuple(_points())


def method_named(name: str) -> Method:
    """Return the method of this name, or the pipeline of these names (`smith+transform`); raise
    `UnknownName` with those that are near.
    """
    before, plus, last = name.rpartition(BETWEEN)
    if plus:
        return _pipeline(before, last)
    points = _points()
    if name not in points:
        near = difflib.get_close_matches(name, points, n=3) or sorted(points)
        hint = f"Did you mean {' or '.join(near)}?"
        raise UnknownName(f"expected the name of a method, but {name!r} came", hint=hint)
    return _load(points[name])


def _pipeline(before: str, last: str) -> Method:
    return Pipeline(method_named(before), method_named(last), _compile_program)


def _compile_program(program: Program) -> Program:
    """Compile a shader with the front end that is installed."""
    for point in entry_points(group=FRONT_ENDS):
        compile_program: Compile = point.load()
        return compile_program(program)
    raise BadInput("no front end is installed that compiles shaders to SPIR-V")


def _load(point: EntryPoint) -> Method:
    try:
        loaded: object = point.load()
    except (ImportError, AttributeError) as error:
        hint = "The package that brings it is broken, or half installed."
        raise BadInput(
            f"method {point.name!r} cannot be loaded: {error}", where=point.value, hint=hint
        ) from None
    return cast(Method, loaded() if inspect.isclass(loaded) else loaded)


def all_methods() -> tuple[Method, ...]:
    """Return all methods that are installed, sorted by name."""
    return tuple(_load(point) for point in _points().values())


def is_by_request(method: Method) -> bool:
    """Whether campaigns take a method only where it is named."""
    return all(support.by_request for support in method.languages)


def choose_methods(names: Sequence[str]) -> tuple[Method, ...]:
    """Return the named methods, or without names all that can run here and need not be named;
    raise `BadInput` for one that cannot run.
    """
    if not names:
        usable = (method for method in all_methods() if not method.unavailable())
        return tuple(method for method in usable if not is_by_request(method))
    methods = tuple(method_named(name) for name in dict.fromkeys(names))
    for method in methods:
        if method.unavailable():
            raise BadInput(f"method {method.name!r} cannot run here: {method.unavailable()}")
    return methods
