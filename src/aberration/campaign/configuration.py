"""What a campaign is asked for: a TOML file, overridden by options of the command line."""

import hashlib
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from aberration.core.comparison import Tolerance
from aberration.core.errors import BadInput

DEFAULT_SECONDS = 120.0
TIMEOUT_FACTOR = 4.0
"""A run in a fresh worker gets this many times the deadline."""
QUICK_FACTOR = 0.25
"""While a timeout is reduced, a look gets this part of the deadline."""

_DURATION = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>s|m|h|d|)")
_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


_SIZE = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>[kmgt]?)(?P<binary>i?)b?", re.IGNORECASE)


class MethodSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one method is used.

    `weight` runs of each round; up to `variants` tests a run; `targets` a test, 0 for all; `donors`
    a run. With `spread` each test of a run has targets of its own, one of each compiler first.
    `bundled` is the percentage of runs that take a bundled seed where no seeds are named; in the
    others the method makes its own. `languages` are those of its programs; empty for all it has.
    """

    weight: int = 1
    variants: int = 1
    targets: int = 0
    donors: int = 0
    spread: bool = False
    bundled: int = 100
    options: dict[str, str] = {}
    languages: tuple[str, ...] = ()


DEFAULT_SETTINGS: Mapping[str, MethodSettings] = {
    "transform": MethodSettings(weight=48, variants=3, targets=4, donors=4),
    "agree": MethodSettings(targets=4, bundled=0),
    "smith": MethodSettings(variants=4, targets=4, bundled=0),
    "fuse": MethodSettings(variants=4, targets=4, donors=8),
    "drive": MethodSettings(variants=4, targets=4),
    "emi": MethodSettings(variants=20, targets=4, donors=2, spread=True, bundled=25),
}


class FuzzConfiguration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All choices of one campaign; `method` holds the settings of methods by name.

    Empty `methods`, `targets`, `seeds` and `donors` mean: all there are here, and the bundled
    corpus. `time` in seconds (or text such as `10m` in a file); without `tests` and `time` it is
    two minutes. `deadline` in seconds a run. `jobs` 0 means one executor for each core. With
    `unknown_seeds` seeds in SPIR-V are used whose result the interpreter cannot tell; what depends
    on it is not called a bug then. `store` is the address of a database with the campaign's name,
    `artifacts` where its big things are; empty: in the output folder. `retention` is how many bytes
    of these are kept, such as `2 GiB` (docs/store.md).
    """

    methods: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    donors: tuple[str, ...] = ()
    tests: int | None = None
    time: float | str | None = None
    rng_seed: int = msgspec.field(default=0, name="seed")
    jobs: int = 0
    output: str = "aberration-out"
    tolerance: Tolerance = Tolerance()
    deadline: float = 5.0
    confirmations: int = 3
    unknown_seeds: bool = False
    method: dict[str, MethodSettings] = {}
    store: str = ""
    artifacts: str = ""
    retention: int | str = ""

    def settings(self, name: str) -> MethodSettings:
        """Return the settings of a method: those given, else its defaults."""
        return self.method.get(name, default_settings(name))

    @property
    def seconds(self) -> float | None:
        """Return the time limit, None when the number of tests alone ends the campaign."""
        if self.time is not None:
            return read_duration(self.time, "time")
        return None if self.tests is not None else DEFAULT_SECONDS

    @property
    def keep(self) -> int | None:
        """Return how many bytes of artifacts are kept; None for all."""
        return None if self.retention == "" else read_size(self.retention, "retention")

    @property
    def executors(self) -> int:
        """Return how many executors to run."""
        return self.jobs or len(os.sched_getaffinity(0))


def default_settings(name: str) -> MethodSettings:
    """Return the defaults of a method; of a pipeline those of its last stage, which makes the
    tests.
    """
    before, _, last = name.rpartition("+")
    found = DEFAULT_SETTINGS.get(last, MethodSettings())
    return msgspec.structs.replace(found, weight=1, bundled=0) if before else found


def read_duration(value: float | str, where: str) -> float:
    """Return seconds from a number or from text such as `90`, `90s`, `10m` or `1.5h`."""
    if isinstance(value, int | float):
        seconds = float(value)
    else:
        match = _DURATION.fullmatch(value.strip())
        if match is None:
            raise BadInput(
                f"expected a time such as 90s, 10m or 2h, but {value!r} came", where=where
            )
        seconds = float(match["number"]) * _UNITS[match["unit"]]
    if not 0 < seconds < 1e9:
        raise BadInput(f"expected a time above zero, but {value!r} came", where=where)
    return seconds


