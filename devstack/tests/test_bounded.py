"""Commands with a time limit."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from devstack.tools import bounded

LEAVES_A_CHILD = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
print(child.pid, flush=True)
"""
HANGS = LEAVES_A_CHILD + "open('hangs', 'w').close(); child.wait()"


def run(program: str, seconds: float, folder: Path) -> bounded.Ended:
    return bounded.run([sys.executable, "-c", program], seconds, folder)


def test_output_and_exit_code_are_returned(tmp_path: Path) -> None:
    ended = run("import sys; print('out'); sys.stdout.flush(); sys.exit('err')", 30, tmp_path)
    assert ended == bounded.Ended(1, "out\nerr\n")


def test_orphan_does_not_delay_the_end(tmp_path: Path) -> None:
    begun = time.monotonic()
    ended = run(LEAVES_A_CHILD, 30, tmp_path)
    assert ended.returncode == 0 and time.monotonic() - begun < 20
    psutil.Process(int(ended.output)).kill()


def test_command_that_hangs_is_ended_with_its_children(tmp_path: Path, time_up_at: Callable[[Path], None]) -> None:
    time_up_at(tmp_path / "hangs")
    ended = run(HANGS, 3, tmp_path)
    assert ended.hung and ended.returncode < 0
    child, *sentence = ended.output.split()
    assert " ".join(sentence) == "It was ended after 3 seconds."
    assert not psutil.pid_exists(int(child)) or psutil.Process(int(child)).status() == psutil.STATUS_ZOMBIE
