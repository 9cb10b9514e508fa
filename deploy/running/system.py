"""The system, on the host network: services, web and gateway in containers, with PostgreSQL, NATS, Valkey and the PDF
server of a running instance."""

import json
import re
import subprocess
import time
from pathlib import Path

import httpx
import yaml

from deploy.images import every
from deploy.podman import Container
from devstack.layout import ROOT, SERVICES, Instance, Trouble
from devstack.stack import backups, environment, keys

PREFIX = "staffroom-proof-"
READY_SECONDS = 180
LOOPBACK = "127.0.0.1"
STORES = ("postgres", "nats", "valkey", "objects")
"""The volumes that a restore writes."""
_ADDRESSES = {name: f"127.0.0.{number}" for number, name in enumerate(SERVICES, 2)}
"""Addresses of the remotes, which all listen on one port."""


def _volume(mount: str) -> str:
    """Return a mount of docker-compose.yml with a setting replaced by its default, a volume."""
    return re.sub(r"^\$\{\w+:-(\w+)\}", r"\1", mount)


class System:
    """The containers by their names."""

    def __init__(self, instance: Instance, folder: Path) -> None:
        self.instance = instance
        self.folder = folder
        self.containers: dict[str, Container] = {}
        # The images' user can read the file; other users cannot enter the folder.
        folder.chmod(0o700)
        self.key = folder / "signing_key.pem"
        self.key.write_bytes(keys.signing_key(instance).read_bytes())
        self.key.chmod(0o644)

    @property
    def url(self) -> str:
        """The gateway's address."""
        return f"http://{LOOPBACK}:{self.instance.base}"

    def service(self, name: str, process: str) -> Container:
        """Return a process of a service."""
        env = environment.for_service(self.instance, name, "web" if process == "migrate" else process)
        mounts = []
        if name == "identity":
            env["STAFFROOM_SIGNING_KEY"] = "/run/secrets/signing_key"
            mounts.append(f"{self.key}:/run/secrets/signing_key:ro")
        if name == "files":
            env["STAFFROOM_STORAGE_URL"] = "file:///var/lib/staffroom/objects"
            mounts.append(f"{PREFIX}objects:/var/lib/staffroom/objects")
        return Container(f"{PREFIX}{name}-{process}", every()[name].tag, (process, name), env, mounts)

    def shell(self) -> Container:
        """Return the static files of the shell."""
        env = {"STATIC_LISTEN": f":{self.instance.port('static')}", "STATIC_BIND": LOOPBACK}
        return Container(f"{PREFIX}web", every()["web"].tag, env=env)

    def remote(self, area: str) -> Container:
        """Return the static files of an area's remote, on the port that the gateway calls."""
        image = every()[f"{area}-remote"]
        return Container(f"{PREFIX}{image.name}", image.tag, env={"STATIC_BIND": _ADDRESSES[area]})

    def gateway(self, mounts: tuple[str, ...] = (), **more: str) -> Container:
        """Return the gateway, with further settings."""
        addresses = {name: value for name, value in environment.gateway(self.instance).items() if name.endswith("_URL")}
        env = addresses | {
            "GATEWAY_PORT": str(self.instance.base),
            "GATEWAY_ADMIN_PORT": str(self.instance.port("gateway-admin")),
        }
        env["REMOTES"] = ",".join(_ADDRESSES)
        hosts = [part for area, address in _ADDRESSES.items() for part in ("--add-host", f"{area}-remote:{address}")]
        return Container(f"{PREFIX}gateway", every()["gateway"].tag, env=env | more, mounts=mounts, options=hosts)

    def backup(self, command: str) -> str:
        """Run a command of `python -m backup` in its image and return its output. Raises Trouble."""
        mounts = [f"{PREFIX}backups:/backups", f"{PREFIX}objects:/var/lib/staffroom/objects:ro"]
        return Container(f"{PREFIX}backup", every()["backup"].tag, (command,), self._backups(), mounts).run()

    def restore(self, *arguments: str) -> str:
        """Run the container `restore` as docker-compose.yml describes it; return its output."""
        service = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["restore"]
        rights = [part for right in service["cap_add"] for part in ("--cap-add", right)]
        options = ["--user", service["user"], *rights, "--entrypoint", json.dumps(service["entrypoint"])]
        mounts = [f"{PREFIX}{_volume(mount)}" for mount in service["volumes"]]
        mounts.append(f"{keys.backup_key(self.instance)}:/key:ro")
        env = self._backups() | {"STAFFROOM_BACKUP_IDENTITY": service["environment"]["STAFFROOM_BACKUP_IDENTITY"]}
        return Container(f"{PREFIX}restore", every()["backup"].tag, arguments, env, mounts, options).run()

    def look(self, command: str) -> str:
        """Run a shell command with the volumes of a restore mounted; return its output."""
        mounts = [f"{PREFIX}{name}:/volumes/{name}" for name in STORES]
        options = ["--user", "0:0", "--cap-add", "DAC_OVERRIDE", "--entrypoint", "sh"]
        return Container(f"{PREFIX}look", every()["backup"].tag, ("-c", command), {}, mounts, options).run()

    def _backups(self) -> dict[str, str]:
        env = backups.settings(self.instance, "")
        for of_the_machine in ("FILES", "PROGRAMS", "IDENTITY"):
            env.pop(f"STAFFROOM_BACKUP_{of_the_machine}")
        return env | {
            "STAFFROOM_BACKUP_TO": "file:///backups",
            "STAFFROOM_BACKUP_SPOOL": "/backups/spool",
            "STAFFROOM_STORAGE_URL": "file:///var/lib/staffroom/objects",
        }

    def start(self, container: Container) -> Container:
        """Start a container, replacing one with its name."""
        container.remove()
        self.containers[container.name] = container
        container.start()
        return container

    def bring_up(self, workers: tuple[str, ...]) -> None:
        """Migrate, and start all services, web and gateway; for these services also their other processes.

        Raises:
            Trouble: a container did not start; its log says why.
        """
        for name in SERVICES:
            self.service(name, "migrate").run()
        for name in SERVICES:
            self.start(self.service(name, "web"))
        for name in workers:
            for process in ("events", "worker"):
                self.start(self.service(name, process))
        self.start(self.shell())
        for name in SERVICES:
            self.start(self.remote(name))
        self.start(self.gateway())
        for name in SERVICES:
            self.await_answer(f"{PREFIX}{name}-web", f"http://{LOOPBACK}:{self.instance.http(name)}/readyz")
        self.await_answer(f"{PREFIX}web", f"http://{LOOPBACK}:{self.instance.port('static')}/healthz")
        for name, address in _ADDRESSES.items():
            self.await_answer(f"{PREFIX}{name}-remote", f"http://{address}:8081/healthz")
        self.await_answer(f"{PREFIX}gateway", f"http://{LOOPBACK}:{self.instance.port('gateway-admin')}/ready")

    def await_answer(self, name: str, url: str) -> None:
        """Wait until an address answers 200.

        Raises:
            Trouble: it does not; includes the container's log.
        """
        ends = time.monotonic() + READY_SECONDS
        while time.monotonic() < ends:
            try:
                if httpx.get(url, timeout=5).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            time.sleep(0.1)
        raise Trouble(f"{url} does not answer:\n{self.containers[name].log()}")

    def down(self) -> None:
        """Remove all containers and what they stored."""
        for container in self.containers.values():
            container.remove()
        volumes = [f"{PREFIX}{name}" for name in (*STORES, "backups")]
        subprocess.run(["podman", "volume", "rm", "--force", *volumes], capture_output=True, check=False)
