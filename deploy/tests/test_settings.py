"""The settings of docker-compose: written once, completely, without overwriting existing values."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyrage
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID

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
    output = settings.write(tmp_path, {"url": "https://other.example.org", "email": "other@example.org", "smtp": ""})
    assert [line.split()[:3] for line in output[:2]] == [
        ["STAFFROOM_PUBLIC_URL", "stays", "https://staffroom.example.org:"],
        ["STAFFROOM_ACME_EMAIL", "stays", "it@example.org:"],
    ]
    assert [path.read_bytes() for path in files] == before


def test_missing_settings_are_added_and_existing_lines_stay(tmp_path: Path) -> None:
    path = tmp_path / settings.ENV
    path.write_text("# ours\nSTAFFROOM_PORT=8443\nSTAFFROOM_SERVICE_KEY=kept-as-it-is")
    settings.write(tmp_path, ACME)
    text = path.read_text()
    assert text.startswith("# ours\nSTAFFROOM_PORT=8443\nSTAFFROOM_SERVICE_KEY=kept-as-it-is\n")
    assert text.count("STAFFROOM_PORT=") == 1 and "STAFFROOM_TLS=acme\n" in text


def test_only_the_owner_reads_secrets(tmp_path: Path) -> None:
    settings.write(tmp_path, ACME)
    folder = tmp_path / settings.SECRETS
    assert mode(tmp_path / settings.ENV) == 0o600
    assert mode(folder) == 0o700
    assert mode(folder / settings.BACKUP_KEY) == 0o600
    key = folder / settings.SIGNING_KEY  # the user of the images reads it through its mount
    if os.geteuid() == 0:
        assert (mode(key), key.stat().st_uid) == (0o600, settings.IMAGE_USER)
    else:
        assert mode(key) == 0o644


def test_keys_are_usable(tmp_path: Path) -> None:
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
        ({**HTTPS, "proxy": "yes"}, {"STAFFROOM_PORT": "127.0.0.1:8080", "STAFFROOM_TLS": None}),
        ({"url": "http://localhost:8090"}, {"STAFFROOM_PORT": "8090", "STAFFROOM_TLS": None}),
        ({**ACME, "smtp": "smtp://mail.example.org"}, {"COMPOSE_PROFILES": ""}),
        (ACME, {"COMPOSE_PROFILES": "mail", "STAFFROOM_SMTP_URL": settings.MAIL}),
        (
            ACME,
            {
                "STAFFROOM_MAIL_FROM": "Staffroom <no-reply@staffroom.example.org>",
                "STAFFROOM_SUPPORT_EMAIL": "support@staffroom.example.org",
            },
        ),
        ({"url": "http://localhost:8090"}, {"STAFFROOM_SUPPORT_EMAIL": "support@staffroom.example"}),
        (
            {**ACME, "mail_from": "Academy <office@example.org>", "support_email": "help@example.org"},
            {
                "STAFFROOM_MAIL_FROM": "Academy <office@example.org>",
                "STAFFROOM_SUPPORT_EMAIL": "help@example.org",
            },
        ),
    ],
)
def test_settings_of_each_way_to_run(tmp_path: Path, chosen: dict[str, str], expected: dict[str, str | None]) -> None:
    settings.write(tmp_path, chosen)
    known = settings.read((tmp_path / settings.ENV).read_text())
    assert {name: known.get(name) for name in expected} == expected


@pytest.mark.parametrize("url", ["", "staffroom.example.org", "https://", "https://example.org/staffroom"])
def test_invalid_address_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(Trouble, match="--url"):
        settings.write(tmp_path, {"url": url, "email": "it@example.org"})
    assert not (tmp_path / settings.ENV).exists()


def test_https_asks_where_the_certificate_comes_from(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="--certificates"):
        settings.write(tmp_path, HTTPS)


def certificate(folder: Path, name: str) -> Path:
    """Write a self-signed certificate for a name and its key; return the folder."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "ours")]), datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    folder.mkdir()
    (folder / "tls.crt").write_bytes(signed.public_bytes(Encoding.PEM))
    (folder / "tls.key").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return folder


@pytest.mark.parametrize("name", ["staffroom.example.org", "*.example.org"])
def test_own_certificate_is_served(tmp_path: Path, name: str) -> None:
    folder = certificate(tmp_path / "ours", name)
    settings.write(tmp_path, {**HTTPS, "certificates": str(folder)})
    known = settings.read((tmp_path / settings.ENV).read_text())
    assert (known["STAFFROOM_TLS"], known["STAFFROOM_CERTIFICATES"]) == ("files", str(folder))


def test_certificate_that_does_not_match_is_refused(tmp_path: Path) -> None:
    """Nothing is written: the gateway would serve a certificate that browsers reject."""

    def refused(folder: Path, text: str) -> None:
        with pytest.raises(Trouble, match=text):
            settings.write(tmp_path, {**HTTPS, "certificates": str(folder)})
        assert not (tmp_path / settings.ENV).exists()

    refused(tmp_path / "none", "tls.crt: No such file")
    refused(certificate(tmp_path / "other", "other.example.net"), r"is for other\.example\.net and not for staffroom")
    ours = certificate(tmp_path / "ours", "staffroom.example.org")
    (ours / "tls.key").write_bytes((tmp_path / "other" / "tls.key").read_bytes())
    refused(ours, "is the key of another certificate")
    (ours / "tls.key").write_text("no key")
    refused(ours, "PEM files")
    (ours / "tls.key").unlink()
    refused(ours, "tls.key: No such file")


def test_keycloak_uses_the_same_mail_server(tmp_path: Path) -> None:
    settings.write(tmp_path, {**ACME, "smtp": "smtps://office:pa%24%20ss@mail.example.org"}, keycloak=True)
    text = (tmp_path / settings.ENV).read_text()
    assert "STAFFROOM_SMTP_PASSWORD='pa$ ss'\n" in text, "docker compose would read $ as a name"
    known = settings.read(text)
    wanted = {
        "STAFFROOM_SMTP_HOST": "mail.example.org",
        "STAFFROOM_SMTP_PORT": "465",
        "STAFFROOM_SMTP_SSL": "true",
        "STAFFROOM_SMTP_STARTTLS": "false",
        "STAFFROOM_SMTP_AUTH": "true",
        "STAFFROOM_SMTP_USER": "office",
        "STAFFROOM_SMTP_PASSWORD": "pa$ ss",
        "STAFFROOM_KEYCLOAK_MAIL_FROM": "no-reply@staffroom.example.org",
        "STAFFROOM_FORGOT_PASSWORD": "true",
        "COMPOSE_PROFILES": "keycloak",
    }
    assert {name: known.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    ("chosen", "text"),
    [
        ({"smtp": "mail.example.org"}, "no mail server"),
        ({"mail_from": "the office"}, "no address of mail"),
        ({"support_email": "help"}, "no address of mail"),
        ({"mail_from": "O'Neill <office@example.org>"}, "single quote"),
    ],
)
def test_invalid_mail_addresses_are_refused(tmp_path: Path, chosen: dict[str, str], text: str) -> None:
    with pytest.raises(Trouble, match=text):
        settings.write(tmp_path, ACME | chosen)
    assert not (tmp_path / settings.ENV).exists()


def test_keycloak_missing_in_existing_profiles_says_what_to_add(tmp_path: Path) -> None:
    settings.write(tmp_path, ACME)
    before = (tmp_path / settings.ENV).read_text()
    with pytest.raises(Trouble, match="COMPOSE_PROFILES=mail: add keycloak"):
        settings.write(tmp_path, {}, keycloak=True)
    assert (tmp_path / settings.ENV).read_text() == before
