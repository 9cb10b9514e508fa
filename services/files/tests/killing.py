"""A piece of work that is killed right after one of its steps."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from kit.settings import settings

_PROGRAM = """
import os, signal, sys
from pkgutil import resolve_name
from files.wiring import service
from kit.database import database

def killed(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

work, step, file_id = sys.argv[1:]
place, _, name = step.rpartition(".")
owner = resolve_name(place)
before = getattr(owner, name)
setattr(owner, name, lambda *given, **more: (before(*given, **more), killed())[0])
resolve_name(work)(database(), int(file_id))
"""


def kill_after(step: str, work: str, file_id: int) -> None:
    """Call `work` with the database and a file in a process of its own, which is killed as soon as the function or
    method `step` has returned. Both are dotted names."""
    environment = os.environ | {
        "STAFFROOM_DATABASE_URL": settings().database_url,
        "STAFFROOM_PDF_URL": settings().pdf_url,
    }
    command = [sys.executable, "-c", _PROGRAM, work, step, str(file_id)]
    ended = subprocess.run(command, env=environment, check=False, capture_output=True, timeout=60)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
