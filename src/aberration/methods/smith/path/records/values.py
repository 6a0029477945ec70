"""New values: from outside, constants, results of operations, parts and wholes."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import (
    Declare,
    Expression,
    Field,
    Member,
    Name,
    StructDecl,
    Variable,
)
from aberration.languages.shading.types import (
    BOOL,
    Array,
    Scalar,
    Struct,
    Type,
    TypeMember,
    Vector,
)

from ..builder import Builder, Known, Outer, pick
from ..expr import Expr, constant, swizzle
from ..memory import Memory, Value
from ..operation import compute
from ..plan import Compose, Compute, Constant, Copy, Form, Global, Input, Swizzle
from ..rows import BY_NAME
from ..values import VALUE_TYPES, value_of
from .assign import store

INPUTS: Final = "given"
STORED: Final = "stored"
_LARGEST_INLINE: Final = 12
_MOST_UNIFORMS: Final = 10
_MOST_ELEMENTS: Final = 16


def write_input(b: Builder, record: Input) -> bool:
    """Add a member to what comes from outside. Only at the top: elsewhere it is not in scope."""
    element = VALUE_TYPES.get(record.kind)
    if element is None or element.scalar is BOOL or b.state.depth or not b.is_live:
        return False
    size = min(max(record.size, 0), _MOST_ELEMENTS)
    type: Type = element.array(size) if size else element
    if b.fragment and (size or len(b.state.outers) >= _MOST_UNIFORMS):
        return False
    name = b.name("in_")
    value = value_of(type, record.words)
    writable = record.writable and not b.fragment
    b.state.outers.append(Outer(name, type, value, writable))
    b.memory.values[name] = value
    node: Expression = Name(name=name)
    if b.wgsl and not b.fragment:
        node = Field(base=Name(name=STORED if writable else INPUTS), name=name)
    b.know(name, type, node=node, writable=writable, folded=False, is_global=True)
    return True


def write_global(b: Builder, record: Global) -> bool:
    """Declare a variable of the module, which functions see as well."""
    type = VALUE_TYPES.get(record.kind)
    if type is None:
        return False
    name = b.name("g")
    first = constant(b.syntax, type, record.words)
    node = Variable(
        kind="var", name=name, type=b.syntax.type(type), init=first.node, storage="private"
    )
    b.state.declarations.append(Declare(variables=(node,)))
    # Also where control does not come here: it is there from the beginning.
    b.memory.values[name] = first.value(b.memory)
    b.know(name, type, is_global=True)
    return True


def write_copy(b: Builder, record: Copy) -> bool:
    """Assign a whole array or structure to another one of its type, or to a new variable."""
    found = [(one.mark, one) for one in reversed(b.state.known) if is_aggregate(one)]
    if not found:
        return False
    source = pick(found, record.operand)
    others = [
        (one.mark, one)
        for one in reversed(b.state.known)
        if one.writable and one.read.type is source.read.type and one is not source
    ]
    if others and not record.fresh:
        store(b, pick(others, record.target), source.read)
    else:
        b.declare(source.read.type, source.read)
    return True


def is_aggregate(known: Known) -> bool:
    return isinstance(known.read.type, Array | Struct)


def write_constant(b: Builder, record: Constant) -> bool:
    """Declare a variable that holds a constant at first."""
    type = VALUE_TYPES.get(record.kind)
    if type is None:
        return False
    b.declare(type, constant(b.syntax, type, record.words))
    return True


def write_compute(b: Builder, record: Compute) -> bool:
    """Compute with a row of the table."""
    row, type = BY_NAME.get(record.row), VALUE_TYPES.get(record.kind)
    if row is None or type is None or type.scalar not in row.elements:
        return False
    made = compute(b, row, type, record.operands)
    if made is None:
        return False
    name_value(b, made, record.form)
    return True


def name_value(b: Builder, made: Expr, form: Form) -> None:
    """Make an expression known: by a name, or written wherever it is used."""
    if form == "inline" and made.size <= _LARGEST_INLINE and isinstance(made.type, Scalar):
        b.state.known.append(Known(made, "", place=b.place, mark=b.mark()))
        return
    b.declare(made.type, made, fixed=form == "name")


def write_swizzle(b: Builder, record: Swizzle) -> bool:
    """Take components of a vector."""
    type = VALUE_TYPES.get(record.kind)
    whole = b.runtime(type, record.operand) if isinstance(type, Vector) else None
    if whole is None or not isinstance(type, Vector) or not record.components:
        return False
    made = swizzle(whole, tuple(k % type.size for k in record.components[:4]))
    name_value(b, made, record.form)
    return True


def write_compose(b: Builder, record: Compose) -> bool:
    """Make a value of parts, in a variable."""
    kinds = [VALUE_TYPES[kind] for kind in record.kinds if kind in VALUE_TYPES]
    type = _composed_type(b, record, kinds)
    if type is None:
        return False
    wanted = _part_types(type)
    numbers = record.operands or (1,)
    parts = [b.operand(one, numbers[k % len(numbers)] + k) for k, one in enumerate(wanted)]
    node = b.syntax.construct(type, tuple([one.node for one in parts]))

    def value(memory: Memory) -> Value:
        return tuple([one.value(memory) for one in parts])

    reads = frozenset().union(*[one.reads for one in parts])
    b.declare(type, Expr(node, type, value, size=99, reads=reads))
    return True


def _composed_type(b: Builder, record: Compose, kinds: list[Type]) -> Type | None:
    if not kinds:
        return None
    if record.shape == "vector":
        return kinds[0] if isinstance(kinds[0], Vector) else None
    if record.shape == "array":
        return kinds[0].array(min(max(record.size, 1), 6))
    name = b.name("Struct")
    members = tuple(TypeMember(f"m{k}", kind) for k, kind in enumerate(kinds))
    type = Struct(name, members)
    fields = tuple(Member(name=one.name, type=b.syntax.type(one.type)) for one in members)
    b.state.declarations.append(StructDecl(name=name, members=fields))
    return type


def _part_types(type: Type) -> list[Type]:
    if isinstance(type, Vector):
        return [type.component] * type.size
    if isinstance(type, Array):
        return [type.element] * (type.size or 1)
    assert isinstance(type, Struct)
    return [member.type for member in type.members]
