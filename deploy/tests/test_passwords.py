"""The scripts that the container of PostgreSQL runs: roles, databases, and the passwords that `.env` has."""

import base64
import hashlib
import hmac
import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import psycopg
import pytest

from backup.programs import program
from devstack.layout import ROOT, SERVICES
from staffroom_testing.components import Components

pytestmark = pytest.mark.component
SCRIPTS = ROOT / "devstack" / "compose"
ROLES = {f"staffroom_{name}" for name in SERVICES} | {"keycloak", "backup", "postgres"}


@pytest.fixture(scope="module")
def components() -> Iterator[Components]:
    servers = Components()
    servers.start_postgres()
    yield servers
    servers.stop()


def run(components: Components, name: str, passwords: Mapping[str, str], data: Path) -> None:
    """Run a script as the image does at its start, on a test server."""
    text = (SCRIPTS / name).read_text().replace("/passwords.sh", str(SCRIPTS / "passwords.sh"))
    env = (
        os.environ
        | passwords
        | {
            "PATH": f"{Path(program('psql')).parent}:{os.environ['PATH']}",
            "PGDATA": str(data),
            "PGHOST": "127.0.0.1",
            "PGPORT": str(components.postgres_port),
        }
    )
    done = subprocess.run(["sh", "-c", text], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def opens(stored: str, password: str) -> bool:
    """Return True if the password matches the stored verifier (RFC 5802)."""
    _, parameters, keys = stored.split("$")
    rounds, _, salt = parameters.partition(":")
    salted = hashlib.pbkdf2_hmac("sha256", password.encode(), base64.b64decode(salt), int(rounds))
    client = hmac.digest(salted, b"Client Key", "sha256")
    return base64.b64encode(hashlib.sha256(client).digest()).decode() == keys.partition(":")[0]


def test_roles_have_the_passwords_of_the_settings(components: Components, tmp_path: Path) -> None:
    names = (
        "STAFFROOM_DATABASE_PASSWORD",
        "KEYCLOAK_DATABASE_PASSWORD",
        "BACKUP_DATABASE_PASSWORD",
        "POSTGRES_PASSWORD",
    )

    def hold(end: str) -> None:
        with psycopg.connect(components.admin_url) as connection:
            rows = connection.execute("select rolname, rolpassword from pg_authid where rolpassword is not null")
            stored: dict[str, str] = dict(rows.fetchall())
        assert stored.keys() == ROLES
        for role, verifier in stored.items():
            kind = "STAFFROOM" if role.startswith("staffroom_") else role.upper()
            (name,) = (name for name in names if name.startswith(kind))
            assert opens(verifier, f"{name}{end}"), role

    run(components, "databases.sh", {name: f"{name}-old'$" for name in names}, tmp_path)
    hold("-old'$")
    assert "host replication backup" in (tmp_path / "pg_hba.conf").read_text()
    run(components, "passwords.sh", {name: f"{name}-new" for name in names}, tmp_path)
    hold("-new")
