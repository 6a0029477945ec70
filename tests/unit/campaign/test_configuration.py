"""Configurations: from TOML, overridden by options, and their digest."""

from pathlib import Path

import msgspec
import pytest

from aberration.campaign.configuration import (
    DEFAULT_SECONDS,
    DEFAULT_SETTINGS,
    FuzzConfiguration,
    MethodSettings,
    config_digest,
    override,
    read_configuration,
    read_duration,
    read_size,
)
from aberration.core.comparison import Tolerance
from aberration.core.errors import BadInput

TOML = """
methods = ["transform"]
targets = ["lavapipe", "spirv-opt"]
time = "10m"
seed = 3
[tolerance]
step = 2
[method.transform]
variants = 4
options = { steps = "200" }
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "campaign.toml"
    path.write_text(text)
    return path


def test_reads_a_file(tmp_path: Path) -> None:
    read = read_configuration(write(tmp_path, TOML))
    assert (read.methods, read.targets, read.seconds, read.rng_seed) == (
        ("transform",),
        ("lavapipe", "spirv-opt"),
        600,
        3,
    )
    assert read.tolerance == Tolerance(step=2)
    assert read.settings("transform") == MethodSettings(
        weight=48, variants=4, targets=4, donors=4, options={"steps": "200"}
    )


def test_methods_have_settings_of_their_own_and_unknown_ones_the_plain_ones() -> None:
    assert FuzzConfiguration().settings("transform").variants == 3
    assert FuzzConfiguration().settings("other") == MethodSettings()


def test_limits_by_default_and_by_tests() -> None:
    assert FuzzConfiguration().seconds == DEFAULT_SECONDS
    assert FuzzConfiguration(tests=5).seconds is None
    assert FuzzConfiguration(tests=5, time=3).seconds == 3
    assert FuzzConfiguration(jobs=3).executors == 3
    assert FuzzConfiguration().executors >= 1


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("90s", 90), ("1.5h", 5400), (" 2 m ", 120), ("1d", 86400)]
)
def test_durations(text: str, seconds: float) -> None:
    assert read_duration(text, "time") == seconds


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seed = ", "expected a TOML file"),
        ("seed = " + "9" * 5000, "expected a TOML file"),
        ("seed = " + "[" * 100_000, "expected a TOML file"),
        ("sed = 1", "sed"),
        ("seed = 'x'", "$.seed"),
        ("time = 'soon'", "such as 90s"),
        ("time = 0", "above zero"),
        ("tests = 0", "tests: expected 1 or more"),
        ("jobs = -1", "jobs"),
        ("deadline = 0", "deadline"),
        ("[method.transform]\nvariants = 0", "method.variants"),
        ("[tolerance]\nstep = 'big'", "$.tolerance.step"),
    ],
)
def test_refuses_with_the_file_and_the_key(tmp_path: Path, text: str, told: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(BadInput) as caught:
        read_configuration(path)
    assert told in str(caught.value)
    assert caught.value.where == str(path)


def test_refuses_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_configuration(tmp_path / "none.toml")


def test_options_override_and_none_does_not() -> None:
    base = FuzzConfiguration(rng_seed=3, tests=10)
    assert override(base, {"seed": 4, "tests": None, "targets": ("tcc",)}) == FuzzConfiguration(
        rng_seed=4, tests=10, targets=("tcc",)
    )
    with pytest.raises(BadInput, match="tests"):
        override(base, {"tests": 0})


METHODS = (("transform", 1),)
VERSIONS = {"csmith": "csmith 2.3.0"}


def digest(configuration: FuzzConfiguration) -> str:
    return config_digest(configuration, METHODS, "pool", VERSIONS)


@pytest.mark.parametrize(
    "change",
    [
        {"jobs": 7},
        {"output": "elsewhere"},
        {"tests": 9},
        {"time": 9.0},
        {"seeds": ("s",)},
        {"donors": ("d",)},
    ],
)
def test_the_digest_ignores_what_decides_no_test(change: dict[str, object]) -> None:
    base = FuzzConfiguration()
    assert digest(override(base, change)) == digest(base)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 1},
        {"targets": ("tcc",)},
        {"deadline": 1.0},
        {"confirmations": 5},
        {"tolerance": Tolerance(step=0)},
        {"method": {"transform": MethodSettings(variants=2)}},
    ],
)
def test_the_digest_covers_what_decides_the_tests(change: dict[str, object]) -> None:
    base = FuzzConfiguration()
    assert digest(override(base, change)) != digest(base)


def test_the_digest_covers_methods_seeds_and_versions() -> None:
    base = FuzzConfiguration()
    digests = {
        digest(base),
        config_digest(base, METHODS, "pool", {"csmith": "csmith 2.4.0"}),
        config_digest(base, METHODS, "other", VERSIONS),
        config_digest(base, (("transform", 2),), "pool", VERSIONS),
    }
    assert len(digests) == 4


def test_configurations_travel() -> None:
    base = FuzzConfiguration(method={"m": MethodSettings(weight=2)}, time="10m")
    assert msgspec.json.decode(msgspec.json.encode(base), type=FuzzConfiguration) == base


def test_what_a_file_leaves_out_of_a_method_stays_as_by_default(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text(
        "[method.emi]\ntargets = 2\noptions = { preset = 'small' }\n[method.new]\nvariants = 3\n"
    )
    settings = read_configuration(path).settings("emi")
    assert (settings.targets, settings.options) == (2, {"preset": "small"})
    assert settings == msgspec.structs.replace(
        DEFAULT_SETTINGS["emi"], targets=2, options={"preset": "small"}
    )
    assert read_configuration(path).settings("new") == MethodSettings(variants=3)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        (5, 5),
        ("5", 5),
        ("5 B", 5),
        ("2k", 2000),
        ("500 MB", 500_000_000),
        ("1.5GiB", 3 * 2**29),
        ("1tib", 2**40),
    ],
)
def test_sizes(text: int | str, size: int) -> None:
    assert read_size(text, "--keep") == size


@pytest.mark.parametrize("text", ["", "much", "-1", "1 PB", "1e9"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="--keep: expected bytes"):
        read_size(text, "--keep")


def test_the_budget_of_artifacts() -> None:
    assert FuzzConfiguration().keep is None
    assert FuzzConfiguration(retention="1 KiB").keep == 1024
    with pytest.raises(BadInput, match="expected bytes"):
        override(FuzzConfiguration(), {"retention": "much"})
