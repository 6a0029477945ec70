"""The news of all nights as an Atom feed (RFC 4287): an entry for each night that had some."""

import uuid
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as Tree

from aberration.campaign.nights.configuration import NightConfiguration
from aberration.campaign.nights.folder import NightsFolder
from aberration.campaign.nights.notices.markdown import markdown_of
from aberration.campaign.nights.notices.wording import clean, document, headline
from aberration.campaign.nights.records import News
from aberration.core.files import write_whole

ATOM = "http://www.w3.org/2005/Atom"
MOST = 50
"""Entries that a feed has; older ones are in the folder of nights."""
_SPACE = uuid.UUID("3f0a9bb2-6c55-5b0e-9c41-6a3f0c2ad711")
"""The name space of the ids of our entries (RFC 4122, 4.3)."""


def feed_of(nights: Sequence[News], root: str) -> bytes:
    """Return the feed of these nights, of which there is at least one, the last one last."""
    Tree.register_namespace("", ATOM)
    feed = Tree.Element(f"{{{ATOM}}}feed")
    # The first night of the folder names the feed: its id never changes.
    _add(feed, "id", _name(nights[0], "feed"))
    _add(feed, "title", "aberration: nights")
    _add(feed, "updated", nights[-1].ended)
    author = Tree.SubElement(feed, f"{{{ATOM}}}author")
    _add(author, "name", "aberration")
    for news in [one for one in reversed(nights) if not one.quiet][:MOST]:
        entry = Tree.SubElement(feed, f"{{{ATOM}}}entry")
        _add(entry, "id", _name(news, "night"))
        _add(entry, "title", headline(news))
        _add(entry, "updated", news.ended)
        _add(entry, "content", markdown_of(news, root), type="text")
    return document(feed)


def write_feed(_: News, configuration: NightConfiguration) -> None:
    """Write the file that the configuration names, with all nights of the folder."""
    folder = NightsFolder(configuration.folder)
    found = [folder.news(night.number) for night in folder.nights()]
    path: Path = configuration.base / configuration.keys.notices.feed
    write_whole(path, feed_of([one for one in found if one is not None], configuration.keys.folder))


def _add(parent: Tree.Element, name: str, text: str, **attributes: str) -> None:
    Tree.SubElement(parent, f"{{{ATOM}}}{name}", attributes).text = clean(text)


def _name(news: News, what: str) -> str:
    return uuid.uuid5(_SPACE, f"{what} {news.night} {news.seed} {news.begun}").urn
