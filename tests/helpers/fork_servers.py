"""Workers that must come from a fork server."""

from __future__ import annotations

from aberration.targets.child import Child, Circumstances, Ends
from aberration.targets.fork_server import ForkServer
from aberration.targets.worker import Start


def only_from(fork_server: ForkServer) -> Start:
    """Return a way to start workers that fails where the fork server cannot make one."""

    def start(given: Circumstances, ends: Ends) -> Child:
        forked = fork_server.fork(given, ends)
        assert forked is not None, "the fork server made no worker"
        return forked

    return start
