"""The commands `make up`, `down`, `status`, `logs`, `restart` and `reset`."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import psutil

from devstack.layout import KEYCLOAK, ROOT, Instance, Trouble, make_state
from devstack.run import leftovers
from devstack.stack import environment, keycloak, keys, migrations, postgres
from devstack.stack.component import Component, select
from devstack.stack.components import table

SETTLED = {"ready", "done"}
MOVED = "Its backups begin, end or go to another place; restarting it."
UP_SECONDS, RESTART_SECONDS = 180.0, 60.0
NEEDED_MB = 500
UMASK = 0o077
"""Only their owner may read the files that an instance writes."""
CODE = (
    "services/*/src/**/*.py",
    "services/*/migrations/**/*.py",
    "backup/*.py",
    "devstack/**/*.py",
    "sandbox/**/*.py",
    "proto/**/*.proto",
    "*.lock",
)
"""Files that a process loads at its start. The web is served from its files."""


def say(text: str) -> None:
    """Print one line of progress."""
    print(text, flush=True)


def chosen(instance: Instance, only: Sequence[str]) -> list[Component]:
    """Return the components to run: all, or the named ones with their needs."""
    components = table(instance)
    # PostgreSQL is of no use without its databases.
    implied = [one.name for one in components if one.name == "databases" and "postgres" in only]
    return select(components, [*only, *implied]) if only else components


def supervise(instance: Instance, only: Sequence[str]) -> int:
    """Run the supervisor, which `up` starts in the background. Returns the exit code."""
    from devstack.run import supervisor

    return supervisor.supervise(instance, chosen(instance, only))


def written_since(moment: float, root: Path = ROOT) -> bool:
    """True if code was written after `moment`, in seconds of the epoch: a process since then has loaded older code."""
    return any(path.stat().st_mtime > moment for pattern in CODE for path in root.glob(pattern))


def staleness(instance: Instance, only: Sequence[str], since: float) -> str:
    """Return why the instance that runs since that time has to be restarted; empty if it may run on."""
    have = set(instance.status().get("components", {}))
    wanted = {component.name for component in chosen(instance, only) if not component.once}
    if not wanted <= have:
        return "Only a part of it runs; restarting the whole."
    if KEYCLOAK in have and instance.sign_in != KEYCLOAK:
        return "It runs with Keycloak; restarting it without."
    if not postgres.databases_done(instance):
        return "Its secrets or databases change; restarting it."
    return "It runs with older code; restarting it." if written_since(since) else ""


def check_disk(instance: Instance) -> None:
    """Refuse to start databases on a disk that is nearly full.

    Raises:
        Trouble: less than half a gigabyte is free.
    """
    free = shutil.disk_usage(instance.state).free // 2**20
    if free < NEEDED_MB:
        raise Trouble(f"Only {free} MB are free where {instance.state} lies, 500 are needed: free some space.")


def remember_backups(instance: Instance) -> bool:
    """Remember the place of continuous backups, for the next `make up` without BACKUP. Returns True if it changed."""
    place, file = instance.backups, instance.backups_file
    before = file.read_text() if file.exists() else None
    if place is None:
        file.unlink(missing_ok=True)
    else:
        file.write_text(place)
    return place != before


def start(instance: Instance, only: Sequence[str]) -> bool:
    """Start the supervisor in the background, unless it runs. Returns True if it was started.

    Raises:
        Trouble: a port is taken, the disk is full, or PostgreSQL cannot be initialised.
    """
    try:
        make_state(instance)
    except PermissionError:
        raise Trouble(
            f"{instance.state} belongs to another user (was it started as root before?): remove it as that user, "
            "or set STAFFROOM_STATE_ROOT to a folder of your own."
        ) from None
    keycloak.remember(instance)
    backups_changed = remember_backups(instance)
    running = leftovers.supervisor(instance)
    if running and instance.status().get("stopping"):
        say("It is still stopping; waiting until it has.")
        down(instance, quiet=True)
        running = None
    if running:
        stale = MOVED if backups_changed else staleness(instance, only, running.create_time())
        if not stale:
            return False
        say(stale)
        down(instance, quiet=True)
    elif count := leftovers.clean(instance):
        say(f"Ended {count} processes that an earlier run left behind.")
    check_disk(instance)
    postgres.initialise(instance)
    leftovers.check_ports(instance, chosen(instance, only))
    instance.status_file.unlink(missing_ok=True)
    env = dict(os.environ) | environment.instance_env(instance) | {"STAFFROOM_STATE": str(instance.state)}
    command = [sys.executable, "-m", "devstack", "supervise", *([f"--only={','.join(only)}"] if only else [])]
    with (instance.logs / "supervisor.log").open("ab") as output:
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            umask=UMASK,
        )
    return True


def await_ready(instance: Instance) -> None:
    """Print a line for each component as it becomes ready, until all are.

    Raises:
        Trouble: a step failed, or a component was not ready in time; names it and shows the end of its log.
    """
    limit = keycloak.START_SECONDS if instance.sign_in == KEYCLOAK else UP_SECONDS
    begun, printed = time.monotonic(), set[str]()
    while True:
        status = instance.status()
        components = status.get("components", {})
        for name, entry in components.items():
            if entry["state"] in SETTLED and name not in printed:
                printed.add(name)
                say(f"  {name:<18} {entry['state']:<6} {entry['took']:5.1f} s")
            if entry["restarts"] >= 3 and entry["state"] == "restarting" and f"!{name}" not in printed:
                printed.add(f"!{name}")
                say(f"  {name:<18} keeps ending; see `make logs S={name}`:\n{log_end(instance, name)}")
        if components and all(entry["state"] in SETTLED for entry in components.values()):
            migrations.remember(instance, migrated(components))
            return
        if status.get("failure"):
            name = status["failure"].split(" ")[0]
            raise Trouble(f"{status['failure']}; the end of its log:\n{log_end(instance, name)}")
        since = time.monotonic() - begun
        if since > 5 and not leftovers.supervisor(instance):
            raise Trouble(f"The supervisor ended; the end of its log:\n{log_end(instance, 'supervisor')}")
        if since > limit:
            late = [name for name, entry in components.items() if entry["state"] not in SETTLED]
            raise Trouble(f"Not ready after {limit:.0f} s: {', '.join(late)}.\n{log_end(instance, late[0])}")
        time.sleep(0.1)


def migrated(components: Iterable[str]) -> list[str]:
    """Return the services whose migration was among these components."""
    return [name.removeprefix("migrate-") for name in components if name.startswith("migrate-")]


def log_end(instance: Instance, name: str, lines: int = 12) -> str:
    """Return the last lines of a component's log, indented."""
    with (
        contextlib.suppress(FileNotFoundError),
        (instance.logs / f"{name}.log").open(errors="replace") as log,
    ):
        return "".join("    " + line for line in deque(log, lines))
    return "    (nothing was logged)"


