"""Passkeys (WebAuthn): options for the browser, and checks of its answers.

The library is imported at first use: it costs half a second, and many processes never see a passkey.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from identity.accounts.accounts import Account
from identity.factors.rules import CHALLENGE_SECONDS, ISSUER
from kit.settings import settings

Known = Sequence[tuple[bytes, Sequence[str]]]
"""Passkeys of a user: the id of each, with the transports by which the browser reaches it."""


@dataclass(frozen=True)
class Registered:
    """A passkey with a valid registration."""

    credential_id: bytes
    public_key: bytes
    sign_count: int


def offered() -> bool:
    """Return whether browsers allow passkeys: on a host with a name, over https or on the local machine."""
    address = urlsplit(settings().public_url)
    try:
        ipaddress.ip_address(address.hostname or "")
    except ValueError:
        return address.scheme == "https" or address.hostname == "localhost"
    return False


def creation_options(account: Account, known: Known, challenge: bytes) -> dict[str, Any]:
    """Return the options of `navigator.credentials.create`."""
    import webauthn
    from webauthn.helpers import structs

    return _as_json(
        webauthn.generate_registration_options(
            rp_id=_host(),
            rp_name=ISSUER,
            user_id=str(account.id).encode(),
            user_name=account.username,
            user_display_name=account.name or account.username,
            challenge=challenge,
            timeout=CHALLENGE_SECONDS * 1000,
            exclude_credentials=_described(known),
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.DISCOURAGED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
        )
    )


def request_options(known: Known, challenge: bytes) -> dict[str, Any]:
    """Return the options of `navigator.credentials.get`."""
    import webauthn

    return _as_json(
        webauthn.generate_authentication_options(
            rp_id=_host(),
            challenge=challenge,
            timeout=CHALLENGE_SECONDS * 1000,
            allow_credentials=_described(known),
        )
    )


def registered(answer: Mapping[str, Any], challenge: bytes) -> Registered | None:
    """Return the passkey that a browser created for `challenge`; None if the answer is invalid."""
    import webauthn

    try:
        passkey = webauthn.verify_registration_response(
            credential=dict(answer), expected_challenge=challenge, expected_rp_id=_host(), expected_origin=_origin()
        )
    except Exception:
        return None
    return Registered(passkey.credential_id, passkey.credential_public_key, passkey.sign_count)


def signatures(answer: Mapping[str, Any], challenge: bytes, public_key: bytes, sign_count: int) -> int | None:
    """Return the new signature counter of the passkey that has signed `challenge`; None if the answer is invalid, or
    the counter shows that the passkey was copied."""
    import webauthn

    try:
        signed = webauthn.verify_authentication_response(
            credential=dict(answer),
            expected_challenge=challenge,
            expected_rp_id=_host(),
            expected_origin=_origin(),
            credential_public_key=public_key,
            credential_current_sign_count=sign_count,
        )
    except Exception:
        return None
    return signed.new_sign_count


def id_of(answer: Mapping[str, Any]) -> bytes:
    """Return the id of the passkey that an answer names; empty if it names none."""
    import webauthn

    try:
        return webauthn.base64url_to_bytes(str(answer.get("id", "")))
    except ValueError:
        return b""


def transports_of(answer: Mapping[str, Any]) -> list[str]:
    """Return the known transports that the answer of a registration names."""
    response = answer.get("response")
    named = response.get("transports") if isinstance(response, Mapping) else None
    return [name for name in _transports() if isinstance(named, list) and name in named]


def _transports() -> dict[str, Any]:
    from webauthn.helpers import structs

    return {transport.value: transport for transport in structs.AuthenticatorTransport}


def _as_json(options: Any) -> dict[str, Any]:
    import webauthn

    loaded: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return loaded


def _described(known: Known) -> list[Any]:
    from webauthn.helpers import structs

    transports = _transports()
    return [
        structs.PublicKeyCredentialDescriptor(
            id=credential_id, transports=[transports[name] for name in names if name in transports] or None
        )
        for credential_id, names in known
    ]


def _host() -> str:
    return urlsplit(settings().public_url).hostname or ""


def _origin() -> str:
    address = urlsplit(settings().public_url)
    return f"{address.scheme}://{address.netloc}"
