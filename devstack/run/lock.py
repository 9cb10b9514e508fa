"""The lock of an instance: one command at a time changes it, else two `make up` would stop each other's processes."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from devstack.layout import ROOT, Instance, Trouble


@contextmanager
def alone(instance: Instance, command: str) -> Iterator[None]:
    """Hold the instance's lock for a block. It ends with the process, so none is left.

    Raises:
        Trouble: another command holds it; names the command, its time and the remedy.
    """
    folder = ROOT / ".cache"
    folder.mkdir(exist_ok=True)
    # Outside of the instance's folder, which `reset` removes.
    with (folder / f"{instance.name}-{instance.base}.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            holder = lock.read().strip() or "Another command"
            raise Trouble(f"{holder} is changing this instance: wait until it is done, or stop it.") from None
        lock.truncate(0)
        lock.write(f"`{command}` (process {os.getpid()}, since {time.strftime('%H:%M:%S')})")
        lock.flush()
        yield
