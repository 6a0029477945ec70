"""The registry of float mutants and legal compilers: one file each in `illegal/` and in `legal/`.

Both rewrite floats wherever their pattern stands in a module, whoever wrote it: no transformation
is needed. An illegal one gives what no rounding explains; a legal one uses what the specification
leaves free, and nobody may report it. A legal one touches no result that is decorated
NoContraction.
"""

from __future__ import annotations

from typing import Final

from aberration.targets.mutants.mutant import Mutant

from .illegal import (
    constant_min,
    doubled_square,
    hoisted,
    kept_nan,
    lost_specials,
    moved_across_exact,
    narrow_constants,
    narrow_product,
    narrow_reciprocal,
    negated_less,
    normalize_by_square,
    product_with_zero,
    regrouped_difference,
    remainder_of_c,
    root_of_square,
    self_quotient,
    straight_smoothstep,
    swapped_cross,
    swapped_mix,
    swapped_step,
    truncated_floor,
    truncated_fract,
    unbounded_clamp,
)
from .legal import (
    clamp_by_min,
    coarse_sine,
    constant_reciprocal,
    exp_by_exp2,
    flushed_constants,
    folded_in_double,
    fract_by_floor,
    fused,
    length_by_dot,
    mix_by_difference,
    normalize_by_inverse_root,
    pow_by_exp2,
    quotient_by_reciprocal,
    regrouped_products,
    regrouped_sums,
    relaxed_to_half,
    reversed_dot,
    root_by_inverse,
    smoothstep_by_formula,
    split_fma,
    unit_quotients,
    zero_differences,
    zero_products,
)

FLOAT_MUTANTS: Final[tuple[Mutant, ...]] = (
    constant_min.MUTANT,
    doubled_square.MUTANT,
    hoisted.MUTANT,
    kept_nan.MUTANT,
    lost_specials.MUTANT,
    moved_across_exact.MUTANT,
    narrow_constants.MUTANT,
    narrow_product.MUTANT,
    narrow_reciprocal.MUTANT,
    negated_less.MUTANT,
    normalize_by_square.MUTANT,
    product_with_zero.MUTANT,
    regrouped_difference.MUTANT,
    remainder_of_c.MUTANT,
    root_of_square.MUTANT,
    self_quotient.MUTANT,
    straight_smoothstep.MUTANT,
    swapped_cross.MUTANT,
    swapped_mix.MUTANT,
    swapped_step.MUTANT,
    truncated_floor.MUTANT,
    truncated_fract.MUTANT,
    unbounded_clamp.MUTANT,
)
LEGAL_COMPILERS: Final[tuple[Mutant, ...]] = (
    clamp_by_min.MUTANT,
    coarse_sine.MUTANT,
    constant_reciprocal.MUTANT,
    exp_by_exp2.MUTANT,
    flushed_constants.MUTANT,
    folded_in_double.MUTANT,
    fract_by_floor.MUTANT,
    fused.MUTANT,
    length_by_dot.MUTANT,
    mix_by_difference.MUTANT,
    normalize_by_inverse_root.MUTANT,
    pow_by_exp2.MUTANT,
    quotient_by_reciprocal.MUTANT,
    regrouped_products.MUTANT,
    regrouped_sums.MUTANT,
    relaxed_to_half.MUTANT,
    reversed_dot.MUTANT,
    root_by_inverse.MUTANT,
    smoothstep_by_formula.MUTANT,
    split_fma.MUTANT,
    unit_quotients.MUTANT,
    zero_differences.MUTANT,
    zero_products.MUTANT,
)