def hold(instance: Instance) -> None:
    """Wait until Ctrl+C or the end of the terminal, then stop everything. Return too when the supervisor ends."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    try:
        while leftovers.supervisor(instance):
            time.sleep(0.5)
        say("Another command stopped everything.")
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        down(instance)


def down(instance: Instance, quiet: bool = False) -> None:
    """Stop everything in reverse order; without a supervisor, end the processes that it left."""
    running = leftovers.supervisor(instance)
    if running:
        if not quiet:
            say("Stopping everything in reverse order")
        if not leftovers.end(running, 60):
            running.kill()
    left = leftovers.clean(instance)
    if not quiet:
        say("Everything is stopped; the data stays." if running or left else "Nothing was running.")
    instance.status_file.unlink(missing_ok=True)


def reset(instance: Instance) -> None:
    """Stop and empty an instance: databases, events, jobs, mails, files, logs and secrets."""
    down(instance, quiet=True)
    shutil.rmtree(instance.state, ignore_errors=True)
    if instance.state.exists():
        raise Trouble(f"{instance.state} could not be emptied: remove it as the user who owns it.")
    say("Everything is empty; `make up` starts afresh.")


def show(instance: Instance) -> int:
    """Print the state of each component. Returns 0 when everything is ready, else 3."""
    status = instance.status()
    if not leftovers.supervisor(instance):
        say("Nothing is running; `make up` starts it.")
        return 3
    say(f"{'component':<18} {'state':<11} {'pid':>7} {'restarts':>8} {'memory':>8}  ports")
    total = sum(own_memory(pid) for pid in (status["pid"], status.get("fork_server")) if pid) // 2**20
    say(f"{'supervisor':<18} {'ready':<11} {status['pid']:>7} {0:>8} {total:>5} MB  with its fork server")
    for name, entry in status["components"].items():
        memory = memory_mb(entry["pid"], entry["born"])
        total += memory
        ports = " ".join(map(str, entry["ports"]))
        say(f"{name:<18} {entry['state']:<11} {entry['pid'] or '':>7} {entry['restarts']:>8} {memory:>5} MB  {ports}")
    say(f"{total} MB in all. Address {instance.url}; state and logs in {instance.state}")
    return 0 if all(entry["state"] in SETTLED for entry in status["components"].values()) else 3


def memory_mb(pid: int | None, born: float) -> int:
    """Return the MB of a process and its children, with shared pages divided among their users where known."""
    process = leftovers.alive(pid, born)
    if not process:
        return 0
    return sum(own_memory(one.pid) for one in (process, *process.children(recursive=True))) // 2**20


def own_memory(pid: int) -> int:
    """Return the bytes of one process (see `memory_mb`); 0 when it has ended."""
    with contextlib.suppress(psutil.Error):
        info = psutil.Process(pid).memory_full_info()
        return int(getattr(info, "pss", 0) or info.rss)
    return 0


def restart(instance: Instance, name: str) -> None:
    """Ask the supervisor to end and start one component.

    Raises:
        Trouble: nothing runs, or no component has that name.
    """
    names = instance.status().get("components", {})
    if not leftovers.supervisor(instance):
        raise Trouble("Nothing is running; `make up` starts it.")
    if name not in names:
        raise Trouble(f"There is no component {name!r}: name one with S=, of {', '.join(sorted(names))}.")
    keys.signing_key(instance)  # makes another one after it was removed
    before = names[name]["restarts"]
    (instance.state / "control" / f"restart-{name}").touch()
    limit = keycloak.START_SECONDS if name == KEYCLOAK else RESTART_SECONDS
    until = time.monotonic() + limit
    while time.monotonic() < until:
        entry = instance.status()["components"][name]
        if entry["restarts"] > before and entry["state"] == "ready":
            say(f"{name} is ready again")
            return
        time.sleep(0.1)
    raise Trouble(f"{name} did not come back in {limit:.0f} s; see `make logs S={name}`.\n{log_end(instance, name)}")


def logs(instance: Instance, name: str) -> None:
    """Follow one log, or all of them.

    Raises:
        Trouble: there is no such log.
    """
    files = [instance.logs / f"{name}.log"] if name else sorted(instance.logs.glob("*.log"))
    if not files or not files[0].exists():
        have = ", ".join(sorted(path.stem for path in instance.logs.glob("*.log"))) or "none yet"
        raise Trouble(f"There is no log {name!r}; there are: {have}.")
    follow = "-F" if sys.stdout.isatty() else "-q"
    os.execvp("tail", ["tail", "-n", "100" if name else "5", follow, *map(str, files)])


def environment_lines(instance: Instance) -> list[str]:
    """Return the lines for `eval "$(python -m devstack env)"`."""
    import shlex

    return [f"export {key}={shlex.quote(value)}" for key, value in environment.for_tests(instance).items()]


def run_module(instance: Instance, module: str) -> None:
    """Run a program of the tree against the running instance and show its output.

    Raises:
        Trouble: the program failed.
    """
    if code := _run(instance, module, environment.for_tests(instance) | environment.instance_env(instance)):
        raise Trouble(f"{module} ended with code {code}.")


def _run(instance: Instance, module: str, env: Mapping[str, str]) -> int:
    command = [sys.executable, "-m", module]
    return subprocess.run(command, cwd=ROOT, env=environment.process(instance, env), check=False).returncode


def demo(instance: Instance) -> None:
    """Load the demo data, unless the databases have it."""
    say("Loading the demo data where it is missing")
    run_module(instance, "services.demo")


def mirror(instance: Instance) -> None:
    """Make the accounts in the realm of users who lack one, where Keycloak keeps the passwords."""
    if instance.sign_in == KEYCLOAK:
        say("Mirroring users to Keycloak where they are missing")
        if _run(instance, "identity.sessions.first_mirror", environment.for_service(instance, "identity")):
            say("Not every user can sign in; the lines above say why.")


def await_routes(instance: Instance, services: Sequence[str]) -> None:
    """Wait until the gateway has found each service healthy. It checks every two seconds."""
    import httpx

    until = time.monotonic() + 15
    for service in services:
        while time.monotonic() < until:
            with contextlib.suppress(httpx.HTTPError):
                address = f"http://127.0.0.1:{instance.base}/api/docs/{service}.json"
                if httpx.get(address, timeout=5).status_code not in (502, 503, 504):
                    break
            time.sleep(0.1)
