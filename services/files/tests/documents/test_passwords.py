"""Encrypted PDFs: those that need a password are refused, the others are accepted (ISO 32000-2, 7.6)."""

from __future__ import annotations

import io

import pytest

from files.documents import rules
from files.documents.content import passwords
from files.documents.content.kind import kind_of
from kit.errors import Invalid

ENCRYPTED = [
    (
        "RC4-40",
        "/V 1 /R 2 /Length 40 /P 4294967292",
        False,
        "c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab",
        "1ce81ed85b05bf23c46894296a9e7050c0b32d028cd31d8a2ce487d71d7500a2",
        "595c6fffe96757f3b7bf5334acef0a2d",
    ),
    (
        "RC4-40, with a password",
        "/V 1 /R 2 /Length 40 /P 4294967292",
        True,
        "92fe0f4454ad4c9644693f33c07cb54f587dce1e2682fe9ecea6107a1ef630dd",
        "fff3ea1bf1106cb996da3e6062f4203a8dba3ecafe936ea8c99fbc28929c7906",
        "0557ed29a4197a8b39232ac0434a624a",
    ),
    (
        "RC4-128",
        "/V 2 /R 3 /Length 128 /P 4294967292",
        False,
        "566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5",
        "d33035f2920f79f1be9240088c5d988028bf4e5e4e758a4164004e56fffa0108",
        "ecfd22af753f18b52be7a28bdc9549a0",
    ),
    (
        "RC4-128, with a password",
        "/V 2 /R 3 /Length 128 /P 4294967292",
        True,
        "0db5855fc5326569e765906caf64e4429a4c20d6e996fdef963e9b5080f9e083",
        "27a4b6553f13d8ad27953a87c208491728bf4e5e4e758a4164004e56fffa0108",
        "f8802e33ad768b6596e03d0464bf004f",
    ),
    (
        "AES-128",
        "/V 4 /R 4 /Length 128 /P 4294967292",
        False,
        "566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5",
        "5e84fd8aaddeb518082105eb2a7b8eba28bf4e5e4e758a4164004e56fffa0108",
        "df6fd89ba3e40e071ed1520fb3d3ffdd",
    ),
    (
        "AES-128, with a password",
        "/V 4 /R 4 /Length 128 /P 4294967292",
        True,
        "0db5855fc5326569e765906caf64e4429a4c20d6e996fdef963e9b5080f9e083",
        "ffa63f9cb059836566f31dd69444d20128bf4e5e4e758a4164004e56fffa0108",
        "5e4ae6af7c10ec38b0d01bd49b1695c1",
    ),
    (
        "AES-256-R5",
        "/V 5 /R 5 /Length 256 /P 4294967292",
        False,
        "d23eea4a9a2efc14ca7821102c37aa69e15f31d2c1427b60ce938e5ceeb0643571f229816d8ade14396a6748a2224b80",
        "d2ae52ce17de896a8a81abe3e2982118044090f67f05a6b96bfc55721432777078b1c3298518892771c79c21485fb1d4",
        "7a7de1b891d33a886e35219eb42e1d39",
    ),
    (
        "AES-256-R5, with a password",
        "/V 5 /R 5 /Length 256 /P 4294967292",
        True,
        "c8b38db7202a098bacded685ad4956d9f0f003138707235423cb6403ab7c45bf7d60a823aaf8b4c1bac0e17563d98d1a",
        "ae8589ba01d2ed08e7597f78673389dfdfe4104806f2dfab65e3085b02d25d0d5f9aebe489f459de2df524ea058772c0",
        "6efd867194ce507c5f3830877244924e",
    ),
    (
        "AES-256",
        "/V 5 /R 6 /Length 256 /P 4294967292",
        False,
        "ffab8067a3c05de04ed5ed3aeb63f313af0505d752a1e0816644a7e0cc88b14493b7c2a2074f578e8b888b7ec1e505fc",
        "468af6f37ed9a336db6e9f33a61098ef722efbf217af7ee907693f1ffb1d898c49284829b1532812fc64c6c5c27a27b9",
        "4cf13999ed3b44fc9dbceed7629a5727",
    ),
    (
        "AES-256, with a password",
        "/V 5 /R 6 /Length 256 /P 4294967292",
        True,
        "b8078f81a50e77e51d0c1dc1fa5b8c3143e568be92c4135975e94ba881fefcedfed5cd900492009b1ddf98281f550ad3",
        "34e80ca47e12077bf8513751a72c000fbcb2c63bf3b10c26bc39c07b84cbf3367b7b65788642c317fc45ae28908fe943",
        "0a7669c7499dc2f5af89743c43e126f6",
    ),
]
"""Dictionaries of another library, all with an owner's password: the settings, whether readers need one, /O, /U and
/ID."""


