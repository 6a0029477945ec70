"""Identities that hold bit by bit: over integers of 32 bits, which wrap around, booleans, and the
bits of floats.

A line is `name: scope: left = right`. The left side is `x`, any value of the scope, or an
instruction of which `a`, `b`, `d` and the condition `c` are operands; other words are constants
(`identities.CONSTANTS`), on the left too. In the last part, `n` is an integer that has nothing to
do with `x`.
"""

from __future__ import annotations

from typing import Final

OF_VALUES: Final = """
not_twice: int: x = Not(Not(x))
negate_twice: int: x = SNegate(SNegate(x))
negate_and_not: int: x = IAdd(Not(SNegate(x)), one)
not_and_negate: int: x = SNegate(IAdd(Not(x), one))
xor_twice: int: x = BitwiseXor(BitwiseXor(x, k), k)
add_subtract: int: x = ISub(IAdd(x, k), k)
subtract_add: int: x = IAdd(ISub(x, k), k)
subtract_twice: int: x = ISub(k, ISub(k, x))
or_plus_and: int: x = ISub(IAdd(BitwiseOr(x, k), BitwiseAnd(x, k)), k)
or_minus_clear: int: x = ISub(BitwiseOr(x, k), BitwiseAnd(Not(x), k))
parts_or: int: x = BitwiseOr(BitwiseAnd(x, k), BitwiseAnd(x, not_k))
parts_add: int: x = IAdd(BitwiseAnd(x, k), BitwiseAnd(x, not_k))
parts_xor: int: x = BitwiseXor(BitwiseAnd(x, k), BitwiseAnd(x, not_k))
absorb_and: int: x = BitwiseOr(x, BitwiseAnd(x, k))
absorb_or: int: x = BitwiseAnd(x, BitwiseOr(x, k))
multiply_by_inverse: int: x = IMul(IMul(x, odd), inverse)
rotate: int: x = BitwiseOr(ShiftRightLogical(BitwiseOr(ShiftLeftLogical(x, turn), \
ShiftRightLogical(x, back)), turn), \
ShiftLeftLogical(BitwiseOr(ShiftLeftLogical(x, turn), ShiftRightLogical(x, back)), back))
halves: int: x = BitwiseOr(ShiftLeftLogical(ShiftRightLogical(x, half), half), BitwiseAnd(x, \
low_half))
shifted_parts: int: x = IAdd(ShiftLeftLogical(ShiftRightArithmetic(x, shift), shift), \
BitwiseAnd(x, mask))
reverse_twice: int: x = BitReverse(BitReverse(x))
fields: int: x = BitFieldInsert(BitFieldUExtract(x, zero, shift), BitFieldUExtract(x, shift, \
rest), shift, rest)
field_again: int: x = BitFieldInsert(x, BitFieldSExtract(x, shift, rest), shift, rest)
low_field_again: int: x = BitFieldInsert(x, BitFieldUExtract(x, zero, shift), zero, shift)
select_either: int: x = Select(SLessThan(x, k), x, BitwiseXor(BitwiseXor(x, k), k))
select_by_bit: int: x = Select(IEqual(BitwiseAnd(x, power), zero), BitwiseAnd(x, not_power), \
BitwiseOr(x, power))
less_and_more: int: x = BitwiseXor(BitwiseXor(Select(ULessThan(x, k), x, k), Select(ULessThan(x, \
k), k, x)), k)
divide: uint: x = IAdd(IMul(UDiv(x, odd), odd), UMod(x, odd))
divide_by_power: uint: x = BitwiseOr(ShiftLeftLogical(UDiv(x, power), shift), UMod(x, power))
logical_not_twice: bool: x = LogicalNot(LogicalNot(x))
select_truth: bool: x = Select(x, true, false)
select_not: bool: x = Select(LogicalNot(x), false, true)
equal_true: bool: x = LogicalEqual(x, true)
unequal_true_twice: bool: x = LogicalNotEqual(LogicalNotEqual(x, true), true)
and_itself: bool: x = LogicalAnd(x, x)
or_itself: bool: x = LogicalOr(x, x)
or_never: bool: x = LogicalOr(x, LogicalAnd(x, LogicalNot(x)))
and_always: bool: x = LogicalAnd(x, LogicalOr(x, LogicalNot(x)))
bits: float: x = Bitcast(Bitcast(x))
bits_xor_twice: float: x = Bitcast(BitwiseXor(BitwiseXor(Bitcast(x), k), k))
bits_not_twice: float: x = Bitcast(Not(Not(Bitcast(x))))
bits_apart: float: x = Bitcast(BitwiseOr(BitwiseAnd(Bitcast(x), k), BitwiseAnd(Bitcast(x), not_k)))
bits_add_subtract: float: x = Bitcast(ISub(IAdd(Bitcast(x), k), k))
"""

