"""The settings of docker-compose: written once, complete, and never over what is there."""

from pathlib import Path

import pyrage
import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from deploy import settings
from devstack.layout import Trouble

HTTPS = {"url": "https://staffroom.example.org"}
ACME = {**HTTPS, "email": "it@example.org"}


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_second_call_changes_nothing(tmp_path: Path) -> None:
    settings.write(tmp_path, ACME)
    files = [tmp_path / settings.ENV, *sorted((tmp_path / settings.SECRETS).iterdir())]
    before = [path.read_bytes() for path in files]
    settings.write(tmp_path, {"url": "https://other.example.org", "email": "other@example.org"})
    assert [path.read_bytes() for path in files] == before


def test_what_is_missing_is_added_and_lines_of_people_stay(tmp_path: Path) -> None:
    path = tmp_path / settings.ENV
    path.write_text("# ours\nSTAFFROOM_PORT=8443\nSTAFFROOM_SERVICE_KEY=kept-as-it-is")
    settings.write(tmp_path, ACME)
    text = path.read_text()
    assert text.startswith("# ours\nSTAFFROOM_PORT=8443\nSTAFFROOM_SERVICE_KEY=kept-as-it-is\n")
    assert text.count("STAFFROOM_PORT=") == 1 and "STAFFROOM_TLS=acme\n" in text


def test_nobody_else_reads_secrets(tmp_path: Path) -> None:
    settings.write(tmp_path, ACME)
    folder = tmp_path / settings.SECRETS
    assert mode(tmp_path / settings.ENV) == 0o600
    assert mode(folder) == 0o700
    assert mode(folder / settings.BACKUP_KEY) == 0o600
    assert mode(folder / settings.SIGNING_KEY) == 0o644  # by the user of the images, through its mount


def test_the_keys_are_keys(tmp_path: Path) -> None:
    settings.write(tmp_path, ACME)
    folder = tmp_path / settings.SECRETS
    key = load_pem_private_key((folder / settings.SIGNING_KEY).read_bytes(), password=None)
    assert getattr(key, "key_size", 0) >= 2048
    known = settings.read((tmp_path / settings.ENV).read_text())
    recipient = pyrage.x25519.Recipient.from_str(known["STAFFROOM_BACKUP_RECIPIENT"])
    identity = pyrage.x25519.Identity.from_str((folder / settings.BACKUP_KEY).read_text().strip())
    assert pyrage.decrypt(pyrage.encrypt(b"kept", [recipient]), [identity]) == b"kept"


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (ACME, {"STAFFROOM_TLS": "acme", "STAFFROOM_PORT": "443", "STAFFROOM_PLAIN_PORT": "80"}),
        ({**HTTPS, "certificates": "/etc/ours"}, {"STAFFROOM_TLS": "files", "STAFFROOM_CERTIFICATES": "/etc/ours"}),
        ({**HTTPS, "proxy": "yes"}, {"STAFFROOM_PORT": "127.0.0.1:8080", "STAFFROOM_TLS": None}),
        ({"url": "http://localhost:8090"}, {"STAFFROOM_PORT": "8090", "STAFFROOM_TLS": None}),
        ({**ACME, "smtp": "smtp://mail.example.org"}, {"COMPOSE_PROFILES": ""}),
        (ACME, {"COMPOSE_PROFILES": "mail", "STAFFROOM_SMTP_URL": settings.MAIL}),
    ],
)
def test_the_ways_to_run(tmp_path: Path, chosen: dict[str, str], expected: dict[str, str | None]) -> None:
    settings.write(tmp_path, chosen)
    known = settings.read((tmp_path / settings.ENV).read_text())
    assert {name: known.get(name) for name in expected} == expected


@pytest.mark.parametrize("url", ["", "staffroom.example.org", "https://", "https://example.org/staffroom"])
def test_an_address_that_is_none_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(Trouble, match="--url"):
        settings.write(tmp_path, {"url": url, "email": "it@example.org"})
    assert not (tmp_path / settings.ENV).exists()


def test_https_asks_where_the_certificate_comes_from(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="--certificates"):
        settings.write(tmp_path, HTTPS)
