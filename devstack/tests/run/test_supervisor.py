"""The supervisor with real processes: order, restart, reverse stop, leftovers."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from devstack.layout import Instance, Trouble
from devstack.run import control, leftovers
from devstack.run.supervisor import Supervisor
from devstack.stack import components
from devstack.stack.component import Component, in_order, select
from devstack.stack.probes import http_ok
from devstack.tests.run.supervised import running, until

Make = Callable[..., Component]


def moment(instance: Instance, name: str, word: str) -> float:
    """Return the last time at which a component logged a word."""
    lines = [line for line in (instance.logs / f"{name}.log").read_text().splitlines() if f" {word} " in line]
    return float(lines[-1].rsplit(" ", 1)[1])


def test_each_component_starts_when_its_needs_are_ready_and_stops_before_them(instance: Instance, server: Make) -> None:
    components = [server("front", 19301, "middle"), server("middle", 19302, "back"), server("back", 19303, delay=0.5)]

    async def scenario() -> None:
        async with running(instance, components) as supervisor:
            await until(lambda: all(run.state == "ready" for run in supervisor.runs.values()))

    asyncio.run(scenario())
    up = [moment(instance, name, "serving") for name in ("back", "middle", "front")]
    down = [moment(instance, name, "stopping") for name in ("front", "middle", "back")]
    assert up == sorted(up)
    assert down == sorted(down)
    states = {entry["state"] for entry in instance.status()["components"].values()}
    assert states == {"stopped"}


def test_components_without_a_common_need_start_side_by_side(instance: Instance, server: Make) -> None:
    components = [server(f"part{number}", 19310 + number, delay=1.0) for number in range(4)]

    async def scenario() -> float:
        begun = time.monotonic()
        async with running(instance, components) as supervisor:
            await until(lambda: all(run.state == "ready" for run in supervisor.runs.values()))
            return time.monotonic() - begun

    assert asyncio.run(scenario()) < 3.5


def test_dead_component_is_restarted_without_its_old_children(
    instance: Instance, capsys: pytest.CaptureFixture[str]
) -> None:
    spawn = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']); "
    component = Component("parent", [sys.executable, "-c", spawn + "time.sleep(600)"])

    async def scenario() -> None:
        async with running(instance, [component]) as supervisor:
            run = supervisor.runs["parent"]
            await until(lambda: run.state == "ready" and psutil.Process(run.process.pid).children())  # type: ignore[union-attr]
            assert run.process is not None
            first = run.process.pid
            children = psutil.Process(first).children()
            os.kill(first, signal.SIGKILL)
            await until(lambda: run.restarts == 1 and run.state == "ready")
            line = json.loads(capsys.readouterr().out.splitlines()[-1])
            assert (line["component"], line["code"], line["restarts"]) == (run.component.name, -signal.SIGKILL, 1)
            assert run.process.pid != first
            await until(lambda: not any(child.is_running() for child in children))

    asyncio.run(scenario())


def test_component_that_hangs_is_restarted(instance: Instance, server: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped process keeps its port: connections are accepted and never answered."""
    monkeypatch.setattr("devstack.run.supervisor.LIVENESS_EVERY", 0.5)
    monkeypatch.setattr("devstack.run.supervisor.HUNG_AFTER", 1.5)
    hung = replace(server("hung", 19330), alive=http_ok(19330, "/"))
    well = replace(server("well", 19331), alive=http_ok(19331, "/"))

    async def scenario() -> None:
        async with running(instance, [hung, well]) as supervisor:
            run = supervisor.runs["hung"]
            await until(lambda: all(run.state == "ready" for run in supervisor.runs.values()))
            assert run.process is not None
            first = run.process.pid
            os.kill(first, signal.SIGSTOP)
            await until(lambda: run.restarts == 1 and run.state == "ready", 60)
            assert run.process.pid != first
            assert supervisor.runs["well"].restarts == 0

    asyncio.run(scenario())
    assert "is hung, no answer for" in (instance.logs / "hung.log").read_text()


