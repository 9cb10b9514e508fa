"""Starts the toys' processes by forking itself, the large libraries imported already (`devstack.forking`).

A restart then costs a quarter of the processor time, and the machine is busy with the work that is to be interrupted.
One JSON object `{"command", "environment", "log"}` a line is read, the id of the process written; nobody waits for it.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

from devstack import forking


def main() -> None:
    """Serve until the input ends."""
    can_fork = forking.preload()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        asked = json.loads(line)
        command, environment, log = asked["command"], asked["environment"], asked["log"]
        if can_fork:
            pid = forking.start(command, str(Path.cwd()), environment, log, lambda: None, command[-2])
        else:
            with Path(log).open("ab") as output:
                child = subprocess.Popen(command, env=environment, stdout=output, stderr=output, start_new_session=True)
            pid = child.pid
        print(pid, flush=True)


if __name__ == "__main__":
    main()
