"""Tables of what settings show."""

from __future__ import annotations

from experiments.emi_shaders.settings import ALL, SEEDS
from experiments.emi_shaders.tables import Row, Shown, by_mutant, by_setting, groups

TESTS = 20


def _row() -> Row:
    row = Row("glsl", ["corpus", "smith"] * (TESTS // 2))
    for setting in (SEEDS, ALL, "TwinArms only", "bits only"):
        row.settings[setting] = Shown()
    row.settings[SEEDS].add(1, 0, ["shift-sum"])
    for test in range(1, TESTS + 1):
        row.settings[ALL].add(test, 4, ["doubled-arm", "last-return"] if test > 10 else [])
        row.settings["TwinArms only"].add(test, 2, ["doubled-arm"] if test % 6 == 0 else [])
    return row


def test_settings_are_in_the_groups_that_were_asked_about() -> None:
    assert groups([_row()]) == [[SEEDS, ALL, "TwinArms only"], [SEEDS, ALL, "bits only"]]
    assert groups([Row("essl", [], {ALL: Shown()})]) == []


def test_a_table_by_setting() -> None:
    other = Row("wgsl", ["corpus"], {ALL: Shown(), "TwinArms only": Shown()})
    lines = by_setting([_row(), other], [SEEDS, ALL, "TwinArms only"]).splitlines()
    assert lines[2] == "| seeds alone | 0.0 | 0 / 0 | 0 | never | 0.0 | 1 | 1 |"
    assert lines[3] == "| all | 4.0 | 2 / 0 | 20 | never | 1.0 | 2 | 20 |"
    assert lines[4] == "| TwinArms only | 2.0 | 1 / 0 | 3 | never | 1.0 (1.0000) |  |  |"


def test_a_table_by_mutant() -> None:
    heads, _, every, twins = by_mutant([_row()], [ALL, "TwinArms only"]).splitlines()
    names = [cell.strip(" `") for cell in heads.split("|")]
    at = names.index("doubled-arm")
    assert every.split("|")[at].strip() == "10 (11)"
    assert twins.split("|")[at].strip() == "3 (6)"
    assert twins.split("|")[names.index("last-return")].strip() == "-"
