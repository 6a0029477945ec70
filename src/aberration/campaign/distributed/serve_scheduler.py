"""The scheduler of a local cluster: `python -m aberration.campaign.distributed.serve_scheduler
PARENT_PID PORT TTL`. It prints its address, and ends when its parent does.

A worker that has not been heard of for TTL seconds is given up.
"""

import asyncio
import signal
import sys

from aberration.campaign.distributed.library import distributed
from aberration.core.process import die_with


async def _serve(port: int, ttl: str) -> None:
    scheduler = distributed().Scheduler(
        host="127.0.0.1", port=port, dashboard=False, worker_ttl=f"{ttl}s"
    )
    async with scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()


def main() -> None:
    """Serve until there is an end."""
    parent, port, ttl = sys.argv[1:4]
    die_with(int(parent))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(_serve(int(port), ttl))


if __name__ == "__main__":
    main()