OF_INTEGERS: Final = """
add_carries: int: IAdd(a, b) = IAdd(BitwiseXor(a, b), IMul(two, BitwiseAnd(a, b)))
add_shifted_carries: int: IAdd(a, b) = IAdd(BitwiseXor(a, b), ShiftLeftLogical(BitwiseAnd(a, b), \
one))
add_or_and: int: IAdd(a, b) = IAdd(BitwiseOr(a, b), BitwiseAnd(a, b))
add_doubled_or: int: IAdd(a, b) = ISub(ShiftLeftLogical(BitwiseOr(a, b), one), BitwiseXor(a, b))
add_by_subtraction: int: IAdd(a, b) = ISub(a, SNegate(b))
add_by_complement: int: IAdd(a, b) = ISub(ISub(a, Not(b)), one)
add_moved: int: IAdd(a, b) = IAdd(IAdd(a, k), ISub(b, k))
subtract_by_complement: int: ISub(a, b) = IAdd(IAdd(a, Not(b)), one)
subtract_by_addition: int: ISub(a, b) = IAdd(a, SNegate(b))
subtract_borrows: int: ISub(a, b) = ISub(BitwiseXor(a, b), ShiftLeftLogical(BitwiseAnd(Not(a), \
b), one))
subtract_own_bits: int: ISub(a, b) = ISub(BitwiseAnd(a, Not(b)), BitwiseAnd(Not(a), b))
subtract_turned: int: ISub(a, b) = SNegate(ISub(b, a))
subtract_not: int: ISub(a, b) = Not(IAdd(Not(a), b))
multiply_one_less: int: IMul(a, b) = IAdd(IMul(a, ISub(b, one)), a)
multiply_parts: int: IMul(a, b) = IAdd(IMul(a, BitwiseAnd(b, k)), IMul(a, BitwiseAnd(b, not_k)))
multiply_moved: int: IMul(a, b) = ISub(IMul(a, IAdd(b, k)), IMul(a, k))
multiply_halves: int: IMul(a, b) = IAdd(ShiftLeftLogical(IMul(a, ShiftRightLogical(b, half)), \
half), \
IMul(a, BitwiseAnd(b, low_half)))
multiply_negated: int: IMul(a, b) = SNegate(IMul(SNegate(a), b))
multiply_both_negated: int: IMul(a, b) = IMul(SNegate(a), SNegate(b))
multiply_by_power: int: IMul(a, power) = ShiftLeftLogical(a, shift)
divide_as_shift: uint: UDiv(a, power) = ShiftRightLogical(a, shift)
divide_the_rest_away: uint: UDiv(a, b) = UDiv(ISub(a, UMod(a, b)), b)
remainder_as_mask: uint: UMod(a, power) = BitwiseAnd(a, mask)
remainder_by_division: uint: UMod(a, b) = ISub(a, IMul(UDiv(a, b), b))
negate_by_complement: int: SNegate(a) = IAdd(Not(a), one)
negate_by_subtraction: int: SNegate(a) = ISub(zero, a)
negate_by_not: int: SNegate(a) = Not(ISub(a, one))
negate_by_product: int: SNegate(a) = IMul(a, ones)
not_by_subtraction: int: Not(a) = ISub(ones, a)
not_by_negation: int: Not(a) = ISub(SNegate(a), one)
not_by_xor: int: Not(a) = BitwiseXor(a, ones)
and_by_or: int: BitwiseAnd(a, b) = Not(BitwiseOr(Not(a), Not(b)))
and_by_sum: int: BitwiseAnd(a, b) = ISub(IAdd(a, b), BitwiseOr(a, b))
and_by_xor: int: BitwiseAnd(a, b) = BitwiseXor(BitwiseOr(a, b), BitwiseXor(a, b))
and_by_clearing: int: BitwiseAnd(a, b) = ISub(a, BitwiseAnd(a, Not(b)))
and_low_bits: int: BitwiseAnd(a, mask) = BitFieldUExtract(a, zero, shift)
or_by_and: int: BitwiseOr(a, b) = Not(BitwiseAnd(Not(a), Not(b)))
or_by_sum: int: BitwiseOr(a, b) = IAdd(BitwiseAnd(a, Not(b)), b)
or_by_xor: int: BitwiseOr(a, b) = BitwiseXor(BitwiseXor(a, b), BitwiseAnd(a, b))
or_without_and: int: BitwiseOr(a, b) = ISub(IAdd(a, b), BitwiseAnd(a, b))
xor_by_difference: int: BitwiseXor(a, b) = ISub(BitwiseOr(a, b), BitwiseAnd(a, b))
xor_by_or: int: BitwiseXor(a, b) = BitwiseOr(BitwiseAnd(a, Not(b)), BitwiseAnd(Not(a), b))
xor_by_sum: int: BitwiseXor(a, b) = ISub(IAdd(a, b), ShiftLeftLogical(BitwiseAnd(a, b), one))
xor_of_nots: int: BitwiseXor(a, b) = BitwiseXor(Not(a), Not(b))
shift_as_product: int: ShiftLeftLogical(a, shift) = IMul(a, power)
shift_of_one: int: ShiftLeftLogical(a, b) = IMul(a, ShiftLeftLogical(one, b))
shift_by_field: int: ShiftLeftLogical(a, shift) = BitFieldInsert(zero, a, shift, rest)
shift_as_quotient: uint: ShiftRightLogical(a, shift) = UDiv(a, power)
shift_right_by_field: int: ShiftRightLogical(a, shift) = BitFieldUExtract(a, shift, rest)
shift_reversed: int: ShiftRightLogical(a, b) = BitReverse(ShiftLeftLogical(BitReverse(a), b))
shift_not: int: ShiftRightArithmetic(a, b) = Not(ShiftRightArithmetic(Not(a), b))
shift_signed_field: int: ShiftRightArithmetic(a, shift) = BitFieldSExtract(a, shift, rest)
shift_logically: int: ShiftRightArithmetic(a, b) = ISub(ShiftRightLogical(BitwiseXor(a, sign), b), \
ShiftRightLogical(sign, b))
count_of_not: int: BitCount(a) = ISub(width, BitCount(Not(a)))
count_by_parts: int: BitCount(a) = IAdd(BitCount(BitwiseAnd(a, k)), BitCount(BitwiseAnd(a, not_k)))
count_reversed: int: BitCount(a) = BitCount(BitReverse(a))
reverse_not: int: BitReverse(a) = Not(BitReverse(Not(a)))
reverse_parts: int: BitReverse(a) = BitwiseOr(BitReverse(BitwiseAnd(a, k)), \
BitReverse(BitwiseAnd(a, not_k)))
signed_min: int: SMin(a, b) = Select(SLessThan(a, b), a, b)
signed_min_as_max: int: SMin(a, b) = Not(SMax(Not(a), Not(b)))
signed_min_unsigned: int: SMin(a, b) = BitwiseXor(UMin(BitwiseXor(a, sign), BitwiseXor(b, sign)), \
sign)
signed_max: int: SMax(a, b) = Select(SLessThan(a, b), b, a)
signed_max_as_min: int: SMax(a, b) = Not(SMin(Not(a), Not(b)))
signed_max_unsigned: int: SMax(a, b) = BitwiseXor(UMax(BitwiseXor(a, sign), BitwiseXor(b, sign)), \
sign)
unsigned_min: int: UMin(a, b) = Select(ULessThan(a, b), a, b)
unsigned_min_as_max: int: UMin(a, b) = Not(UMax(Not(a), Not(b)))
unsigned_max: int: UMax(a, b) = Select(ULessThan(a, b), b, a)
unsigned_max_from_min: int: UMax(a, b) = BitwiseXor(UMin(a, b), BitwiseXor(a, b))
signed_clamp: int: SClamp(a, b, d) = SMin(SMax(a, b), d)
signed_clamp_selects: int: SClamp(a, b, d) = Select(SLessThan(d, Select(SLessThan(a, b), b, a)), \
d, \
Select(SLessThan(a, b), b, a))
unsigned_clamp: int: UClamp(a, b, d) = UMin(UMax(a, b), d)
unsigned_clamp_selects: int: UClamp(a, b, d) = Select(ULessThan(d, Select(ULessThan(a, b), b, \
a)), d, \
Select(ULessThan(a, b), b, a))
absolute: int: SAbs(a) = Select(SLessThan(a, zero), SNegate(a), a)
absolute_by_mask: int: SAbs(a) = ISub(BitwiseXor(a, ShiftRightArithmetic(a, top)), \
ShiftRightArithmetic(a, top))
absolute_as_max: int: SAbs(a) = SMax(a, SNegate(a))
sign: int: SSign(a) = Select(SLessThan(a, zero), ones, Select(IEqual(a, zero), zero, one))
lowest_bit: int: FindILsb(a) = FindILsb(BitwiseAnd(a, SNegate(a)))
lowest_bit_counted: int: FindILsb(a) = Select(IEqual(a, zero), ones, BitCount(ISub(BitwiseAnd(a, \
SNegate(a)), one)))
highest_bit: int: FindUMsb(a) = Select(IEqual(a, zero), ones, ISub(top, FindILsb(BitReverse(a))))
"""

