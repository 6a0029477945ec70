"""Let the vertex stage of a pair hand on one variable more, which nothing needs."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate, entry_points
from aberration.languages.spirv.varyings import (
    Shape,
    Unmatched,
    Varying,
    check_places,
    interpolation_among,
    shape_of,
)
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.move_varying import (
    PARTS,
    is_vertex,
    varyings_of,
)


class AddVarying(Transformation, frozen=True, gc=False):
    """Precondition: the module is a stage of a pair, which has no groups of decorations. `pointer`
    is a pointer type to a number of 32 bits or a vector of these, of class Output in the vertex
    stage and Input in the fragment stage. There is room for it at `location`, from `component` on,
    beside numbers of the same kind that are flat, too. In the vertex stage `zero` is the null of
    the type; it is 0 in the other one.
    Effect: declares a flat variable there, in both stages. The vertex stage begins with a store of
    the null to it.
    Facts: in the vertex stage, the memory behind the variable is irrelevant.
    """

    fresh: int
    pointer: int
    location: int
    component: int
    zero: int

    def is_applicable(self, module: Module) -> bool:
        if not module.facts.companion or not module.is_fresh(self.fresh):
            return False
        if not self._has_types(module):
            return False
        other = Module.parse(module.facts.companion)
        try:
            made = self._varying(module)
            for one in (module, other):
                check_places([*varyings_of(one), made])
            return not any(one.by_opcode(o.OpDecorationGroup) for one in (module, other))
        except Unmatched:
            return False
        finally:
            other.clear()

    def apply(self, module: Module) -> None:
        shape = shape_of(module, types.pointee(module, self.pointer))
        self._declare(module, self.fresh, self.pointer, self.zero)
        if is_vertex(module):
            module.facts.add_pointee_irrelevant(self.fresh)
        other = Module.parse(module.facts.companion)
        type_id = declare_shape(other, shape)
        storage = StorageClass.OUTPUT if is_vertex(other) else StorageClass.INPUT
        pointer = declare(other, o.OpTypePointer, 0, storage, type_id)
        zero = declare(other, o.OpConstantNull, type_id) if is_vertex(other) else 0
        self._declare(other, other.fresh_id(), pointer, zero)
        module.facts.companion = other.to_bytes()
        other.clear()

    def _has_types(self, module: Module) -> bool:
        pointee, storage = types.pointee(module, self.pointer), StorageClass.INPUT
        if is_vertex(module):
            zero = module.definition(self.zero)
            if zero is None or (zero.op, zero.type_id) != (o.OpConstantNull, pointee):
                return False
            storage = StorageClass.OUTPUT
        elif self.zero:
            return False
        if not pointee or types.storage_class(module, self.pointer) != storage:
            return False
        return self.location >= 0 and self.component >= 0

    def _varying(self, module: Module) -> Varying:
        """Return what is added; raise `Unmatched` for another type."""
        type_id = types.pointee(module, self.pointer)
        shape, place = shape_of(module, type_id), (self.location, self.component)
        if shape[0] not in PARTS:
            raise Unmatched("neither a number nor a vector")
        return Varying(self.fresh, -1, type_id, place, shape, interpolation_among(Decoration.FLAT))

    def _declare(self, module: Module, fresh: int, pointer: int, zero: int) -> None:
        storage = types.storage_class(module, pointer)
        module.append_global(Instruction(o.OpVariable, pointer, fresh, [storage]))
        module.add_input(fresh)
        decorate(module, fresh, Decoration.LOCATION, self.location)
        decorate(module, fresh, Decoration.COMPONENT, self.component)
        decorate(module, fresh, Decoration.FLAT)
        if zero:
            entry = must_exist(module.function(entry_points(module)[0].ops[1]))
            lines = entry.blocks[0].instructions
            first = next(one for one in lines if one.op != o.OpVariable)
            module.insert_before(first, Instruction(o.OpStore, 0, 0, [fresh, zero]))


def declare_shape(module: Module, shape: Shape) -> int:
    """Return the type of a number or vector in a module, which gets it where it has none."""
    if shape[0] == "vector":
        _, count, inner = shape
        assert isinstance(inner, tuple)
        assert isinstance(count, int)
        return declare(module, o.OpTypeVector, 0, declare_shape(module, inner), count)
    kinds = {
        "float": (o.OpTypeFloat, 32),
        "int": (o.OpTypeInt, 32, 1),
        "uint": (o.OpTypeInt, 32, 0),
    }
    op, *ops = kinds[str(shape[1])]
    return declare(module, op, 0, *ops)
