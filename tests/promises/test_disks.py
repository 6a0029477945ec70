"""The promise: a full disk, a limit on files, a folder that is read-only or goes away end a
command with one message and exit code 2, and nothing that was stored is lost: with room again, the
campaign goes on to what a quiet one gives.
"""

import shutil
import time
from pathlib import Path

from helpers.word_campaigns import WordCampaigns, contents, mounting, shell


def expect_refusal(code: int, told: str, *words: str) -> None:
    assert code == 2, told
    assert any(word in told for word in words), told
    assert "internal error" not in told


def test_a_limit_on_files_loses_nothing(
    campaigns: WordCampaigns, quiet: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    configuration = campaigns.configuration()
    small = campaigns.run(
        "fuzz", configuration, "--no-reduce", "-o", out, before=shell("ulimit -f 320")
    )
    expect_refusal(small.code, small.err, "disk I/O error", "File too large", "disk is full")
    begun = (out / "campaign.sqlite").is_file() and campaigns.run("findings", out).code == 0
    again: tuple[str | Path, ...] = ("--resume", out) if begun else (configuration, "-o", out)
    ran = campaigns.run("fuzz", *again, "--no-reduce")
    assert ran.code == 1, ran.err
    assert contents(out) == contents(quiet)


def test_a_full_disk_loses_nothing(campaigns: WordCampaigns, quiet: Path, tmp_path: Path) -> None:
    disk, saved = tmp_path / "disk", tmp_path / "saved"
    disk.mkdir()
    # The disk goes with the command: the same shell copies what is on it then.
    small_disk = mounting(
        f"{{mount}} -t tmpfs -o size=300k none {disk}", f"{shutil.which('cp')} -r {disk} {saved}"
    )
    small = campaigns.run(
        "fuzz",
        campaigns.configuration(),
        "--no-reduce",
        "-o",
        disk / "out",
        before=small_disk,
    )
    expect_refusal(small.code, small.err, "No space left", "disk is full", "disk I/O error")
    ran = campaigns.run("fuzz", "--resume", saved / "out", "--no-reduce")
    assert ran.code == 1, ran.err
    assert contents(saved / "out") == contents(quiet)


def test_a_result_to_a_full_disk_is_told(campaigns: WordCampaigns, quiet: Path) -> None:
    for line in (("findings", str(quiet)), ("dedup", str(quiet), "--json")):
        ran = campaigns.run(*line, before=["/bin/sh", "-c", 'exec "$@" >/dev/full', "sh"])
        expect_refusal(ran.code, ran.err, "the result cannot be printed")


def test_a_folder_that_is_removed_is_noticed(campaigns: WordCampaigns, tmp_path: Path) -> None:
    out = tmp_path / "out"
    campaigns.environment["WORDPLAY_DELAY"] = "0.02"
    process = campaigns.start("fuzz", campaigns.configuration(tests=3000), "--no-reduce", "-o", out)
    until = time.monotonic() + 120
    while not (out / "cases").is_dir() and time.monotonic() < until:
        time.sleep(0.1)
    shutil.rmtree(out, ignore_errors=True)
    shutil.rmtree(out, ignore_errors=True)
    _, told = process.communicate(timeout=120)
    expect_refusal(process.returncode, told.decode(), "removed or replaced")


def test_a_read_only_campaign_is_read_and_not_gone_on_with(
    campaigns: WordCampaigns, quiet: Path, tmp_path: Path
) -> None:
    fixed = tmp_path / "fixed"
    shutil.copytree(quiet, fixed)
    before = mounting(f"{{mount}} --bind {fixed} {fixed} && {{mount}} -o remount,bind,ro {fixed}")
    read = campaigns.run("findings", fixed, before=before)
    assert read.code == 0, read.err
    assert "words-buggy" in read.out
    gone_on = campaigns.run("fuzz", "--resume", fixed, "--tests", "30", before=before)
    expect_refusal(gone_on.code, gone_on.err, "it is read-only")
    assert contents(fixed) == contents(quiet)
