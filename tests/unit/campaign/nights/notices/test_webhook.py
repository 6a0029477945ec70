"""The webhook, against a real server of this machine."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from helpers.nights import NEW, news

from aberration.campaign.nights.configuration import Webhook
from aberration.campaign.nights.notices.webhook import NotPosted, post


class Server(HTTPServer):
    """Answers with the `statuses`, one after the other, and keeps what it was sent."""

    def __init__(self, *statuses: int) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.statuses = list(statuses)
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.quiet = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.path, dict(self.headers), body))
        status = self.server.statuses.pop(0) if self.server.statuses else 200
        if status == 0:
            self.server.quiet.wait(5)
            return
        self.send_response(status)
        if status == 307:
            self.send_header("Location", f"{self.server.url}/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """Return a server that answers with the statuses of the test."""
    with Server(*request.param) as found:
        thread = threading.Thread(target=found.serve_forever, args=(0.02,))
        thread.start()
        yield found
        found.quiet.set()
        found.shutdown()
        thread.join()


def posted(webhook: Webhook, **environment: str) -> list[float]:
    """Post the news of a night; return the pauses."""
    pauses: list[float] = []
    post(news((NEW,)), webhook, environment, pauses.append)
    return pauses


@pytest.mark.parametrize("server", [(200,)], indirect=True)
def test_the_news_come_as_json_with_the_token_of_the_environment(server: Server) -> None:
    assert posted(Webhook(server.url, "HOOK"), HOOK="secret") == []
    ((path, headers, body),) = server.taken
    told = json.loads(body)
    assert (path, headers["Authorization"]) == ("/hook", "Bearer secret")
    assert (told["title"], told["exit_code"]) == ("Night 3: 1 new bug", 1)
    assert told["news"]["new"][0]["first_bad"] == "2"


@pytest.mark.parametrize("server", [(503, 500, 200)], indirect=True)
def test_a_server_that_is_down_is_asked_again_after_longer_and_longer(server: Server) -> None:
    assert posted(Webhook(server.url)) == [1.0, 2.0]
    assert len(server.taken) == 3


@pytest.mark.parametrize("server", [(500, 500, 500, 200)], indirect=True)
def test_there_is_an_end_to_the_tries_and_no_secret_in_the_message(server: Server) -> None:
    with pytest.raises(NotPosted, match="status 500") as error:
        posted(Webhook(server.url, "HOOK", tries=2), HOOK="secret")
    assert len(server.taken) == 2
    assert "secret" not in str(error.value)


@pytest.mark.parametrize("server", [(307, 200)], indirect=True)
def test_no_redirection_is_followed_with_the_token(server: Server) -> None:
    with pytest.raises(NotPosted, match="status 307"):
        posted(Webhook(server.url, "HOOK", tries=1), HOOK="secret")
    assert [path for path, _, _ in server.taken] == ["/hook"]


@pytest.mark.parametrize("server", [(0,)], indirect=True)
def test_a_server_that_never_answers_is_left(server: Server) -> None:
    with pytest.raises(NotPosted, match="TimeoutError"):
        posted(Webhook(server.url, timeout=0.3, tries=1))


def test_nobody_there_is_said() -> None:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as gone:
        url = f"http://127.0.0.1:{gone.server_port}/"
    with pytest.raises(NotPosted, match="URLError"):
        posted(Webhook(url, tries=2))
