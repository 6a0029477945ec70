"""The news of a night as Markdown, for a chat, a mail or a page."""

import re
from collections.abc import Iterable

from aberration.campaign.nights.configuration import NightConfiguration
from aberration.campaign.nights.notices.wording import (
    bug_line,
    headline,
    how_to_see,
    known_line,
    line,
    replayed_line,
)
from aberration.campaign.nights.records import NewBug, News
from aberration.core.files import write_whole

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~@&])")


def markdown_of(news: News, root: str) -> str:
    """Return the summary of a night; `root` is the folder of nights."""
    passing = [one for one in news.replayed if one.change == "passes"]
    parts = [
        f"# {_escape(headline(news))}",
        f"{news.begun} to {news.ended}, seed {news.rng_seed}.",
        *_section("New bugs", (_bug(bug, root) for bug in news.new)),
        *_section("Back again", (_escape(replayed_line(one)) for one in news.back)),
        *_section("Fixed", (_escape(replayed_line(one)) for one in news.fixed)),
        *_section(
            "Passes now, and no version here shows it any more",
            (_escape(replayed_line(one)) for one in passing),
        ),
        *_section("Met again", (_escape(known_line(one)) for one in news.known)),
        *_section(
            "Tested nothing",
            (_escape(line(f"{one.target}: {one.reason}")) for one in news.silent),
        ),
        *_section("In trouble", (_escape(line(one)) for one in news.troubles)),
        *_lines_of_rest(news),
        *_slices(news),
    ]
    return "\n\n".join(parts) + "\n"


def write_markdown(news: News, configuration: NightConfiguration) -> None:
    """Write the file that the configuration names."""
    path = configuration.base / configuration.keys.notices.markdown
    text = markdown_of(news, configuration.keys.folder)
    write_whole(path, text.encode("utf-8", "replace"))


def _bug(bug: NewBug, root: str) -> str:
    command = how_to_see(bug, root).replace("`", "'")
    return f"**{_escape(bug.id)}**: {_escape(bug_line(bug))}; `{command}`"


def _section(title: str, lines: Iterable[str]) -> list[str]:
    listed = [f"- {one}" for one in lines]
    return [f"## {title}", "\n".join(listed)] if listed else []


def _lines_of_rest(news: News) -> list[str]:
    said = []
    if news.unreduced:
        said.append(
            f"- {news.unreduced} apparent bugs are not reduced yet and look like none that is known"
        )
    if news.left:
        said.append(f"- {news.left} known bugs are left for the next night")
    return ["## Left", "\n".join(said)] if said else []


def _slices(news: News) -> list[str]:
    if not news.slices:
        return []
    rows = [
        f"| {one.number} | {_escape(one.arm.name)} | {one.minutes:.1f} | {one.tests} | {one.new} |"
        for one in news.slices
    ]
    head = ["| slice | spent on | minutes | tests | new bugs |", "|---|---|---|---|---|"]
    return ["\n".join([*head, *rows])]


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
