"""What is served."""

from pathlib import Path

import pytest

from aberration.core.errors import BadInput
from aberration.web.source import open_source


def test_a_folder_of_a_campaign_is_opened(store: Path) -> None:
    with open_source(str(store)) as source:
        assert [line.name for line in source.reader.campaigns()] == ["night"]
        body = source.reader.findings(1, ["reduced"])[0].body
        assert source.artifacts_of("night").has(body)


def test_another_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no campaign\.sqlite"), open_source(str(tmp_path)):
        raise AssertionError("it was opened")
