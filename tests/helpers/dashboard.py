"""Stores as the dashboard shows them: some bugs of real cases, or all that a stranger could put
into a store to do harm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from fastapi.testclient import TestClient
from helpers.records import finding as toy_finding

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.records import (
    Defect,
    FlakySeed,
    FoundRecord,
    HealthLine,
    OutcomeLine,
    PutAway,
    RunRecord,
    TestRecord,
)
from aberration.campaign.store import Header, Store
from aberration.core.comparison import Difference
from aberration.core.finding import Culprit, Finding
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Crash, Image, Outcome, Text
from aberration.core.recipe import TestCase
from aberration.core.testcase import load_case
from aberration.web.access import Access, access_for
from aberration.web.application import application
from aberration.web.site import Site, open_site

ROOT = Path(__file__).parents[2]
TOKEN = "a token of some length"
FISSION = "spirv-opt@2025.5:passes:convert-local-access-chains/ssa-rewrite/loop-fission=2"
FUSION = "spirv-opt@2025.5:passes:loop-fusion=1000"
WRONG, CRASH, UNREDUCED, FLOATS = "000003-wrong", "000005-crash", "000007-crash", "000009-floats"
SIDE = 16
WRONG_PIXEL = (5, 2)
"""Where the images differ beyond the tolerance: red is 255 in place of 80."""
SCRIPT = "<script>alert(1)</script>"
PICTURE = "\"><img src=x onerror=alert(1)>'"
REVERSED = "\x1b[31m\u202egnp.exe\x00\u200b"
ANYWHERE = "javascript:alert(1)//http://elsewhere.example/"


@cache
def corpus_case(name: str, part: str = "") -> TestCase:
    """Return a case of the corpus of bugs, or its neighbour."""
    return load_case(ROOT / "corpus" / "bugs" / name / part)


def image(*, wrong: bool = False) -> Image:
    """Return a picture of 16 x 16 with a slope of colours; a wrong one has another pixel."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    colours = np.stack((columns * 16, rows * 16, rows * 0 + 40, rows * 0 + 255), axis=2)
    if wrong:
        x, y = WRONG_PIXEL
        colours[y, x, 0] = 255
        colours[y + 1, x, 0] += 1
    return Image(SIDE, SIDE, "rgba8", colours.astype(np.uint8).tobytes())


def float_image(value: float) -> Image:
    """Return a picture of 2 x 2 floats."""
    data = np.full((2, 2, 4), value, np.float32).tobytes()
    return Image(2, 2, "rgba32f", data)


def bugs() -> list[FoundRecord]:
    """Return findings of real cases: a wrong image, a crash, one that is not reduced, floats, one
    set aside and one of a method that is not here.
    """
    fission, fusion = (
        corpus_case(f"spirv-opt-{name}") for name in ("fission-wrong-value", "fusion-crash")
    )
    wrong = Finding(
        WRONG,
        3,
        FISSION,
        "SPIRV-Tools v2026.4",
        Verdict("wrong", "wrong image", "1 of 256 differ", Difference(256, 2, 1, 175.0)),
        fission,
        "reliable",
        3,
        3,
        state="reduced",
        reduced=fission,
        neighbour=corpus_case("spirv-opt-fission-wrong-value", "neighbour"),
        culprit=Culprit(
            kind="pass",
            name="loop-fission=2",
            versions=(("2023.1", True), ("2026.4", False)),
            first_bad="2026.4",
        ),
    )
    died = Crash("signal", "SIGSEGV", log="a log line\n" * 40)
    crash = Finding(
        CRASH,
        5,
        FUSION,
        "SPIRV-Tools v2026.4",
        Verdict("crash", "spirv-opt: SIGSEGV", "crash (SIGSEGV)"),
        fusion,
        "reliable",
        3,
        3,
        state="reduced",
        reduced=fusion,
    )
    unreduced = msgspec.structs.replace(
        crash, id=UNREDUCED, test=7, state="new", target="spirv-opt@2025.5:-O", reduced=None
    )
    claim = Expected(float_image(0.25), "variant")
    floats = msgspec.structs.replace(
        wrong,
        id=FLOATS,
        test=9,
        target="lavapipe",
        state="new",
        case=msgspec.structs.replace(fission, oracle=claim),
        reduced=None,
        culprit=None,
        neighbour=None,
    )
    aside = msgspec.structs.replace(crash, id="000011-aside", test=11, state="set-aside")
    unknown = msgspec.structs.replace(toy_finding(13), state="reduced")
    pictures: dict[str, Outcome] = {"reference": image(), "variant": image(wrong=True)}
    dead: dict[str, Outcome] = {"reference": Text(b""), "variant": died}
    return [
        FoundRecord(wrong, pictures),
        FoundRecord(crash, dead),
        FoundRecord(unreduced, dead),
        FoundRecord(floats, {"variant": float_image(0.75)}),
        FoundRecord(aside, {}),
        FoundRecord(unknown, {}),
    ]


