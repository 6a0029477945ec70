"""The Atom feed of all nights (RFC 4287)."""

import uuid
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree as Tree

from helpers.nights import NEW, news

from aberration.campaign.nights.configuration import read_night
from aberration.campaign.nights.folder import NEWS, NIGHT, NightsFolder, write_json
from aberration.campaign.nights.notices.feed import ATOM, MOST, feed_of, write_feed
from aberration.campaign.nights.records import Night

ATOM_NAMES = {"a": ATOM}


def entries(text: bytes) -> list[Tree.Element]:
    """Return the entries, each held against what the format asks for."""
    feed = Tree.fromstring(text)
    assert feed.tag == f"{{{ATOM}}}feed"
    found = feed.findall("a:entry", ATOM_NAMES)
    # Section 4.1: a feed and each entry have one id, title and time; an author of the feed is that
    # of its entries.
    assert feed.find("a:author/a:name", ATOM_NAMES) is not None
    for element in (feed, *found):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"a:{name}", ATOM_NAMES)) == 1
        uuid.UUID(str(element.findtext("a:id", None, ATOM_NAMES)))
        datetime.fromisoformat(str(element.findtext("a:updated", None, ATOM_NAMES)))
    return found


def titles(text: bytes) -> list[str]:
    return [str(one.findtext("a:title", None, ATOM_NAMES)) for one in entries(text)]


def test_nights_with_news_are_entries_the_last_one_first() -> None:
    nights = [news((NEW,), night=1), news(night=2), news((NEW, NEW), night=3)]
    assert titles(feed_of(nights, "n")) == ["Night 3: 2 new bugs", "Night 1: 1 new bug"]


def test_ids_stay_and_differ() -> None:
    nights = [news((NEW,), night=number) for number in (1, 2)]
    shorter, longer = feed_of(nights[:1], "n"), feed_of(nights, "n")
    ids = [one.findtext("a:id", None, ATOM_NAMES) for one in entries(longer)]
    assert len({*ids}) == 2
    assert entries(shorter)[0].findtext("a:id", None, ATOM_NAMES) == ids[1]


def test_a_feed_has_an_end() -> None:
    nights = [news((NEW,), night=number) for number in range(1, MOST + 10)]
    assert len(entries(feed_of(nights, "n"))) == MOST


def test_it_is_made_of_all_nights_of_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "night.toml"
    path.write_text('[notices]\nfeed = "feed.xml"')
    configuration = read_night(path)
    folder = NightsFolder(configuration.folder)
    for number in (1, 2):
        write_json(folder.night(number) / NIGHT, Night(number, 7, "", ()))
        write_json(folder.night(number) / NEWS, news((NEW,), night=number))
    write_feed(news(night=2), configuration)
    assert titles((tmp_path / "feed.xml").read_bytes()) == [
        "Night 2: 1 new bug",
        "Night 1: 1 new bug",
    ]
