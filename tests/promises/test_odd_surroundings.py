"""The promise: odd surroundings (no HOME, an empty PATH, a locale that does not exist, no folder
for temporary files, few descriptors, closed standard streams, a clock that jumps) change nothing
of what a campaign stores.
"""

import subprocess
from pathlib import Path

import pytest
from helpers.word_campaigns import WordCampaigns, contents, mounting, shell

CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
/* The time of day jumps by up to half a year to and fro each time that it is asked for. */
static long odd(void) { return ((long)rand() - RAND_MAX / 2) % (183L * 86400L); }
int clock_gettime(clockid_t which, struct timespec *given) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int code = real(which, given);
    if (which == CLOCK_REALTIME) given->tv_sec += odd();
    return code;
}
time_t time(time_t *kept) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (kept) *kept = now.tv_sec;
    return now.tv_sec;
}
"""


def expect_the_quiet_campaign(
    campaigns: WordCampaigns,
    quiet: Path,
    out: Path,
    before: list[str],
    environment: dict[str, str | None],
) -> None:
    ran = campaigns.run(
        "fuzz",
        campaigns.configuration(),
        "--no-reduce",
        "-o",
        out,
        before=before,
        environment=environment,
    )
    assert ran.code == 1, ran.err
    assert contents(out) == contents(quiet)


def test_almost_nothing_of_a_home(campaigns: WordCampaigns, quiet: Path, tmp_path: Path) -> None:
    expect_the_quiet_campaign(
        campaigns,
        quiet,
        tmp_path / "out",
        shell("ulimit -n 64; exec <&-"),
        {
            "HOME": None,
            "PATH": "",
            "LC_ALL": "xx_YY.UTF-99",
            "TMPDIR": str(tmp_path / "none"),
            "TERM": None,
            "USER": None,
        },
    )


def test_all_streams_closed(campaigns: WordCampaigns, quiet: Path, tmp_path: Path) -> None:
    expect_the_quiet_campaign(
        campaigns,
        quiet,
        tmp_path / "out",
        shell("exec <&- >&- 2>&-"),
        {"LC_ALL": "C"},
    )


def test_a_terminal_that_went_away(campaigns: WordCampaigns, quiet: Path, tmp_path: Path) -> None:
    expect_the_quiet_campaign(campaigns, quiet, tmp_path / "out", shell("exec 2>/dev/full"), {})


def test_no_shared_memory(campaigns: WordCampaigns, quiet: Path, tmp_path: Path) -> None:
    before = mounting("{mount} -t tmpfs -o ro,size=4k none /dev/shm")
    expect_the_quiet_campaign(campaigns, quiet, tmp_path / "out", before, {})


def test_a_clock_that_jumps(campaigns: WordCampaigns, quiet: Path, tmp_path: Path) -> None:
    source, library = tmp_path / "clock.c", tmp_path / "clock.so"
    source.write_text(CLOCK)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    shown = campaigns.run("findings", quiet, environment={"LD_PRELOAD": str(library)})
    assert shown.code == 0, shown.err
    expect_the_quiet_campaign(campaigns, quiet, tmp_path / "out", [], {"LD_PRELOAD": str(library)})


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full", "<&- >&-"])
def test_a_refusal_keeps_its_exit_code_without_streams(
    campaigns: WordCampaigns, tmp_path: Path, streams: str
) -> None:
    ran = campaigns.run("findings", tmp_path / "none", before=shell(f"exec {streams}"))
    assert ran.code == 2
    assert ran.out == ""