def test_component_that_misses_single_answers_runs_on(
    instance: Instance, server: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("devstack.run.supervisor.LIVENESS_EVERY", 0.05)
    monkeypatch.setattr("devstack.run.supervisor.HUNG_AFTER", 0.1)
    asked: list[bool] = []

    async def every_other_time() -> bool:
        asked.append(True)
        return len(asked) % 2 == 0

    async def scenario() -> None:
        component = replace(server("slow", 19332), alive=every_other_time)
        async with running(instance, [component]) as supervisor:
            await until(lambda: len(asked) > 10, 60)
            assert supervisor.runs["slow"].restarts == 0

    asyncio.run(scenario())


def test_every_component_has_a_liveness_check(instance: Instance) -> None:
    silent = {one.name for one in components.table(instance) if not one.once and one.alive is None}
    assert silent == {"files", "pay"}


def test_component_that_keeps_dying_is_restarted_with_backoff(instance: Instance) -> None:
    component = Component("broken", [sys.executable, "-c", "print('no', flush=True); raise SystemExit(1)"])

    async def scenario() -> int:
        async with running(instance, [component]) as supervisor:
            await asyncio.sleep(4)
            return supervisor.runs["broken"].restarts

    # 0.5 + 1 + 2 seconds between the starts, not one start after the other.
    assert 2 <= asyncio.run(scenario()) <= 4


def test_failed_step_stops_everything_and_is_named(instance: Instance, server: Make) -> None:
    step = Component("step", [sys.executable, "-c", "raise SystemExit(3)"], needs=("base",), once=True)
    components = [server("base", 19320), step, server("later", 19321, "step")]

    async def scenario() -> tuple[int, str]:
        supervisor = Supervisor(instance, components)
        return await asyncio.wait_for(supervisor.run(), 20), supervisor.runs["later"].state

    code, later = asyncio.run(scenario())
    assert (code, later) == (1, "stopped")
    assert instance.status()["failure"] == "step ended with code 3"


def test_restart_on_demand(instance: Instance, server: Make) -> None:
    async def scenario() -> None:
        async with running(instance, [server("web", 19330)]) as supervisor:
            run = supervisor.runs["web"]
            await until(lambda: run.state == "ready")
            (instance.state / "control" / "restart-web").touch()
            await until(lambda: run.restarts == 1 and run.state == "ready")

    asyncio.run(scenario())


def test_process_that_ignores_its_signal_is_killed(instance: Instance) -> None:
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    component = Component("deaf", [sys.executable, "-c", code], stop_seconds=0.5)

    async def scenario() -> int:
        async with running(instance, [component]) as supervisor:
            await until(lambda: supervisor.runs["deaf"].state == "ready")
            process = supervisor.runs["deaf"].process
            assert process is not None
            await asyncio.sleep(0.3)
            return process.pid

    assert not psutil.pid_exists(asyncio.run(scenario()))


def test_processes_of_a_killed_supervisor_are_ended(instance: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "PATIENCE", 0.5)
    code = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from devstack.stack.component import Component\n"
        "from devstack.layout import Instance\n"
        "from devstack.run.supervisor import Supervisor\n"
        "sleeper = [sys.executable, '-c', 'import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "print(1, flush=True); time.sleep(600)']\n"
        f"instance = Instance('trial', 19300, '127.0.0.1', Path({str(instance.state)!r}))\n"
        "asyncio.run(Supervisor(instance, [Component('sleeper', sleeper)]).run())\n"
    )
    supervisor = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    end = time.monotonic() + 30
    log = instance.logs / "sleeper.log"
    # The status names the process only a little after its first output.
    while not (log.exists() and log.read_text() and (sleeper := entry_of(instance, "sleeper").get("pid"))):
        assert time.monotonic() < end
        time.sleep(0.05)
    supervisor.kill()
    supervisor.wait()
    assert leftovers.supervisor(instance) is None
    assert leftovers.clean(instance) >= 1
    assert not psutil.pid_exists(sleeper) or psutil.Process(sleeper).status() == psutil.STATUS_ZOMBIE


