"""Merge a loop of each part, turn by turn."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from aberration.languages.shading.tree import (
    AddressOf,
    Assign,
    AssignExpr,
    Binary,
    Block,
    Break,
    Call,
    Continue,
    Declare,
    Expression,
    For,
    Increment,
    IncrementExpr,
    Literal,
    Name,
    Node,
    Return,
)
from aberration.languages.shading.tree.walk import walk

from ..fusion import FIRST, SECOND, Fusion
from ..placed import Placed
from ..variables import writing_functions


class MergeLoops(msgspec.Struct, frozen=True, tag_field="type", tag="MergeLoops"):
    """Precondition: the statements number `first` and `second` of the parts are `for` loops that
    count between constants, equally often, and are left at their ends alone, and none of them is
    merged already: what follows it in a part would be done before its end. All statements between
    them are of one part.
    Effect: one loop does what both did, a turn of the second after each turn of the first.
    """

    first: int
    second: int

    @property
    def words(self) -> str:
        """Say what the step did."""
        first, second = self.first + 1, self.second + 1
        return (
            f"the loops in statement {first} of the first part and {second} of the second are one"
        )

    def apply(self, fusion: Fusion) -> bool:
        """Make the step; return whether its precondition holds."""
        places = [fusion.of_part(part) for part in (FIRST, SECOND)]
        if fusion.branches or self.first >= len(places[0]) or self.second >= len(places[1]):
            return False
        one, other = places[0][self.first], places[1][self.second]
        kept, moved = fusion.items[one].node, fusion.items[other].node
        if not isinstance(kept, For) or not isinstance(moved, For) or fusion.items[one].merged:
            return False
        writing = writing_functions(fusion)
        count = turns(kept, writing)
        if count is None or count != turns(moved, writing):
            return False
        crossed = fusion.items[min(one, other) + 1 : max(one, other)]
        between = {item.part for item in crossed}
        if len(between) > 1 or any(item.merged for item in crossed):
            return False
        # Where only statements of one part lie between, its own loop stays where it is.
        stays = one if between == {FIRST} else other if between == {SECOND} else one
        goes = other if stays == one else one
        _merge(fusion, kept, moved, stays, goes)
        return True


def _merge(fusion: Fusion, kept: For, moved: For, stays: int, goes: int) -> None:
    assert moved.init is not None
    assert moved.step is not None
    body = (*kept.body.statements, *moved.body.statements, moved.step)
    merged = replace(kept, body=Block(statements=body))
    items = list(fusion.items)
    items[stays] = Placed(FIRST, merged, merged=True)
    items[goes] = Placed(SECOND, moved.init)
    # The second loop's variable has to be there before the loop.
    start = items.pop(goes)
    at = stays if goes > stays else stays - 1
    items.insert(at, start)
    fusion.items = tuple(items)
    fusion.mixed = True


def turns(node: For, writing: frozenset[str]) -> int | None:
    """Return how many turns a loop takes that counts between constants; None for others. The
    functions named `writing` may write to their arguments.
    """
    init, condition = node.init, node.condition
    if not isinstance(init, Declare) or len(init.variables) != 1:
        return None
    variable = init.variables[0]
    if not isinstance(condition, Binary) or not _is(condition.left, variable.name):
        return None
    start, bound = _integer(variable.init), _integer(condition.right)
    step = _step(node, variable.name)
    if start is None or bound is None or step is None:
        return None
    plain = _is_plain(node.body, variable.name, writing)
    return _count(start, condition.op, bound, step) if plain else None


def _count(start: int, op: str, bound: int, step: int) -> int | None:
    last = {"<": bound - 1, "<=": bound, ">": bound + 1, ">=": bound}.get(op)
    if last is None or (step > 0) != (op in ("<", "<=")):
        return None
    return max((last - start) // step + 1, 0)


def _integer(node: Expression | None) -> int | None:
    if isinstance(node, Literal) and node.kind in ("int", "uint", "abstract_int"):
        # Literals of GLSL may mean bit patterns: only small ones are surely what they seem.
        return int(node.value) if node.value < 1 << 20 else None
    return None


def _step(node: For, name: str) -> int | None:
    step = node.step
    if isinstance(step, Increment) and _is(step.target, name):
        return 1 if step.op == "++" else -1
    if isinstance(step, Assign) and step.op in ("+=", "-=") and _is(step.target, name):
        amount = _integer(step.value)
        return None if not amount else amount if step.op == "+=" else -amount
    return None


def _is(node: Expression | None, name: str) -> bool:
    return isinstance(node, Name) and node.name == name


def _is_plain(body: Block, name: str, writing: frozenset[str]) -> bool:
    """Whether a body is left at its end alone, and leaves the counter alone."""
    for node in walk(body):
        if isinstance(node, Break | Continue | Return):
            return False
        if any(_is(one, name) for one in _may_write(node, writing)):
            return False
    return True


def _may_write(node: Node, writing: frozenset[str]) -> tuple[Expression | None, ...]:
    if isinstance(node, Assign | Increment | AssignExpr | IncrementExpr):
        return (node.target,)
    if isinstance(node, AddressOf):
        return (node.operand,)
    if isinstance(node, Call) and isinstance(node.callee, Name):
        return node.args if node.callee.name in writing else ()
    return ()
