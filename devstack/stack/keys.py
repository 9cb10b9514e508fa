"""Passwords and keys of an instance. They are made at its first start and kept in its state folder, not in the tree."""

import json
import os
import secrets
from pathlib import Path

from devstack.layout import SERVICES, Instance, Trouble
from devstack.stack import brokers

SIGNING = "signing_key"
_SUPERUSER, _SECOND_FACTOR = "postgres", "second_factor_key"
XERO = ("xero_client_id", "xero_client_secret", "xero_webhook_key")
"""Secrets that finance and the sandbox of the accounting system share."""
KEYCLOAK = ("keycloak", "keycloak_client", "keycloak_admin")
"""Passwords of Keycloak's role in the database, of our client in its realm and of the admin of its console."""


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def load(instance: Instance) -> dict[str, str]:
    """Load the secrets by name, and make missing ones: `postgres` (superuser), `backup` (replication), two for each
    service, `service_key`, `second_factor_key`, the sandbox's, Keycloak's."""
    path = instance.state / "secrets.json"
    known: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    brokers_of = [brokers.account(name) for name in (*SERVICES, brokers.TESTS)]
    names = ["postgres", "backup", "service_key", "second_factor_key", *SERVICES, *brokers_of, *XERO, *KEYCLOAK]
    missing = [name for name in names if name not in known]
    if missing:
        known.update({name: secrets.token_urlsafe(24) for name in missing})
        write_private(path, json.dumps(known, indent=1))
    return known


def renew(instance: Instance, name: str) -> int:
    """Replace a secret, and print the command that gives it to the processes. Returns the exit code.

    Raises:
        Trouble: there is no such secret, or it is replaced in another way.
    """
    known = load(instance)
    own = sorted(set(known) - {_SUPERUSER})
    if name == SIGNING:
        signing_key(instance).unlink()
        signing_key(instance)
    elif name == _SECOND_FACTOR:
        known[name] = f"{secrets.token_urlsafe(24)},{known[name]}"  # the old key opens data that it has encrypted
    elif name in own:
        known[name] = secrets.token_urlsafe(24)
    else:
        raise Trouble(f"make renew S={name or 'people'}: name one of {', '.join((SIGNING, *own))}.")
    write_private(instance.state / "secrets.json", json.dumps(known, indent=1))
    restarts = " && ".join(f"make restart S={one}" for one in ("identity", "identity-events", "identity-worker"))
    print(f"`{'make up' if name != SIGNING else restarts}` gives it to the processes.")
    return 0


def signing_key(instance: Instance) -> Path:
    """Return the PEM file of the RSA key that signs access tokens; made when missing."""
    path = instance.state / "signing_key.pem"
    if not path.exists():
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import rsa

        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        write_private(path, pem.decode())
    return path


def backup_key(instance: Instance) -> Path:
    """Return the file of the age key that decrypts the instance's backups; made when missing."""
    path = instance.state / "backup.key"
    if not path.exists():
        from pyrage import x25519

        write_private(path, f"{x25519.Identity.generate()}\n")
    return path


def add_backup_key(instance: Instance, path: Path) -> None:
    """Put the keys of a file before the instance's own. All stay: each may open backups that no other key opens."""
    own = backup_key(instance)
    lines = [*path.read_text().splitlines(), *own.read_text().splitlines()]
    write_private(own, "\n".join(dict.fromkeys(line.strip() for line in lines if line.strip())) + "\n")


def backup_recipients(path: Path) -> str:
    """Return the public keys of the age keys in a file, separated by commas."""
    from pyrage import x25519

    lines = [line.strip() for line in path.read_text().splitlines()]
    private = [x25519.Identity.from_str(line) for line in lines if line.startswith("AGE-SECRET-KEY-")]
    return ",".join(str(one.to_public()) for one in private)
