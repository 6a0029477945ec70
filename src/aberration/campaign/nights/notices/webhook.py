"""The news of a night, posted as JSON to an address of the user's (RFC 9110, 9.3.3).

A server that is down, slow or wrong never fails the night. A secret comes from the environment
alone, goes to that address alone (no redirection is followed), and stands in no message.
"""

import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from email.message import Message
from http.client import HTTPException
from typing import IO

import msgspec

from aberration.campaign.nights.configuration import NightConfiguration, Webhook
from aberration.campaign.nights.notices.wording import headline
from aberration.campaign.nights.records import News
from aberration.core.errors import AberrationError

FIRST_PAUSE = 1.0
"""Seconds before the second try; each pause after it is twice as long."""
Pause = Callable[[float], None]


class NotPosted(AberrationError):
    """No try came through."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Message,
        newurl: str,
    ) -> None:
        """Follow none: a POST would become a GET, and the token would go elsewhere."""
        return


def post(
    news: News,
    webhook: Webhook,
    environment: Mapping[str, str] = os.environ,
    pause: Pause = time.sleep,
) -> None:
    """Post the news, as often as the webhook says; raise `NotPosted` with the last reason."""
    body = msgspec.json.encode(
        {
            "title": headline(news),
            "exit_code": news.exit_code,
            "quiet": news.quiet,
            "news": news,
        }
    )
    headers = {"Content-Type": "application/json", "User-Agent": "aberration"}
    if webhook.token:
        headers["Authorization"] = f"Bearer {environment.get(webhook.token, '')}"
    reason = ""
    for number in range(webhook.tries):
        if number:
            pause(FIRST_PAUSE * 2 ** (number - 1))
        reason = _try(webhook, body, headers)
        if not reason:
            return
    raise NotPosted(f"the webhook took nothing in {webhook.tries} tries: {reason}")


def _try(webhook: Webhook, body: bytes, headers: dict[str, str]) -> str:
    """Return why it did not come through, or nothing."""
    request = urllib.request.Request(webhook.url, body, headers, method="POST")
    opener = urllib.request.build_opener(_NoRedirects)
    try:
        with opener.open(request, timeout=webhook.timeout):
            return ""
    except urllib.error.HTTPError as error:
        with error:
            return f"status {error.code}"
    except (OSError, HTTPException, ValueError) as error:
        return type(error).__name__


def send(news: News, configuration: NightConfiguration) -> None:
    """Post the news where there are some, or where it is wanted always."""
    webhook = configuration.keys.notices.webhook
    assert webhook is not None
    if webhook.always or not news.quiet:
        post(news, webhook)