OF_CHOICES: Final = """
less_flipped: int: SLessThan(a, b) = ULessThan(BitwiseXor(a, sign), BitwiseXor(b, sign))
less_equal_flipped: int: SLessThanEqual(a, b) = ULessThanEqual(BitwiseXor(a, sign), BitwiseXor(b, \
sign))
greater_flipped: int: SGreaterThan(a, b) = UGreaterThan(IAdd(a, sign), IAdd(b, sign))
greater_equal_flipped: int: SGreaterThanEqual(a, b) = UGreaterThanEqual(BitwiseXor(a, sign), \
BitwiseXor(b, sign))
unsigned_less_flipped: int: ULessThan(a, b) = SLessThan(BitwiseXor(a, sign), BitwiseXor(b, sign))
unsigned_less_equal_flipped: int: ULessThanEqual(a, b) = SLessThanEqual(ISub(a, sign), ISub(b, \
sign))
unsigned_greater_flipped: int: UGreaterThan(a, b) = SGreaterThan(BitwiseXor(a, sign), \
BitwiseXor(b, sign))
unsigned_greater_equal_flipped: int: UGreaterThanEqual(a, b) = SGreaterThanEqual(BitwiseXor(a, \
sign), \
BitwiseXor(b, sign))
less_not: int: SLessThan(a, b) = LogicalNot(SGreaterThanEqual(a, b))
less_turned: int: SLessThan(a, b) = SGreaterThan(b, a)
less_equal_turned: int: SLessThanEqual(a, b) = SGreaterThanEqual(b, a)
less_equal_not_less: int: SLessThanEqual(a, b) = LogicalNot(SLessThan(b, a))
less_or_equal: int: SLessThanEqual(a, b) = LogicalOr(SLessThan(a, b), IEqual(a, b))
greater_turned: int: SGreaterThan(a, b) = SLessThan(b, a)
greater_equal_turned: int: SGreaterThanEqual(a, b) = SLessThanEqual(b, a)
greater_equal_complements: int: SGreaterThanEqual(a, b) = SLessThanEqual(Not(a), Not(b))
greater_complements: int: SGreaterThan(a, b) = SLessThan(Not(a), Not(b))
unsigned_less_not: int: ULessThan(a, b) = LogicalNot(UGreaterThanEqual(a, b))
unsigned_less_turned: int: ULessThan(a, b) = UGreaterThan(b, a)
unsigned_less_complements: int: ULessThan(a, b) = UGreaterThan(Not(a), Not(b))
unsigned_less_equal_turned: int: ULessThanEqual(a, b) = UGreaterThanEqual(b, a)
unsigned_greater_turned: int: UGreaterThan(a, b) = ULessThan(b, a)
unsigned_greater_equal_turned: int: UGreaterThanEqual(a, b) = ULessThanEqual(b, a)
equal_by_xor: int: IEqual(a, b) = IEqual(BitwiseXor(a, b), zero)
equal_by_difference: int: IEqual(a, b) = IEqual(ISub(a, b), zero)
equal_not: int: IEqual(a, b) = LogicalNot(INotEqual(a, b))
equal_by_order: int: IEqual(a, b) = LogicalAnd(SLessThanEqual(a, b), SLessThanEqual(b, a))
equal_moved: int: IEqual(a, b) = IEqual(IAdd(a, k), IAdd(b, k))
unequal_by_xor: int: INotEqual(a, b) = INotEqual(BitwiseXor(a, b), zero)
unequal_by_order: int: INotEqual(a, b) = LogicalOr(SLessThan(a, b), SLessThan(b, a))
unequal_by_size: int: INotEqual(a, b) = ULessThan(zero, ISub(a, b))
float_less_turned: float: FOrdLessThan(a, b) = FOrdGreaterThan(b, a)
float_less_equal_turned: float: FOrdLessThanEqual(a, b) = FOrdGreaterThanEqual(b, a)
float_greater_turned: float: FOrdGreaterThan(a, b) = FOrdLessThan(b, a)
float_greater_equal_turned: float: FOrdGreaterThanEqual(a, b) = FOrdLessThanEqual(b, a)
float_unordered_less_turned: float: FUnordLessThan(a, b) = FUnordGreaterThan(b, a)
float_unordered_less_equal_turned: float: FUnordLessThanEqual(a, b) = FUnordGreaterThanEqual(b, a)
float_unordered_greater_turned: float: FUnordGreaterThan(a, b) = FUnordLessThan(b, a)
float_unordered_greater_equal_turned: float: FUnordGreaterThanEqual(a, b) = \
FUnordLessThanEqual(b, a)
logical_and_by_or: bool: LogicalAnd(a, b) = LogicalNot(LogicalOr(LogicalNot(a), LogicalNot(b)))
logical_and_select: bool: LogicalAnd(a, b) = Select(a, b, false)
logical_or_by_and: bool: LogicalOr(a, b) = LogicalNot(LogicalAnd(LogicalNot(a), LogicalNot(b)))
logical_or_select: bool: LogicalOr(a, b) = Select(a, true, b)
logical_xor_select: bool: LogicalNotEqual(a, b) = Select(a, LogicalNot(b), b)
logical_xor_parts: bool: LogicalNotEqual(a, b) = LogicalAnd(LogicalOr(a, b), \
LogicalNot(LogicalAnd(a, b)))
logical_equal_select: bool: LogicalEqual(a, b) = Select(a, b, LogicalNot(b))
logical_equal_parts: bool: LogicalEqual(a, b) = LogicalOr(LogicalAnd(a, b), \
LogicalNot(LogicalOr(a, b)))
logical_not_select: bool: LogicalNot(a) = Select(a, false, true)
logical_not_unequal: bool: LogicalNot(a) = LogicalNotEqual(a, true)
select_turned: any: Select(c, a, b) = Select(LogicalNot(c), b, a)
select_twice: any: Select(c, a, b) = Select(c, a, Select(c, a, b))
select_by_mask: int: Select(c, a, b) = BitwiseXor(b, BitwiseAnd(BitwiseXor(a, b), Select(c, ones, \
zero)))
select_by_product: int: Select(c, a, b) = IAdd(b, IMul(ISub(a, b), Select(c, one, zero)))
select_logically: bool: Select(c, a, b) = LogicalOr(LogicalAnd(c, a), LogicalAnd(LogicalNot(c), b))
"""

