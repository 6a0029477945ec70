"""All ways to tell the news of a night; a new one is a file, and a line here and in `Notices`."""

from collections.abc import Callable, Mapping

from aberration.campaign.nights.configuration import NightConfiguration
from aberration.campaign.nights.folder import TOLD, NightsFolder, write_json
from aberration.campaign.nights.notices.feed import write_feed
from aberration.campaign.nights.notices.junit import write_junit
from aberration.campaign.nights.notices.markdown import write_markdown
from aberration.campaign.nights.notices.webhook import send
from aberration.campaign.nights.records import News
from aberration.core.errors import AberrationError

Tell = Callable[[News, NightConfiguration], None]

NOTICES: Mapping[str, Tell] = {
    "markdown": write_markdown,
    "junit": write_junit,
    "feed": write_feed,
    "webhook": send,
}
"""By the key in `[notices]` that asks for it."""


def tell(news: News, configuration: NightConfiguration) -> dict[str, str]:
    """Tell the news in all ways that are asked for, and end the night; return the reasons of those
    that failed, by name. None of them fails the night.
    """
    failed: dict[str, str] = {}
    for name, way in NOTICES.items():
        if not getattr(configuration.keys.notices, name):
            continue
        try:
            way(news, configuration)
        except OSError as error:
            failed[name] = f"cannot be written: {error.strerror}"
        except AberrationError as error:
            failed[name] = error.message
    folder = NightsFolder(configuration.folder)
    write_json(folder.night(news.night) / TOLD, {"failed": failed})
    return failed
