"""night.toml: what it may say, and how it is refused."""

from pathlib import Path

import pytest

from aberration.campaign.configuration import MethodSettings
from aberration.campaign.nights.configuration import Webhook, read_night
from aberration.core.errors import BadInput

WHOLE = """
folder = "all"
time = "2h"
slice = "10m"
replay = 0.5
known = ["bugs"]
methods = ["transform"]
targets = ["lavapipe"]
seeds = ["mine"]
seed = 5
deadline = 3.0

[method.transform]
variants = 2

[notices]
markdown = "night.md"

[notices.webhook]
url = "https://example.org/hook"
token = "HOOK"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "night.toml"
    path.write_text(text)
    return path


def test_a_night_takes_its_own_keys_and_those_of_a_campaign(tmp_path: Path) -> None:
    night = read_night(written(tmp_path, WHOLE), {"HOOK": "secret"})
    assert night.folder == tmp_path / "all"
    assert (night.seconds, night.replay_seconds, night.slices) == (7200.0, 3600.0, 5)
    assert (night.leftover_seconds, night.slice_seconds) == (720.0, 576.0)
    assert (night.fuzz.rng_seed, night.fuzz.deadline) == (5, 3.0)
    assert night.fuzz.seeds == (str(tmp_path / "mine"),)
    assert night.fuzz.settings("transform") == MethodSettings(
        weight=48, variants=2, targets=4, donors=4
    )
    assert night.keys.notices.webhook == Webhook("https://example.org/hook", "HOOK")


def test_an_empty_file_is_a_night_of_eight_hours(tmp_path: Path) -> None:
    night = read_night(written(tmp_path, ""))
    assert (night.seconds, night.slices, night.folder) == (28800.0, 16, tmp_path / "nights")


def test_the_number_of_slices_may_be_given(tmp_path: Path) -> None:
    night = read_night(written(tmp_path, 'slices = 4\ntime = "1h"\nreplay = 0.0'))
    assert (night.slices, night.slice_seconds) == (4, 810.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("time = = 1", "line 1"),
        ('time = "soon"', "time: expected a time such as"),
        ('slice = "1s"', "at most 99 slices"),
        ("slices = 0", "slices: expected 1 to 99"),
        ("replay = 0.9", "replay, leftovers: expected shares"),
        ("leftovers = -0.1", "replay, leftovers: expected shares"),
        ('output = "x"', "output: a night has a folder"),
        ("[notices]\nfax = 1", "Object contains unknown field `fax`"),
        ("unheard = 1", "Object contains unknown field `unheard`"),
        ("jobs = -1", "jobs: expected 0 or more"),
        ('[notices.webhook]\nurl = "file:///etc/passwd"', "with http or https, but 'file' came"),
        ('[notices.webhook]\nurl = "https://a:b@host/"', "expected no secret in it"),
        ('[notices.webhook]\nurl = "https://host/"\ntries = 0', "1 to 10 tries"),
        ('[notices.webhook]\nurl = "https://host/"\ntoken = "NO"', "there is no variable NO"),
        ('[notices.webhook]\nurl = "https://host/"\ntoken = "a b"', "the name of a variable"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as error:
        read_night(written(tmp_path, text), {})
    assert message in str(error.value)
    assert "night.toml" in str(error.value)
    assert "b@host" not in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.toml"):
        read_night(tmp_path / "none.toml")