OF_PAIRS: Final = """
xor_other_twice: int: x = BitwiseXor(BitwiseXor(x, n), n)
add_subtract_other: int: x = ISub(IAdd(x, n), n)
subtract_add_other: int: x = IAdd(ISub(x, n), n)
subtract_other_twice: int: x = ISub(n, ISub(n, x))
or_plus_and_other: int: x = ISub(IAdd(BitwiseOr(x, n), BitwiseAnd(x, n)), n)
parts_of_other: int: x = BitwiseOr(BitwiseAnd(x, n), BitwiseAnd(x, Not(n)))
clear_and_set_other: int: x = BitwiseXor(BitwiseOr(x, n), BitwiseAnd(Not(x), n))
absorb_other: int: x = BitwiseAnd(x, BitwiseOr(x, n))
less_and_more_than_other: int: x = BitwiseXor(BitwiseXor(Select(ULessThan(x, n), x, n), \
Select(ULessThan(x, n), n, x)), n)
rotate_by_other: int: x = BitwiseOr(ShiftRightLogical(BitwiseOr(ShiftLeftLogical(x, BitwiseAnd(n, \
top)), \
ShiftRightLogical(x, BitwiseAnd(SNegate(n), top))), BitwiseAnd(n, top)), \
ShiftLeftLogical(BitwiseOr(ShiftLeftLogical(x, BitwiseAnd(n, top)), \
ShiftRightLogical(x, BitwiseAnd(SNegate(n), top))), BitwiseAnd(SNegate(n), top)))
multiply_and_subtract_other: int: x = ISub(IMul(x, IAdd(n, one)), IMul(x, n))
select_by_other: int: x = Select(SLessThan(x, n), BitwiseXor(BitwiseXor(x, k), k), ISub(IAdd(x, \
n), n))
select_copy: any: x = Select(IEqual(BitwiseAnd(n, power), zero), x, CopyObject(x))
select_other_copy: any: x = Select(INotEqual(BitwiseAnd(n, power), zero), CopyObject(x), x)
select_copy_below: any: x = Select(SLessThan(n, power), CopyObject(x), x)
bits_xor_other_twice: float: x = Bitcast(BitwiseXor(BitwiseXor(Bitcast(x), n), n))
bits_parts_of_other: float: x = Bitcast(BitwiseOr(BitwiseAnd(Bitcast(x), n), \
BitwiseAnd(Bitcast(x), Not(n))))
unequal_other_twice: bool: x = LogicalNotEqual(LogicalNotEqual(x, IEqual(BitwiseAnd(n, power), \
zero)), \
IEqual(BitwiseAnd(n, power), zero))
cases_of_other: bool: x = LogicalOr(LogicalAnd(x, SLessThan(n, power)), LogicalAnd(x, \
SGreaterThanEqual(n, power)))
"""