def hostile_bugs() -> list[FoundRecord]:
    """Return findings whose every text is meant to run, to hide or to lead elsewhere."""
    evil = " ".join((SCRIPT, PICTURE, REVERSED, ANYWHERE))
    fission = corpus_case("spirv-opt-fission-wrong-value")
    program = msgspec.structs.replace(fission.programs["variant"], name=evil)
    step: dict[str, object] = {"type": f"<svg onload=alert(1)>{SCRIPT}", "at": PICTURE}
    recipe = msgspec.structs.replace(
        fission.recipe, steps=(*fission.recipe.steps, step), seeds={"seed": program}
    )
    case = msgspec.structs.replace(fission, recipe=recipe)
    log = f"</pre>{SCRIPT}{PICTURE}" + "x" * (1 << 20)
    bad = Finding(
        f"{PICTURE}/../../{SCRIPT}",
        1,
        f"{PICTURE}{SCRIPT}{REVERSED}",
        evil,
        Verdict("crash", f"{evil} {ANYWHERE}", evil, None),
        case,
        "reliable",
        3,
        3,
        state="reduced",
        reduced=case,
        culprit=Culprit(kind="pass", name=evil, versions=((evil, False),), first_bad=evil),
    )
    crooked = msgspec.structs.replace(
        bad, id="crooked", verdict=Verdict("wrong", evil, evil), state="new", reduced=None
    )
    unknown = msgspec.structs.replace(
        bad,
        id="unknown",
        reduced=None,
        case=msgspec.structs.replace(case, recipe=msgspec.structs.replace(recipe, method=evil)),
    )
    evidence: dict[str, Outcome] = {
        "reference": image(),
        "variant": Crash("signal", "SIGSEGV", frames=(evil,), log=log),
        "../../../evil": image(),
        PICTURE: Text(evil.encode()),
    }
    lying = Image(60000, 60000, "rgba8", b"short")
    return [
        FoundRecord(bad, evidence),
        FoundRecord(crooked, {"reference": image(), "variant": lying}),
        FoundRecord(unknown, {}),
    ]


def write_store(folder: Path, found: Sequence[FoundRecord], *, name: str = "corpus/a.frag") -> Path:
    """Write a campaign of forty tests with these findings into a folder; `name` is what its seed,
    targets and messages are called.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_campaign(Store.in_folder(folder), found, name)
    return folder


def write_campaign(store: Store, found: Sequence[FoundRecord], name: str = "corpus/a.frag") -> None:
    """Write what `write_store` does into any store, and let go of it."""
    targets = (FISSION, FUSION, "lavapipe", name)
    store.create(Header(FuzzConfiguration(targets=targets, rng_seed=7), "0123456789abcdef"))
    store.begin_session(2)
    lines = (
        OutcomeLine(FISSION, "image", "d", "pass"),
        OutcomeLine("lavapipe", "crash", "", "crash"),
    )
    tests = tuple(
        TestRecord(
            index,
            "transform",
            0,
            "done",
            name,
            name,
            lines,
            (PutAway(name, "seen-in-run"),),
            ("AddDeadBlock", name) if index % 4 else ("AddDeadBlock",),
        )
        for index in range(40)
    )
    health = (
        HealthLine(FISSION, runs=40, busy=12.5, version="SPIRV-Tools v2026.4"),
        HealthLine("lavapipe", runs=40, crashes=40, restarts=40, busy=2.0, version=name),
    )
    store.record(
        RunRecord(
            0,
            "transform",
            1000,
            30.0,
            20.0,
            tests,
            tuple(found),
            (Defect(2, name),),
            tuple(FlakySeed(f"{name} {k}", f"{k:016}", "", name) for k in range(100)),
            health,
            "spirv fragment",
            ("OpPhi", "OpSelect", name),
            f"machine {name}",
        ),
        20.0,
    )
    store.close()


@contextmanager
def site_of(folder: Path, access: Access | None = None) -> Iterator[Site]:
    """Open a folder as a site; by default with a token."""
    with open_site(str(folder), access or access_for("127.0.0.1", TOKEN)) as site:
        yield site


def client_of(site: Site, *, signed_in: bool = False) -> TestClient:
    """Return a client of a site, as a browser on this machine is one."""
    client = TestClient(application(site), base_url="http://127.0.0.1:8707", follow_redirects=False)
    client.headers["origin"] = "http://127.0.0.1:8707"
    if signed_in:
        client.cookies.set("aberration", site.access.cookie())
    return client
