"""Starts programs by forking itself, the large libraries imported already (`devstack.forking`): a restart then costs a
quarter of the processor time, and the machine is busy with the work that is to be interrupted.

`python -m staffroom_testing.launcher [module ...]` imports those modules as well. `staffroom_testing.kills` talks to
it: one JSON object `{"name", "command", "environment", "log"}` a line is read, the id of the process written; nobody
waits for it.
"""

from __future__ import annotations

import importlib
import json
import signal
import subprocess
import sys
from pathlib import Path


def main(modules: list[str]) -> None:
    """Serve until the input ends."""
    # Not at the top: the devstack is no part of what a service is made of.
    forking = importlib.import_module("devstack.forking")
    for module in modules:
        importlib.import_module(module)
    can_fork = forking.preload()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        asked = json.loads(line)
        command, environment, log = asked["command"], asked["environment"], asked["log"]
        if can_fork:
            pid = forking.start(command, str(Path.cwd()), environment, log, lambda: None, asked["name"])
        else:
            with Path(log).open("ab") as output:
                child = subprocess.Popen(command, env=environment, stdout=output, stderr=output, start_new_session=True)
            pid = child.pid
        print(pid, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
