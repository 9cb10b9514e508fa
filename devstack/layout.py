"""Paths of an instance and ports of its processes (docs/operations.md, Processes and ports)."""

import hashlib
import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
_DECLARED: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "services.yml").read_text())
SERVICES = tuple(_DECLARED)
PURPOSES: dict[str, str] = {name: entry["purpose"] for name, entry in _DECLARED.items()}
READS: dict[str, tuple[str, ...]] = {name: tuple(entry["reads"]) for name, entry in _DECLARED.items()}
"""The services whose events each service reads; a test compares it with the declared subscriptions."""
KEYS: dict[str, tuple[str, ...]] = {name: tuple(entry.get("keys", ())) for name, entry in _DECLARED.items()}
"""Keys of a service in Valkey besides `<service>:*` and the keys of its jobs."""

# Offsets from the base port of docs/operations.md. The services' offsets follow from their order.
OFFSETS = {
    "gateway": 0,
    "backup": 100,
    "static": 101,
    "postgres": 102,
    "nats": 103,
    "nats-monitor": 104,
    "valkey": 105,
    "smtp": 106,
    "pdf": 107,
    "accounting": 108,
    "gateway-admin": 109,
    "pay": 116,
    "finance-sync": 117,
    "live": 126,
    "keycloak": 118,
    "keycloak-health": 119,
    "mail-in": 150,
    "support-inbox": 151,
    "scanner": 152,
    "pdf-people": 153,
}
HTTP, GRPC, EVENTS, WORKER = 110, 120, 130, 140
TEST_INSTANCE = "test"
OWN, KEYCLOAK = "own", "keycloak"
"""The two ways to sign in: with passwords that identity keeps, or on Keycloak's page."""


def present_services() -> list[str]:
    """Return the services whose code is in the tree."""
    return [name for name in SERVICES if (ROOT / "services" / name / "src" / name / "wiring.py").exists()]


class Trouble(Exception):
    """A problem that the user has to solve; the text is one sentence with the remedy."""


def state_root() -> Path:
    """Return the folder with the state of all instances of this checkout.

    For root it is outside of the checkout: PostgreSQL then runs as another user, who may not enter a private folder.
    """
    if chosen := os.environ.get("STAFFROOM_STATE_ROOT"):
        return Path(chosen)
    if os.geteuid() == 0:
        return Path("/var/lib/staffroom") / hashlib.sha256(str(ROOT).encode()).hexdigest()[:12]
    return ROOT / ".state"


@dataclass(frozen=True)
class Instance:
    """One running copy of the system: its name, base port and state folder."""

    name: str
    base: int
    bind: str
    state: Path

    def port(self, name: str) -> int:
        """Return the port of a component that is not a service process."""
        return self.base + OFFSETS[name]

    def http(self, service: str) -> int:
        """Return the HTTP port of a service."""
        return self.base + HTTP + SERVICES.index(service)

    def grpc(self, service: str) -> int:
        """Return the gRPC port of a service."""
        return self.base + GRPC + SERVICES.index(service)

    def events(self, service: str) -> int:
        """Return the metrics port of a service's events process."""
        return self.base + EVENTS + SERVICES.index(service)

    def worker(self, service: str) -> int:
        """Return the metrics port of a service's Celery worker."""
        return self.base + WORKER + SERVICES.index(service)

    @property
    def url(self) -> str:
        """The address that people open, also in emails."""
        return os.environ.get("STAFFROOM_PUBLIC_URL", f"http://localhost:{self.base}")

    @property
    def sign_in(self) -> str:
        """The way to sign in: SIGN_IN, else the one that `make up` remembered, else `own`.

        Raises:
            Trouble: SIGN_IN is neither.
        """
        chosen = os.environ.get("SIGN_IN", "")
        if chosen not in ("", OWN, KEYCLOAK):
            raise Trouble(f"SIGN_IN is {chosen!r}: give {OWN} or {KEYCLOAK}.")
        remembered = self.sign_in_file.read_text() if self.sign_in_file.exists() else OWN
        return chosen or remembered

    @property
    def sign_in_file(self) -> Path:
        """The file in which `make up` remembers the way to sign in."""
        return self.state / "sign_in"

    @property
    def backups(self) -> str | None:
        """The place of continuous backups as TO names it, empty for the folder next to the state, None without backups:
        by BACKUP and TO, else the place that `make up` remembered."""
        chosen, place = os.environ.get("BACKUP", ""), os.environ.get("TO", "")
        remembered = self.backups_file.read_text() if self.backups_file.exists() else None
        if not chosen:
            return remembered
        if chosen == "0":
            return None
        return str(Path(place).absolute()) if place and "://" not in place else place or remembered or ""

    @property
    def backups_file(self) -> Path:
        """The file in which `make up` remembers the place of backups."""
        return self.state / "backups"

    @property
    def logs(self) -> Path:
        """The folder with a log file for each component."""
        return self.state / "logs"

    @property
    def status_file(self) -> Path:
        """The supervisor's one status file."""
        return self.state / "status.json"

    def status(self) -> dict[str, Any]:
        """Return the status that the supervisor wrote last, or an empty mapping."""
        try:
            read = json.loads(self.status_file.read_text())
        except (FileNotFoundError, ValueError):
            return {}
        return dict(read)


def base_port(variable: str, default: int) -> int:
    """Return the base port from the environment.

    Raises:
        Trouble: it is not a port number.
    """
    text = os.environ.get(variable, str(default))
    if not text.isdigit() or not 1024 <= int(text) <= 65000:
        raise Trouble(f"{variable} is {text!r}: give a port number between 1024 and 65000.")
    return int(text)


def instance(name: str | None = None) -> Instance:
    """Return the instance that `name` or the environment selects (STAFFROOM_INSTANCE, STAFFROOM_PORT).

    A running instance keeps the port that it was started with, so that only `make up` needs it.
    """
    chosen = name or os.environ.get("STAFFROOM_INSTANCE", "dev")
    variable, default = ("STAFFROOM_TEST_PORT", 9480) if chosen == TEST_INSTANCE else ("STAFFROOM_PORT", 8080)
    base = base_port(variable, default)
    selected = Instance(chosen, base, os.environ.get("STAFFROOM_BIND", "127.0.0.1"), state_root() / chosen)
    return selected if variable in os.environ else replace(selected, base=selected.status().get("base", base))


def make_state(target: Instance) -> None:
    """Create the state folders. Other users may enter the folders above PostgreSQL's; secrets have mode 0600."""
    target.state.mkdir(parents=True, exist_ok=True)
    for folder in (state_root(), target.state):
        folder.chmod(0o711)
    for name in ("logs", "control", "mail", "objects", "gateway"):
        (target.state / name).mkdir(exist_ok=True, mode=0o700)
    for entry in target.state.iterdir():  # also entries that an earlier release left open
        if entry.stat().st_uid == os.geteuid():
            entry.chmod(0o700 if entry.is_dir() else 0o600)
