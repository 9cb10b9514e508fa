"""Programs of the fork server, which run as with `python -m`."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from devstack.run.forked import LOST, ForkServer
from devstack.run.forking import Program

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="Linux forks, others do not")

PROGRAM = """
import atexit, os, pathlib, sys, threading, time
print(__name__, sys.argv[1:], pathlib.Path.cwd().name, os.environ["COLOUR"], "HOME" in os.environ, flush=True)
atexit.register(print, "ended")
threading.Thread(target=lambda: (time.sleep(0.2), print("the thread was waited for"))).start()
sys.exit("wrong colour")
"""


def test_forked_program_runs_and_ends_as_after_python_m(tmp_path: Path) -> None:
    (tmp_path / "painted.py").write_text(PROGRAM)
    log = tmp_path / "painted.log"
    program = Program(["painted", "--dry"], str(tmp_path), {"COLOUR": "red"}, str(log), "painted")

    async def scenario() -> int:
        server = ForkServer()
        forked = await server.start(program)
        assert forked is not None
        code = await forked.wait()
        with pytest.raises(ProcessLookupError):
            forked.send_signal(15)
        server.close()
        return code

    assert asyncio.run(scenario()) == 1
    assert sorted(log.read_text().splitlines()) == sorted(
        [
            f"__main__ ['--dry'] {tmp_path.name} red False",
            "wrong colour",
            "the thread was waited for",
            "ended",
        ]
    )


def test_program_ends_with_its_server_and_the_next_gets_another(tmp_path: Path) -> None:
    (tmp_path / "patient.py").write_text("import time\ntime.sleep(600)\n")
    program = Program(["patient"], str(tmp_path), {}, str(tmp_path / "log"), "patient", dies_by=15)

    async def scenario() -> tuple[int, int]:
        server = ForkServer()
        first = await server.start(program)
        assert first is not None and server.pid is not None
        process = psutil.Process(first.pid)
        os.kill(server.pid, 9)
        lost = await first.wait()
        gone, _ = psutil.wait_procs([process], timeout=10)
        assert gone
        second = await server.start(program)
        assert second is not None
        second.send_signal(15)
        ended = await second.wait()
        server.close()
        return lost, ended

    assert asyncio.run(scenario()) == (LOST, -15)


ORPHAN = """
import os, pathlib, sys, time
from devstack.run.forking import die_with_parent
prepare, parent = die_with_parent(15), os.getpid()
if os.fork() == 0:
    while os.getppid() == parent:
        time.sleep(0.01)
    pathlib.Path(sys.argv[1], "orphan").touch()
    prepare()
    pathlib.Path(sys.argv[1], "alive").touch()
"""


def test_child_whose_parent_died_early_dies_too(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    subprocess.run([sys.executable, "-c", ORPHAN, str(tmp_path)], check=True, pass_fds=[writer], timeout=30)
    os.close(writer)
    assert os.read(reader, 1) == b""  # the child held the other end: it has ended
    os.close(reader)
    assert (tmp_path / "orphan").exists()
    assert not (tmp_path / "alive").exists()
