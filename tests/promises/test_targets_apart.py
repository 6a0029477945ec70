"""The promise: a campaign whose targets are on different machines makes what one machine with all
of them makes; so does one with a worker whose clock is off.
"""

import subprocess
from pathlib import Path

import pytest
from helpers.cluster_parts import Parts, cluster_of_parts, without_versions_of_targets
from helpers.command_line import Ran
from helpers.word_campaigns import WordCampaigns, contents

TARGETS = ("words-good", "words-buggy")
YEAR_BEHIND = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int clock_gettime(clockid_t which, struct timespec *given) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int code = real(which, given);
    if (which == CLOCK_REALTIME) given->tv_sec -= 365L * 86400L;
    return code;
}
time_t time(time_t *kept) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (kept) *kept = now.tv_sec;
    return now.tv_sec;
}
"""


def fuzz(campaigns: WordCampaigns, cluster: Parts, out: Path) -> Ran:
    """Run the quiet campaign on a cluster; the coordinator has none of its targets."""
    line = ("fuzz", campaigns.configuration(), "--no-reduce", "-o", out, "--cluster", cluster.url)
    ran = campaigns.run(*line, environment={"WORDPLAY_HIDDEN": " ".join(TARGETS)})
    assert ran.code == 1, ran.err
    return ran


def test_targets_of_two_machines_give_what_one_machine_gives(
    campaigns: WordCampaigns, quiet: Path, tmp_path: Path
) -> None:
    with cluster_of_parts(tmp_path, campaigns) as cluster:
        for mine, other in (TARGETS, TARGETS[::-1]):
            cluster.add_worker(f"has {mine}", {"WORDPLAY_HIDDEN": other})
        ran = fuzz(campaigns, cluster, tmp_path / "out")
    assert "no worker has all targets" in ran.err
    assert without_versions_of_targets(tmp_path / "out") == without_versions_of_targets(quiet)
    assert contents(quiet).findings


@pytest.mark.slow
def test_a_worker_whose_clock_is_a_year_behind(
    campaigns: WordCampaigns, quiet: Path, tmp_path: Path
) -> None:
    source, library = tmp_path / "clock.c", tmp_path / "clock.so"
    source.write_text(YEAR_BEHIND)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    with cluster_of_parts(tmp_path, campaigns) as cluster:
        cluster.add_worker("behind", {"LD_PRELOAD": str(library)})
        fuzz(campaigns, cluster, tmp_path / "out")
    assert without_versions_of_targets(tmp_path / "out") == without_versions_of_targets(quiet)
