"""A runner whose module starts a thread when it is loaded, as some packages do: no process with
it can be forked.
"""

from __future__ import annotations

import threading
import time

from helpers.misbehave import MisbehavingRunner

threading.Thread(target=time.sleep, args=(3600.0,), daemon=True).start()


class ThreadedRunner(MisbehavingRunner):
    """Does as it is told."""