def read_size(value: int | str, where: str) -> int:
    """Return bytes from a number or from text such as `500 MB` or `2 GiB`."""
    match = _SIZE.fullmatch(str(value).strip())
    if match is None:
        raise BadInput(f"expected bytes such as 500MB or 2GiB, but {value!r} came", where=where)
    base = 1024 if match["binary"] else 1000
    power = " kmgt".index(match["unit"].lower() or " ")
    return int(float(match["number"]) * base**power)


def read_configuration(path: Path) -> FuzzConfiguration:
    """Read a TOML file; raise `BadInput` naming the key that is wrong."""
    return configuration_of(read_toml(path), str(path))


def read_toml(path: Path) -> dict[str, object]:
    """Return what a TOML file says; raise `BadInput` with the line for one that cannot be read."""
    try:
        # Beside its own error tomllib lets out those of numbers, dates and bytes: all `ValueError`.
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(path)) from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"expected a TOML file, but {error}", where=str(path)) from None


def configuration_of(raw: dict[str, object], where: str) -> FuzzConfiguration:
    """Return what a TOML file says as a configuration; raise `BadInput` naming the key that is
    wrong.
    """
    return check_configuration(_convert(_with_defaults(raw), where), where)


def override(configuration: FuzzConfiguration, options: Mapping[str, object]) -> FuzzConfiguration:
    """Return the configuration with those options that are not None in place of its own."""
    given = {key: value for key, value in options.items() if value is not None}
    raw = msgspec.to_builtins(configuration)
    return check_configuration(_convert(raw | msgspec.to_builtins(given), "options"), "options")


def _with_defaults(raw: dict[str, object]) -> dict[str, object]:
    """Return what a file says with the defaults of each method under the settings that it gives."""
    tables = raw.get("method")
    if not isinstance(tables, dict) or not all(
        isinstance(table, dict) for table in tables.values()
    ):
        return raw
    known = {name: msgspec.to_builtins(default_settings(name)) for name in tables}
    return raw | {"method": {name: known[name] | table for name, table in tables.items()}}


def _convert(raw: object, where: str) -> FuzzConfiguration:
    try:
        return msgspec.convert(raw, FuzzConfiguration)
    except msgspec.ValidationError as error:
        known = ", ".join(FuzzConfiguration.__struct_encode_fields__)
        raise BadInput(f"{error}", where=where, hint=f"The keys are: {known}.") from None


def check_configuration(configuration: FuzzConfiguration, where: str) -> FuzzConfiguration:
    """Return the configuration; raise `BadInput` for a number that makes no sense."""
    settings = configuration.method.values()
    least = [
        ("tests", 1 if configuration.tests is None else configuration.tests, 1),
        ("jobs", configuration.jobs, 0),
        ("confirmations", configuration.confirmations, 1),
        *(("method.weight", entry.weight, 1) for entry in settings),
        *(("method.variants", entry.variants, 1) for entry in settings),
        *(("method.targets", entry.targets, 0) for entry in settings),
        *(("method.donors", entry.donors, 0) for entry in settings),
    ]
    for key, value, low in least:
        if value < low:
            raise BadInput(f"{key}: expected {low} or more, but {value} came", where=where)
    for entry in settings:
        if not 0 <= entry.bundled <= 100:
            raise BadInput(
                f"method.bundled: expected a percentage, but {entry.bundled} came", where=where
            )
    if not 0 < configuration.deadline < 3600:
        came = configuration.deadline
        raise BadInput(
            f"deadline: expected seconds between 0 and 3600, but {came} came", where=where
        )
    if configuration.time is not None:
        read_duration(configuration.time, where)
    if configuration.retention != "":
        read_size(configuration.retention, where)
    return configuration


def config_digest(
    configuration: FuzzConfiguration,
    methods: Sequence[tuple[str, int]],
    pool: str,
    versions: Mapping[str, str],
) -> str:
    """Return 16 hex digits over what decides the tests.

    That is methods (name and version) and their settings, targets, seed, tolerance, deadline,
    confirmations, the digest of the seed pool, and the versions of our code and of all tools that
    it asks; not the jobs, the output folder, the limits, or where the seeds lie.
    """
    deciding = (
        [(name, version, configuration.settings(name)) for name, version in methods],
        configuration.targets,
        configuration.rng_seed,
        configuration.tolerance,
        configuration.deadline,
        configuration.confirmations,
        configuration.unknown_seeds,
        pool,
        sorted(versions.items()),
    )
    return hashlib.blake2b(
        msgspec.json.encode(deciding, order="deterministic"), digest_size=8
    ).hexdigest()
