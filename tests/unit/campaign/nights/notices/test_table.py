"""All notices together: none of them fails the night."""

from pathlib import Path

from helpers.nights import NEW, news

from aberration.campaign.nights.configuration import Notices, read_night
from aberration.campaign.nights.folder import NEWS, NIGHT, TOLD, NightsFolder, write_json
from aberration.campaign.nights.notices.table import NOTICES, tell
from aberration.campaign.nights.records import Night

TOML = """
[notices]
markdown = "nowhere/night.md"
junit = "junit.xml"
feed = "feed.xml"
[notices.webhook]
url = "http://127.0.0.1:9/"
tries = 1
timeout = 1.0
"""


def test_each_key_of_the_configuration_has_its_way() -> None:
    assert list(NOTICES) == list(Notices.__struct_fields__)


def test_those_that_fail_are_told_and_the_others_are_written(tmp_path: Path) -> None:
    path = tmp_path / "night.toml"
    path.write_text(TOML)
    configuration = read_night(path)
    folder = NightsFolder(configuration.folder)
    night, told = Night(3, 7, "", ()), news((NEW,))
    write_json(folder.night(3) / NIGHT, night)
    write_json(folder.night(3) / NEWS, told)
    failed = tell(told, configuration)
    assert sorted(failed) == ["markdown", "webhook"]
    assert (tmp_path / "junit.xml").is_file()
    assert (tmp_path / "feed.xml").is_file()
    assert (folder.night(3) / TOLD).is_file()
    assert folder.is_over(night)


def test_a_night_without_notices_is_over(tmp_path: Path) -> None:
    path = tmp_path / "night.toml"
    path.write_text("")
    configuration = read_night(path)
    assert tell(news(night=1), configuration) == {}
    assert NightsFolder(configuration.folder).is_over(Night(1, 7, "", ()))
