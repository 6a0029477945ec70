"""Programs written so that a known bug has nothing to hold on to. A finding that is right
then has that bug, and needs no reduction to be named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from aberration.core.program import Program
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import Assign, Binary, Call, Expression, Literal, Name, Node
from aberration.languages.shading.types import Scalar, Type, Vector, stored_type
from aberration.languages.shading.write import write
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import WGSL, Change, ShadingMutant
from aberration.targets.shading_mutants.rewriting import rewrite_checked

Workaround = Callable[[Program], Program]
_DIVISIONS: Final = {"/": "safe_quotient", "%": "safe_remainder"}
_SHIFTS: Final = ("<<", ">>")
_RANGES: Final = {"int": (-2147483648.0, 2147483520.0), "uint": (0.0, 4294967040.0)}
_FUNCTIONS: Final = """
fn safe_quotient_i32(a: i32, b: i32) -> i32 {
    if (b == 0 || (b == -1 && a == -2147483647 - 1)) { return a; }
    return a / b;
}
fn safe_remainder_i32(a: i32, b: i32) -> i32 {
    if (b == 0 || b == -1) { return 0; }
    return a - a / b * b;
}
fn safe_quotient_u32(a: u32, b: u32) -> u32 { if (b == 0u) { return a; } return a / b; }
fn safe_remainder_u32(a: u32, b: u32) -> u32 { if (b == 0u) { return 0u; } return a % b; }
"""


def _integers(type: Type | None) -> tuple[Scalar, int] | None:
    """Return the element and the count of a scalar or vector of integers."""
    stored = None if type is None else stored_type(type)
    element = stored.component if isinstance(stored, Vector) else stored
    if not isinstance(element, Scalar) or element.kind not in _RANGES:
        return None
    return element, stored.size if isinstance(stored, Vector) else 1


def _parts(checked: Checked, node: Node) -> tuple[str, Expression, Expression] | None:
    """Return the operator and the operands of a binary operation, also of a compound one."""
    if checked.is_constant(node):
        return None
    if isinstance(node, Binary):
        return node.op, node.left, node.right
    if isinstance(node, Assign) and node.target is not None and len(node.op) > 1:
        return node.op[:-1], node.target, node.value
    return None


def _result(old: Node, new: Node, value: Expression) -> Node:
    return replace(new, op="=", value=value) if isinstance(new, Assign) else value


def _divide(checked: Checked, old: Node, new: Node) -> Node:
    before, after = _parts(checked, old), _parts(checked, new)
    if before is None or after is None or before[0] not in _DIVISIONS:
        return new
    kinds = [_integers(checked.type_of(one)) for one in before[1:]]
    if kinds[0] is None or kinds[1] is None:
        return new
    element, size = max((kind for kind in kinds if kind is not None), key=lambda kind: kind[1])
    stem = f"{_DIVISIONS[before[0]]}_{element.wgsl}"
    if size == 1:
        return _result(old, new, Call(Name(stem), (after[1], after[2])))
    wide = [
        operand
        if kind is not None and kind[1] > 1
        else Call(Name(f"vec{size}{element.wgsl[0]}"), (operand,))
        for operand, kind in zip(after[1:], kinds, strict=True)
    ]
    return _result(old, new, Call(Name(f"{stem}_{size}"), tuple(wide)))


def _vector_functions() -> str:
    lines = []
    for stem in _DIVISIONS.values():
        for element in ("i32", "u32"):
            for size in (2, 3, 4):
                name, type = f"{stem}_{element}", f"vec{size}<{element}>"
                parts = ", ".join(f"{name}(a.{c}, b.{c})" for c in "xyzw"[:size])
                head = f"fn {name}_{size}(a: {type}, b: {type}) -> {type}"
                lines.append(f"{head} {{ return {type}({parts}); }}")
    return "\n".join(lines)


def _mask(checked: Checked, old: Node, new: Node) -> Node:
    before, after = _parts(checked, old), _parts(checked, new)
    if before is None or after is None or before[0] not in _SHIFTS:
        return new
    kind = _integers(checked.type_of(before[2]))
    if kind is None or checked.is_constant(before[2]):
        return new
    limit: Expression = Literal("uint", 31)
    if kind[1] > 1:
        limit = Call(Name(f"vec{kind[1]}u"), (limit,))
    masked = Binary("&", after[2], limit)
    if isinstance(new, Assign):
        return replace(new, value=masked)
    assert isinstance(new, Binary)
    return replace(new, right=masked)


def _without_abs(checked: Checked, old: Node, new: Node) -> Node:
    if not checked.calls_builtin(old, "abs") or not isinstance(new, Call):
        return new
    kind = _integers(checked.type_of(old))
    return new.args[0] if kind is not None and kind[0].kind == "uint" else new


def _on_tree(change: Change, functions: str = "") -> Workaround:
    mutant = ShadingMutant("workaround", "", "", WGSL, change)

    def apply(program: Program) -> Program:
        assert program.stage != "program"
        shader = read(program.source, "wgsl")
        text = write(rewrite_checked(mutant, Checked(shader, program.stage)))
        return replace(program, source=(text + functions).encode())

    return apply


def _on_text(change: Callable[[str], str]) -> Workaround:
    return lambda program: replace(program, source=change(program.source.decode()).encode())


def _initialise(text: str) -> str:
    """Give each variable of a function its zero value in so many words."""
    return re.sub(r"^( +)var (\w+): ([^=;]+);", r"\1var \2: \3 = \3();", text, flags=re.MULTILINE)


def _clear(text: str) -> str:
    """Let the first invocation clear workgroup memory before any other thing is done."""
    lines = []
    for name, type in re.findall(r"^var<workgroup> (\w+): (.*);$", text, flags=re.MULTILINE):
        counters = re.fullmatch(r"array<atomic<(.*)>, (\d+)>", type)
        if counters is None:
            lines.append(f"{name} = {type}();")
        else:
            zero = f"{counters[1]}()"
            lines += [f"atomicStore(&{name}[{k}], {zero});" for k in range(int(counters[2]))]
    if not lines:
        return text
    cleared = f"if (local_number == 0u) {{ {' '.join(lines)} }} workgroupBarrier();"
    return re.sub(r"^(@compute .*\{)$", rf"\1\n    {cleared}", text, flags=re.MULTILINE)


def _plain(text: str) -> str:
    """Let members lie where they lie by themselves: another program, with another result."""
    return re.sub(r"@(size|align)\(\d+\) ", "", text)


def _busy(text: str) -> str:
    """Let eight invocations do the same in one vector, so that none of its lanes is idle."""
    text = text.replace("layout(local_size_x = 1) in;", "layout(local_size_x = 8) in;")
    return text.replace("@workgroup_size(1) ", "@workgroup_size(8) ")


def _bound_loops(text: str) -> str:
    """Let each loop end after so many turns, more than any program of smith takes."""
    turn = r"\1\2\n\1    if (++idle_turns > 20000u) break;"
    text = re.sub(r"^( *)((?:for|while|do)\b.*\{)$", turn, text, flags=re.MULTILINE)
    return text.replace("precision highp int;", "precision highp int;\nuint idle_turns = 0u;", 1)


def _by_quads(text: str) -> str:
    """Let the four pixels of a quad do the same."""
    return text.replace("gl_FragCoord.xy", "(floor(gl_FragCoord.xy * 0.5) * 2.0 + 0.5)")


WORKAROUNDS: Final[Mapping[str, Workaround]] = {
    "wgpu-native-workgroup-not-zero": _on_text(_clear),
    "wgsl-loop-variable": _on_text(_initialise),
    "naga-wgsl-quotient-by-zero": _on_tree(_divide, _FUNCTIONS + _vector_functions() + "\n"),
    "naga-wgsl-shift-amount": _on_tree(_mask),
    "naga-glsl-unsigned-abs": _on_tree(_without_abs),
    "naga-glsl-member-offset": _on_text(_plain),
}
"""For programs in WGSL, by the bug. What comes first is asked first: memory that is not zero makes
a result right by chance.
"""
LANE_WORKAROUNDS: Final[Mapping[str, Workaround]] = {"lavapipe-idle-lanes-loop": _on_text(_busy)}
"""For all languages. The result is that of one invocation."""
TURN_WORKAROUNDS: Final[Mapping[str, Workaround]] = {
    "softpipe-idle-lanes-loop": _on_text(_bound_loops)
}
"""For what does not end. The result stays."""
QUAD_WORKAROUNDS: Final[Mapping[str, Workaround]] = {
    "softpipe-divergent-array-store": _on_text(_by_quads)
}
"""For images that softpipe draws: another program, with another result."""