def literal(digits: str) -> bytes:
    """Return a string in brackets, as most programs write it."""
    escaped = bytes.fromhex(digits).replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    return b"(" + escaped.replace(b"\r", b"\\r") + b")"


def octal(digits: str) -> bytes:
    return b"(" + b"".join(b"\\%03o" % byte for byte in bytes.fromhex(digits)) + b")"


def hexadecimal(digits: str) -> bytes:
    return b"< " + digits.encode() + b" >"


def pdf(settings: str, *strings: bytes, inline: bool = False, filler: int = 0) -> bytes:
    owner, user, identity = strings
    dictionary = b"<</Filter /Standard %s /O %s /U %s>>" % (settings.encode(), owner, user)
    reference = dictionary if inline else b"5 0 R"
    body = b"%PDF-1.7\n" + b"%" * filler + b"\n5 0 obj\n" + dictionary + b"\nendobj\n"
    return body + b"trailer <</Size 6 /ID [%s %s] /Encrypt %s>>\nstartxref\n9\n%%%%EOF\n" % (
        identity,
        identity,
        reference,
    )


@pytest.mark.parametrize("written", [hexadecimal, literal, octal])
@pytest.mark.parametrize(("kind", "settings", "asks", "owner", "user", "identity"), ENCRYPTED)
def test_password_of_a_pdf_is_detected(
    kind: str, settings: str, asks: bool, owner: str, user: str, identity: str, written: object
) -> None:
    strings = [written(text) for text in (owner, user, identity)]  # type: ignore[operator]
    for data in (
        pdf(settings, *strings),
        pdf(settings, *strings, inline=True),
        pdf(settings, *strings, filler=1_048_500),
    ):
        assert passwords.asks_for_password(io.BytesIO(data)) is asks, kind


def refusal_of(data: bytes) -> Invalid:
    with pytest.raises(Invalid) as refusal:
        kind_of(io.BytesIO(data), rules.FileName("paper", "pdf"))
    return refusal.value


def test_pdf_with_a_password_is_reported_as_encrypted() -> None:
    _, settings, asks, *strings = ENCRYPTED[-1]
    data = pdf(str(settings), *(hexadecimal(str(text)) for text in strings))
    assert asks and refusal_of(data).code == "file_encrypted"
    assert refusal_of(data).text == "paper.pdf is protected by a password. Remove the password and upload it again."


@pytest.mark.parametrize(
    ("old", "new"), [(b"/Standard", b"/Adobe.PubSec"), (b"/R 6", b"/R 9"), (b"5 0 obj", b"6 0 obj"), (b"/U ", b"/W ")]
)
def test_unknown_encryption_is_reported_as_encrypted(old: bytes, new: bytes) -> None:
    _, settings, _, *strings = ENCRYPTED[-2]
    data = pdf(str(settings), *(hexadecimal(str(text)) for text in strings))
    assert not passwords.asks_for_password(io.BytesIO(data))
    assert refusal_of(data.replace(old, new)).code == "file_encrypted"


def test_truncated_pdf_is_reported_as_truncated() -> None:
    assert refusal_of(b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n").code == "file_unreadable"
    assert refusal_of(b"%PDF-1.4\n1 0 obj<<>>endobj %%EOF\n2 0 obj<<>>endobj\n").code == "file_unreadable"
