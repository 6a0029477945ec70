from __future__ import annotations

import pytest
from helpers.transform import expect, ident, refuse

from aberration.languages.spirv.enums import StorageClass
from aberration.methods.transform.transformations.add_type_pointer import AddTypePointer


def test_declares_a_pointer_type():
    expect("", AddTypePointer(20, StorageClass.PRIVATE, ident("%v2int")), "%20 = OpTypePointer Private %v2int")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a class that needs a capability", AddTypePointer(20, StorageClass.ATOMIC_COUNTER, ident("%int"))),
        ("void", AddTypePointer(20, StorageClass.PRIVATE, ident("%void"))),
        ("a function type", AddTypePointer(20, StorageClass.PRIVATE, ident("%main_type"))),
        ("no type", AddTypePointer(20, StorageClass.PRIVATE, ident("%int_0"))),
        ("the id is in use", AddTypePointer(ident("%int"), StorageClass.PRIVATE, ident("%int"))),
    ],
)
def test_refuses(reason, step):
    refuse("", step, reason)
