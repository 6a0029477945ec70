import pytest
from helpers.command_line import aberration, rows

KEYS = {"id", "kind", "languages", "version", "available", "reason"}


@pytest.mark.slow
def test_targets_as_scripts_read_them() -> None:
    ran = aberration("targets", "--json")
    assert ran.code == 0
    found = {str(row["id"]): row for row in rows(ran.json["targets"])}
    assert all(row.keys() >= KEYS for row in found.values())
    assert {"lavapipe", "swiftshader", "spirv-opt@2025.5:-O", "tcc", "identity"} <= found.keys()
    assert found["swiftshader"]["available"] is True
    assert found["swiftshader"]["kind"] == "executes"
    assert found["swiftshader"]["languages"] == ["spirv"]
    assert "SwiftShader" in str(found["swiftshader"]["version"])


def test_targets_of_a_group() -> None:
    ran = aberration("targets", "-t", "gcc", "--json")
    found = rows(ran.json["targets"])
    assert {row["family"] for row in found} == {"gcc"}
    assert all("gcc" in str(row["version"]) or "GNU C" in str(row["version"]) for row in found)


def test_targets_for_people() -> None:
    ran = aberration("targets", "-t", "swiftshader,tcc")
    assert [line.split()[:3] for line in ran.out.splitlines()] == [
        ["swiftshader", "executes", "spirv"],
        ["tcc", "executes", "c"],
    ]


@pytest.mark.slow
def test_the_doctor_has_one_line_for_all_chips_of_a_version() -> None:
    ran = aberration("doctor")
    assert ran.code == 0
    lines = ran.out.splitlines()
    chips = [line for line in lines if "radv-aco-" in line]
    assert chips
    words = [(line.split()[1].partition("@")[0], line.rpartition(" Mesa ")[2]) for line in chips]
    assert len(set(words)) == len(words), "taken by default, or older ones that are taken by name"
    assert all(" targets): radv-aco-" in line for line in chips)
    assert [line for line in lines if line.startswith("  ok  swiftshader")]
    assert [line for line in lines if line.startswith("  ok  transform")]
    assert [line for line in lines if line.startswith("  ok  csmith")]


def test_the_doctor_as_json() -> None:
    told = aberration("doctor", "-t", "swiftshader,tcc,dawn-swiftshader", "--json").json
    assert {row["name"] for row in rows(told["methods"])} == {
        "agree",
        "drive",
        "emi",
        "fuse",
        "smith",
        "transform",
    }
    assert {"csmith", "network isolation of C programs", "native stacks of what dies"} <= {
        row["name"] for row in rows(told["tools"])
    }
    assert [row["id"] for row in rows(told["targets"]) if row["version"]] == [
        "swiftshader",
        "tcc",
        "dawn-swiftshader",
    ]


@pytest.mark.slow
def test_the_doctor_has_a_version_or_a_reason_for_every_target() -> None:
    told = aberration("doctor", "--json").json
    assert all(row["available"] or row["reason"] for row in rows(told["targets"]))
