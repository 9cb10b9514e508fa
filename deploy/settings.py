"""The settings of docker-compose: `make deploy ARGS="settings --url https://staffroom.example.org --email it@..."`

writes `.env` and `secrets/` next to docker-compose.yml, with secrets generated for this installation. Existing values
stay unchanged; a later call adds missing ones.
"""

import os
import secrets
from collections.abc import Callable, Mapping
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import unquote, urlsplit

from deploy import certificates
from deploy.images import version
from devstack.layout import ROOT, SERVICES, Trouble

ENV = ".env"
SECRETS = "secrets"
SIGNING_KEY = "signing_key.pem"
BACKUP_KEY = "backup.agekey"
IMAGE_USER = 10001
MAIL = "smtp://mail:1025"
"""The mail sink of the profile `mail`: it accepts every mail and does not send it."""


def write(folder: Path, chosen: Mapping[str, str], keycloak: bool = False) -> list[str]:
    """Write the missing settings below `folder`; return lines that report this. `chosen` has `url`, `email`,
    `certificates`, `proxy`, `smtp`, `mail_from` and `support_email`, empty if not given.

    Raises:
        Trouble: a required address is missing or invalid; a certificate does not match.
    """
    path = folder / ENV
    text = path.read_text() if path.exists() else ""
    known = read(text)
    profiles = known.get("COMPOSE_PROFILES")
    if keycloak and profiles is not None and "keycloak" not in profiles:
        raise Trouble(f"{path} has COMPOSE_PROFILES={profiles}: add keycloak to it, with a comma, and call this again.")
    wanted = _addresses(known, chosen) | _mail(known, chosen, keycloak) | _profiles(chosen, keycloak) | _secrets()
    places = _keys(folder / SECRETS)
    wanted["STAFFROOM_BACKUP_RECIPIENT"] = places[BACKUP_KEY]
    added = {name: value() if callable(value) else value for name, value in wanted.items() if name not in known}
    if added:
        _write_private(path, _joined(text, added))
    path.chmod(0o600)
    kept = known | added
    other = [
        name for option, name in _OF_OPTIONS.items() if chosen.get(option, kept.get(name)) not in ("", kept.get(name))
    ]
    return [
        *(f"{name} stays {kept.get(name)}: change the line in {path}, then docker compose up -d" for name in other),
        f"{path}: {len(added)} settings added, {len(known)} left as they were",
        f"Mails come from {kept['STAFFROOM_MAIL_FROM']} and name {kept['STAFFROOM_SUPPORT_EMAIL']} for help",
        f"{folder / SECRETS / BACKUP_KEY} opens the backups: keep a copy elsewhere, without it they are lost",
    ]


def read(text: str) -> dict[str, str]:
    """Return the settings in a text of lines `NAME=value`."""
    lines = [line.partition("=") for line in text.splitlines() if "=" in line and not line.lstrip().startswith("#")]
    return {name.strip(): value.strip().strip("'") for name, _, value in lines}


def _joined(text: str, added: Mapping[str, str]) -> str:
    start = text if not text or text.endswith("\n") else f"{text}\n"
    return start + "".join(f"{name}={_quoted(name, value)}\n" for name, value in added.items())


def _quoted(name: str, value: str) -> str:
    """Quote a value if needed: docker compose reads single-quoted values literally; elsewhere `$` and `#` are
    special."""
    if "'" in value or "\n" in value:
        raise Trouble(f"{name} may not have a single quote or a line break")
    return f"'{value}'" if set(value) & set(' $#"\\') else value


_OF_OPTIONS = {
    "url": "STAFFROOM_PUBLIC_URL",
    "email": "STAFFROOM_ACME_EMAIL",
    "smtp": "STAFFROOM_SMTP_URL",
    "mail_from": "STAFFROOM_MAIL_FROM",
    "support_email": "STAFFROOM_SUPPORT_EMAIL",
}
Value = str | Callable[[], str]


def _addresses(known: Mapping[str, str], chosen: Mapping[str, str]) -> dict[str, Value]:
    """Return address, ports and certificate settings. https without own certificates uses Let's Encrypt; with http, a
    proxy in front may have the certificate."""
    url = (known.get("STAFFROOM_PUBLIC_URL") or chosen.get("url") or "").rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path:
        raise Trouble(f"{url!r} is no address of an installation: give --url https://staffroom.example.org")
    addresses: dict[str, Value] = {"STAFFROOM_PUBLIC_URL": url, "STAFFROOM_VERSION": version()}
    if chosen.get("proxy") or parts.scheme == "http":
        return addresses | {"STAFFROOM_PORT": str(parts.port or 8080) if parts.scheme == "http" else "127.0.0.1:8080"}
    addresses |= {"STAFFROOM_PORT": "443", "STAFFROOM_PLAIN_PORT": "80"}
    if chosen.get("certificates"):
        folder = Path(chosen["certificates"]).absolute()
        certificates.check(folder, parts.hostname)
        return addresses | {"STAFFROOM_TLS": "files", "STAFFROOM_CERTIFICATES": str(folder)}
    email = chosen.get("email") or known.get("STAFFROOM_ACME_EMAIL")
    if not email and "STAFFROOM_TLS" not in known:
        raise Trouble(
            "Say where the certificate comes from: --email it@example.org for one of Let's Encrypt, --certificates "
            "folder for your own (tls.crt, tls.key), or --proxy where another server in front of this one has it."
        )
    return addresses | {"STAFFROOM_TLS": "acme", "STAFFROOM_ACME_EMAIL": email or ""}


