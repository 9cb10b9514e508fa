"""The check that the gateway can serve the operator's own certificate."""

from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from devstack.layout import Trouble

CERTIFICATE, KEY = "tls.crt", "tls.key"


def check(folder: Path, host: str) -> None:
    """Read the certificate and key in a folder; check that they match each other and the host.

    Raises:
        Trouble: says which file is missing, unreadable or of another name.
    """
    content = {}
    for name in (CERTIFICATE, KEY):
        try:
            content[name] = (folder / name).read_bytes()
        except PermissionError:
            return  # the folder already belongs to the gateway's user
        except OSError as error:
            raise Trouble(f"{folder / name}: {error.strerror}. The folder has {CERTIFICATE} and {KEY}.") from None
    try:
        certificate = x509.load_pem_x509_certificate(content[CERTIFICATE])
        key = load_pem_private_key(content[KEY], password=None)
    except (ValueError, TypeError) as error:
        raise Trouble(
            f"{folder}: {CERTIFICATE} and {KEY} are PEM files, the key without a password ({error})."
        ) from None
    form = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    if certificate.public_key().public_bytes(*form) != key.public_key().public_bytes(*form):
        raise Trouble(f"{folder / KEY} is the key of another certificate.")
    names = _names(certificate)
    if host not in names and f"*.{host.partition('.')[2]}" not in names:
        raise Trouble(f"{folder / CERTIFICATE} is for {', '.join(names) or 'no name'} and not for {host}.")


def _names(certificate: x509.Certificate) -> list[str]:
    try:
        extension = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except x509.ExtensionNotFound:
        return []
    return extension.value.get_values_for_type(x509.DNSName)