def test_taken_port_is_named_with_holder_and_remedy(instance: Instance, server: Make) -> None:
    code = "import socket, time; s = socket.create_server(('127.0.0.1', 19340)); print(1, flush=True); time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(Trouble) as caught:
            leftovers.check_ports(instance, [server("web", 19340)])
    finally:
        holder.kill()
        holder.communicate()
    text = str(caught.value)
    assert "Port 19340, which web needs, is taken by" in text
    assert f"process {holder.pid}" in text
    assert "STAFFROOM_PORT=" in text


def test_code_written_after_the_start_is_noticed(tmp_path: Path) -> None:
    source = tmp_path / "services" / "people" / "src" / "people" / "rules.py"
    source.parent.mkdir(parents=True)
    source.touch()
    written = source.stat().st_mtime
    (tmp_path / "README.md").touch()
    os.utime(tmp_path / "README.md", (written + 60, written + 60))
    assert control.written_since(written - 1, tmp_path)
    assert not control.written_since(written + 1, tmp_path)


def test_needs_are_sorted_and_circles_and_unknown_needs_are_refused() -> None:
    a, b = Component("a", ["true"], needs=("b",)), Component("b", ["true"])
    assert [component.name for component in in_order([a, b])] == ["b", "a"]
    assert {component.name for component in select([a, b, Component("c", ["true"])], ["a"])} == {"a", "b"}
    with pytest.raises(Trouble, match="circle: a -> b -> a"):
        in_order([a, Component("b", ["true"], needs=("a",))])
    with pytest.raises(Trouble, match="'x', which is no component"):
        in_order([Component("a", ["true"], needs=("x",))])
    with pytest.raises(Trouble, match="no component zebra"):
        select([a, b], ["zebra"])


def test_forked_component_is_restarted_and_stopped_like_others(instance: Instance) -> None:
    """A component that is not forked keeps being watched too."""
    usual = Component("usual", [sys.executable, "-c", "import time; time.sleep(600)"])
    forked = Component(
        "forked",
        [sys.executable, "-m", "http.server", "19350", "--bind", "127.0.0.1"],
        needs=("usual",),
        cwd=str(instance.state),
        ready=http_ok(19350, "/"),
        forked=True,
    )

    async def scenario() -> None:
        async with running(instance, [usual, forked]) as supervisor:
            runs = supervisor.runs

            async def restarted(name: str, times: int) -> None:
                await until(lambda: runs[name].state == "ready" and runs[name].restarts == times, 60)

            for number, kill in enumerate((forked_pid, server_pid)):
                await restarted("forked", number)
                os.kill(kill(supervisor), signal.SIGKILL)
            await restarted("forked", 2)
            os.kill(runs["usual"].process.pid, signal.SIGKILL)  # type: ignore[union-attr]
            await restarted("usual", 1)
            assert psutil.Process(server_pid(supervisor)).children()[0].pid == forked_pid(supervisor)

    asyncio.run(scenario())
    assert {one["state"] for one in instance.status()["components"].values()} == {"stopped"}


def forked_pid(supervisor: Supervisor) -> int:
    """Return the process of the forked component."""
    process = supervisor.runs["forked"].process
    assert process is not None
    return process.pid


def server_pid(supervisor: Supervisor) -> int:
    """Return the process id of the fork server."""
    assert supervisor.processes.server.pid is not None
    return supervisor.processes.server.pid


def entry_of(instance: Instance, name: str) -> dict[str, Any]:
    """Return a component's state in the status, or an empty string."""
    return dict(instance.status().get("components", {}).get(name, {}))
