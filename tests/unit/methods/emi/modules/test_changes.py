from __future__ import annotations

from helpers.live_modules import live_module, read, site_of
from helpers.transform import at, ident, the

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.methods.emi.modules.changes import (
    Change,
    change_fits,
    draw_shown,
    is_own,
    kind_of_variable,
    trees_of_change,
    value_kind,
    variables_at,
)
from aberration.methods.emi.modules.draft import Draft
from aberration.methods.emi.modules.ids import load_of
from aberration.methods.emi.shading.expressions import Kind, Number
from aberration.methods.emi.shading.synthesis import Workbench

MODULE = Module.parse(live_module().source)
SUM, SHADE, OUT = (ident(name) for name in ("%sum", "%shade", "%out"))


def test_variables_hold_a_value_after_a_store_on_all_ways() -> None:
    assert variables_at(MODULE, the(MODULE, "%last")) == [SUM, SHADE]
    entry = MODULE.functions[0].blocks[0].instructions
    assert variables_at(MODULE, entry[2]) == []
    assert variables_at(MODULE, entry[3]) == [SUM]
    assert not is_own(MODULE, OUT, the(MODULE, "%last"))


def test_kinds_of_what_variables_hold() -> None:
    assert (kind_of_variable(MODULE, SUM), value_kind(MODULE, SUM)) == ("int", "int")
    assert (kind_of_variable(MODULE, SHADE), value_kind(MODULE, SHADE)) == (None, "int")


def test_uses_are_seen_from_outside_more_often() -> None:
    site = site_of("%last", total=(1, 2))
    targets = []
    for number in range(40):
        bench = Workbench.on(site.environment, Rng.of(number))
        assert bench is not None
        shown = draw_shown(bench, site.module, site.anchor, SUM, bench.terms)
        assert shown is not None
        targets.append(shown.target)
    assert set(targets) == {OUT, SHADE}
    assert targets.count(OUT) > targets.count(SHADE)


def test_a_change_reads_what_is_there() -> None:
    draft = Draft(live_module().source, [at("%last")])
    anchor = draft.anchor(at("%last"))
    assert anchor is not None
    own: dict[str, Kind] = {}
    change = Change(SUM, read("%total"), None)
    assert change_fits(draft, anchor, change, own, 0)
    assert own == {load_of(0, "int").place: "int"}
    assert change_fits(draft, anchor, Change(SUM, load_of(0, "int"), None), own, 1)
    assert not change_fits(draft, anchor, Change(SUM, load_of(2, "int"), None), own, 1)
    assert not change_fits(draft, anchor, Change(SUM, Number(1, "uint"), None), own, 1)
    assert trees_of_change(change) == (read("%total"),)
