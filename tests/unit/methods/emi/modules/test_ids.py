from __future__ import annotations

from helpers.live_modules import MODULE, live_module
from helpers.transform import ident

from aberration.languages.spirv.module import Module
from aberration.methods.emi.modules.ids import (
    counter,
    id_of,
    ids_in,
    kind_of_type,
    load_of,
    loads_known,
    read_of,
    reads_in,
)
from aberration.methods.emi.shading.expressions import Apply, Number

SUM = Apply("+", (read_of(7, "int"), Apply("*", (load_of(0, "int"), read_of(7, "int")))))


def test_places_name_ids_or_what_is_loaded() -> None:
    assert id_of(read_of(12, "uint").place) == 12
    assert id_of(load_of(3, "bool").place) == 0
    assert id_of(counter().place) == 0
    assert id_of("%x") == 0


def test_what_an_expression_reads() -> None:
    assert ids_in(SUM, Number(7, "int")) == (7,)
    assert reads_in(SUM) == (read_of(7, "int"),)


def test_what_is_loaded_has_to_be_known_in_its_kind() -> None:
    assert loads_known(SUM, {load_of(0, "int").place: "int"})
    assert not loads_known(SUM, {load_of(0, "int").place: "uint"})
    assert not loads_known(SUM, {load_of(1, "int").place: "int"})
    assert loads_known(read_of(7, "int"), {})


def test_kinds_of_types() -> None:
    assert "OpTypeBool" in MODULE
    module = Module.parse(live_module().source)
    kinds = {name: kind_of_type(module, ident(name)) for name in ("%bool", "%int", "%float")}
    assert kinds == {"%bool": "bool", "%int": "int", "%float": None}
