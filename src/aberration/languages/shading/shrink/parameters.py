"""Drop parameters that a function does not use, with what its calls give for them."""

from __future__ import annotations

from ..checker.symbols import FunctionSymbol
from ..tree import Call, Function
from ..tree.paths import Path
from .edit import Change, Edit
from .subject import Subject, names_in


def unused_parameters(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each parameter whose name does not stand in the body."""
    # By name alone: where overloads share one, the checker refuses what does not fit.
    calls: dict[str, list[Path]] = {}
    for path, node in subject.places:
        callee = subject.typing.callees.get(id(node)) if isinstance(node, Call) else None
        if isinstance(callee, FunctionSymbol):
            calls.setdefault(callee.name, []).append(path)
    edits = []
    for path, node in subject.places:
        if not isinstance(node, Function) or node.body is None:
            continue
        used = set(names_in(node.body))
        for k, param in enumerate(node.params):
            if param.name not in used:
                arguments = (Change((*place, "args", k)) for place in calls.get(node.name, ()))
                edits.append(Edit((Change((*path, "params", k)), *arguments)))
    return edits
