"""A function that is killed right after one of its steps."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from kit.settings import settings

_PROGRAM = """
import importlib, os, signal, sys
from pkgutil import resolve_name
from kit.database import database

def killed(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

service, work, step, *numbers = sys.argv[1:]
importlib.import_module(f"{service}.wiring")
place, _, name = step.rpartition(".")
owner = resolve_name(place)
before = getattr(owner, name)
setattr(owner, name, lambda *given, **more: (before(*given, **more), killed())[0])
resolve_name(work)(database(), *map(int, numbers))
"""


def kill_after(service: str, step: str, work: str, *numbers: int) -> None:
    """Call `work` with the database and the numbers in a separate process, which is killed as soon as the function or
    method `step` has returned. Both are dotted names; `service` is the one whose rooms they need."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "STAFFROOM_DATABASE_URL": settings().database_url,
        "STAFFROOM_PDF_URL": settings().pdf_url,
        "STAFFROOM_SMTP_URL": settings().smtp_url,
    }
    command = [sys.executable, "-c", _PROGRAM, service, work, step, *map(str, numbers)]
    ended = subprocess.run(command, env=environment, check=False, capture_output=True, timeout=60)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
