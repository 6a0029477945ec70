"""Put the parameters of a function in another order (catalogue: PermuteFunctionParameters)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.call_graph import callers
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.signatures import (
    changeable,
    has_signature,
    parameter_types,
    update_signature,
)
from aberration.methods.transform.transformation import Transformation


class PermuteFunctionParameters(Transformation, frozen=True, gc=False):
    """Precondition: the function has a body and is no entry point; `order` is a permutation of its
    parameters' numbers and not the identity; the function type for the new order exists.
    Effect: parameter `order[k]` becomes number k, its arguments in all calls likewise.
    Facts: none used, none added.
    """

    function: int
    order: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        function = changeable(module, self.function)
        if function is None or sorted(self.order) != list(range(len(function.parameters))):
            return False
        if list(self.order) == sorted(self.order):
            return False
        return has_signature(
            module, function, parameter_types([function.parameters[k] for k in self.order])
        )

    def apply(self, module: Module) -> None:
        function = must_exist(module.function(self.function))
        module.order_parameters(function, [function.parameters[k] for k in self.order])
        update_signature(module, function)
        for call in callers(module, self.function):
            module.set_operands(call, [self.function, *[call.ops[1 + k] for k in self.order]])
