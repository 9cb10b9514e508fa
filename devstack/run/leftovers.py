"""Processes of an instance: its supervisor, and those that a killed supervisor left."""

import contextlib
import os
import signal
import socket
import time
from collections.abc import Sequence

import psutil

from devstack.layout import Instance, Trouble
from devstack.stack.component import Component

PATIENCE = 10.0
"""Seconds for the processes that were left to end after a signal."""


def alive(pid: int | None, born: float) -> psutil.Process | None:
    """Return the process with this id, unless another process has the id now."""
    if not pid:
        return None
    try:
        process = psutil.Process(pid)
        same = abs(process.create_time() - born) < 1 and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return None
    return process if same else None


def supervisor(instance: Instance) -> psutil.Process | None:
    """Return the running supervisor of an instance."""
    status = instance.status()
    return alive(status.get("pid"), status.get("born", 0.0))


def orphans(instance: Instance) -> list[psutil.Process]:
    """Return the processes of an instance without a supervisor: recorded ones with their groups, and marked ones."""
    recorded = {
        entry["pid"]: entry["born"]
        for entry in instance.status().get("components", {}).values()
        if entry.get("pid") and entry.get("born")
    }
    left: list[psutil.Process] = []
    for process in psutil.process_iter():
        if process.pid == os.getpid():
            continue
        with contextlib.suppress(psutil.Error, OSError):
            group = os.getpgid(process.pid)
            grouped = group in recorded and process.create_time() >= recorded[group] - 1
            marked = process.environ().get("STAFFROOM_STATE") == str(instance.state) and started_by_us(process)
            if grouped or marked:
                left.append(process)
    return left


def started_by_us(process: psutil.Process) -> bool:
    """True if a marked process belongs to a session of a component; False for a test run of a person."""
    return os.getsid(process.pid) != os.getsid(0) and not process.terminal()


def clean(instance: Instance) -> int:
    """End the processes that a killed supervisor left. Returns their number."""
    left = orphans(instance)
    for process in left:
        with contextlib.suppress(psutil.Error):
            # PostgreSQL takes SIGINT for a fast, clean shutdown.
            process.send_signal(signal.SIGINT if process.name() == "postgres" else signal.SIGTERM)
    _, stubborn = psutil.wait_procs(left, timeout=PATIENCE)
    for process in stubborn:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(stubborn, timeout=5)
    return len(left)


def holder(port: int) -> str:
    """Name the process that listens on a port, as far as this user may know."""
    with contextlib.suppress(psutil.Error, OSError):
        for connection in psutil.net_connections("tcp"):
            if connection.status == psutil.CONN_LISTEN and connection.laddr and connection.laddr.port == port:
                if connection.pid:
                    return f"{psutil.Process(connection.pid).name()} (process {connection.pid})"
    return "another program"


def check_ports(instance: Instance, components: Sequence[Component]) -> None:
    """Check that every port is free.

    Raises:
        Trouble: a port is taken; names the port, its holder and the remedy.
    """
    for component in components:
        for port in component.ports:
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    probe.bind((instance.bind if component.name == "gateway" else "127.0.0.1", port))
                except OSError:
                    raise Trouble(
                        f"Port {port}, which {component.name} needs, is taken by {holder(port)}: stop it, "
                        "or choose other ports with e.g. `make up STAFFROOM_PORT=9080`."
                    ) from None


def end(process: psutil.Process, seconds: float) -> bool:
    """Ask a supervisor to stop everything, and wait. Returns True if it ended in time."""
    with contextlib.suppress(psutil.Error):
        process.terminate()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.1)
    return False