def _mail(known: Mapping[str, str], chosen: Mapping[str, str], keycloak: bool) -> dict[str, Value]:
    """Return the mail server, the sender and the address for help; Keycloak needs them as separate settings."""
    host = urlsplit(known.get("STAFFROOM_PUBLIC_URL") or chosen.get("url", "")).hostname or ""
    domain = host if "." in host else "staffroom.example"
    smtp = known.get("STAFFROOM_SMTP_URL") or chosen.get("smtp") or MAIL
    sender = known.get("STAFFROOM_MAIL_FROM") or chosen.get("mail_from") or f"Staffroom <no-reply@{domain}>"
    support = chosen.get("support_email") or f"support@{domain}"
    for address in (sender, support):
        if "@" not in parseaddr(address)[1]:
            raise Trouble(f"{address!r} is no address of mail: give --mail-from or --support-email as help@example.org")
    mail: dict[str, Value] = {
        "STAFFROOM_SMTP_URL": smtp,
        "STAFFROOM_MAIL_FROM": sender,
        "STAFFROOM_SUPPORT_EMAIL": support,
    }
    server = urlsplit(smtp)
    if server.scheme not in ("smtp", "smtps") or not server.hostname:
        raise Trouble(f"{smtp!r} is no mail server: give --smtp smtp://user:password@mail.example.org:587")
    if not keycloak:
        return mail
    tls = server.scheme == "smtps"
    return mail | {
        "STAFFROOM_KEYCLOAK_MAIL_FROM": parseaddr(sender)[1],
        "STAFFROOM_SMTP_HOST": server.hostname,
        "STAFFROOM_SMTP_PORT": str(server.port or (465 if tls else 25)),
        "STAFFROOM_SMTP_SSL": str(tls).lower(),
        "STAFFROOM_SMTP_STARTTLS": str(not tls and bool(server.username)).lower(),
        "STAFFROOM_SMTP_AUTH": str(bool(server.username)).lower(),
        "STAFFROOM_SMTP_USER": unquote(server.username or ""),
        "STAFFROOM_SMTP_PASSWORD": unquote(server.password or ""),
        "STAFFROOM_FORGOT_PASSWORD": str(smtp != MAIL).lower(),
    }


def _profiles(chosen: Mapping[str, str], keycloak: bool) -> dict[str, Value]:
    profiles = [] if chosen.get("smtp") else ["mail"]
    settings: dict[str, Value] = {}
    if keycloak:
        profiles.append("keycloak")
        settings |= {"STAFFROOM_KEYCLOAK_URL": "http://keycloak:8080/sso/", "SSO_URL": "http://keycloak:8080"}
    return settings | {"COMPOSE_PROFILES": ",".join(profiles)}


def _secrets() -> dict[str, Value]:
    """Return every secret, generated if missing. They contain only letters and digits, because they are used in
    URLs."""
    brokers = [f"BROKER_PASSWORD_{name.upper()}" for name in SERVICES]
    databases = [
        "POSTGRES_PASSWORD",
        "STAFFROOM_DATABASE_PASSWORD",
        "KEYCLOAK_DATABASE_PASSWORD",
        "BACKUP_DATABASE_PASSWORD",
    ]
    others = [
        "STAFFROOM_SERVICE_KEY",
        "STAFFROOM_SECOND_FACTOR_KEY",
        "STAFFROOM_KEYCLOAK_CLIENT_SECRET",
        "KEYCLOAK_ADMIN_PASSWORD",
    ]
    return {name: lambda: secrets.token_hex(32) for name in (*databases, *brokers, *others)}


def _keys(folder: Path) -> dict[str, str]:
    """Create the token signing key and the backup key if they are missing; return the path of the first and the public
    key of the second.

    The user of the images reads the signing key through its mount. Root makes that user the owner; any other user must
    make it readable, in a folder with mode 0700.
    """
    import pyrage
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)
    signing, backup = folder / SIGNING_KEY, folder / BACKUP_KEY
    if not signing.exists():
        key = rsa.generate_private_key(public_exponent=65537, key_size=3072)
        kind = serialization.PrivateFormat.PKCS8
        pem = key.private_bytes(serialization.Encoding.PEM, kind, serialization.NoEncryption())
        _write_private(signing, pem.decode())
        if os.geteuid() == 0:
            os.chown(signing, IMAGE_USER, IMAGE_USER)
        else:
            signing.chmod(0o644)
    if not backup.exists():
        _write_private(backup, f"{pyrage.x25519.Identity.generate()}\n")
    identity = pyrage.x25519.Identity.from_str(backup.read_text().strip())
    return {SIGNING_KEY: str(signing), BACKUP_KEY: str(identity.to_public())}


def _write_private(path: Path, text: str) -> None:
    """Write a file atomically, readable only by its owner from the start."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    draft.replace(path)


def write_here(chosen: Mapping[str, str], keycloak: bool) -> None:
    """Write the settings of this checkout's docker-compose.yml, and print the report."""
    print("\n".join(write(ROOT, chosen, keycloak)))
