"""Two commands that change one instance."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from devstack.layout import Instance, Trouble
from devstack.run import lock

HOLD = """
import sys, time
from pathlib import Path
from devstack.run import lock
from devstack.layout import Instance
lock.ROOT = Path(sys.argv[1])
with lock.alone(Instance("trial", 19300, "127.0.0.1", Path("/nowhere")), "make up"):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator["subprocess.Popen[str]"]:
    """Another process, which holds the lock of the instance `trial`."""
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    child = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "held\n"
    yield child
    child.kill()
    child.communicate()


def test_second_command_names_the_first(holder: "subprocess.Popen[str]", instance: Instance) -> None:
    message = rf"`make up` \(process {holder.pid}, since .*\) is changing this instance: wait"
    with pytest.raises(Trouble, match=message), lock.alone(instance, "make reset"):
        pytest.fail("it was not alone")


def test_lock_of_another_instance_is_free(holder: "subprocess.Popen[str]") -> None:
    with lock.alone(Instance("other", 19400, "127.0.0.1", Path("/nowhere")), "make up"):
        assert holder.poll() is None


def test_lock_ends_with_its_process(holder: "subprocess.Popen[str]", instance: Instance) -> None:
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    with lock.alone(instance, "make up"):
        pass
