"""Detection of PDFs that ask for a password (ISO 32000-2, 7.6). Many are encrypted and open without one, such as
unprintable papers of exam boards; they are read like any other."""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterable
from typing import IO

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC

_CHUNK = 1024 * 1024
_OVERLAP = 64
_NEAR = 8192
"""The bytes around a position of the file that contain its dictionary."""
_ENCRYPT = re.compile(rb"/Encrypt\s*(?:(\d{1,10})\s+(\d{1,5})\s+R|<<)")
_ID = re.compile(rb"/ID\s*\[\s*(?=[<(])")
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_PAD = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


def asks_for_password(source: IO[bytes]) -> bool:
    """Return True for a PDF that needs a password, and for one with an unknown kind of encryption."""
    placed = _last(source, _ENCRYPT)
    if placed is None:
        return False
    at, match = placed
    trailer = _window(source, at - _NEAR // 2)
    dictionary = _window(source, at)
    if match[1]:
        placed = _last(source, re.compile(rb"(?<!\d)%s\s+%s\s+obj\b" % (match[1], match[2])))
        if placed is None:
            return True
        dictionary = _window(source, placed[0])
    try:
        return not _opens(dictionary, trailer)
    except (ValueError, IndexError, struct.error):
        return True


def _last(source: IO[bytes], pattern: re.Pattern[bytes]) -> tuple[int, re.Match[bytes]] | None:
    """Return the last match of a short `pattern` in the file, with its position."""
    source.seek(0)
    last, start, overlap = None, 0, b""
    while piece := source.read(_CHUNK):
        text = overlap + piece
        for match in pattern.finditer(text):
            last = start - len(overlap) + match.start(), match
        start += len(piece)
        overlap = text[-_OVERLAP:]
    return last


def _window(source: IO[bytes], at: int) -> bytes:
    source.seek(max(0, at))
    return source.read(_NEAR)


def _opens(dictionary: bytes, trailer: bytes) -> bool:
    """Return True if the empty password opens the file. Raises ValueError for an incomplete dictionary."""
    if not re.search(rb"/Filter\s*/Standard\b", dictionary):
        return False
    revision, version = _number(dictionary, rb"/R"), _number(dictionary, rb"/V")
    user = _string(dictionary, re.compile(rb"/U\s*(?=[<(])"))
    if revision in {5, 6}:
        salt = user[32:40]
        digest = hashlib.sha256(salt).digest() if revision == 5 else _hardened(salt)
        return digest == user[:32]
    if revision not in {2, 3, 4}:
        return False
    identity = _string(trailer, _ID) if _ID.search(trailer) else b""
    owner = _string(dictionary, re.compile(rb"/O\s*(?=[<(])"))
    length = 5 if revision == 2 or version == 1 else 16 if version == 4 else _number(dictionary, rb"/Length") // 8
    seed = _PAD + owner[:32] + struct.pack("<I", _number(dictionary, rb"/P") & 0xFFFFFFFF) + identity
    if revision == 4 and re.search(rb"/EncryptMetadata\s+false", dictionary):
        seed += b"\xff\xff\xff\xff"
    key = _md5(seed)[:length]
    if revision == 2:
        return _rc4(key, _PAD) == user[:32]
    for _ in range(50):
        key = _md5(key)[:length]
    mark = _md5(_PAD + identity)
    for number in range(20):
        mark = _rc4(bytes(byte ^ number for byte in key), mark)
    return mark == user[:16]


def _number(dictionary: bytes, name: bytes) -> int:
    match = re.search(name + rb"\s*(-?\d{1,10})", dictionary)
    if match is None:
        raise ValueError(name)
    return int(match[1])


def _string(text: bytes, name: re.Pattern[bytes]) -> bytes:
    """Return the string after `name`, written in hex or in brackets (7.3.4)."""
    match = name.search(text)
    if match is None:
        raise ValueError(name.pattern)
    at = match.end()
    if text[at : at + 1] == b"<":
        digits = re.sub(rb"\s", b"", text[at + 1 : text.index(b">", at)])
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
    return b"".join(_literal(text, at + 1))


def _literal(text: bytes, at: int) -> Iterable[bytes]:
    """Return the bytes of a string in brackets that begins at `at`, its escapes resolved."""
    depth = 1
    while True:
        one = text[at : at + 1]
        if not one:
            raise ValueError("a string without an end")
        at += 1
        if one == b"\\":
            octal = re.compile(rb"[0-7]{1,3}").match(text, at)
            if octal:
                yield bytes([int(octal[0], 8) & 0xFF])
                at = octal.end()
                continue
            escaped = text[at : at + 1]
            at += 2 if text[at : at + 2] == b"\r\n" else 1
            yield b"" if escaped in {b"\r", b"\n"} else _ESCAPED.get(escaped, escaped)
            continue
        depth += {b"(": 1, b")": -1}.get(one, 0)
        if depth == 0:
            return
        yield one


def _md5(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()


def _rc4(key: bytes, data: bytes) -> bytes:
    """Apply RC4, with which the older revisions mark their key; it keeps nothing secret here."""
    box, j = list(range(256)), 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    result, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        result.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(result)


def _hardened(salt: bytes) -> bytes:
    """Return the hash of the empty password of revision 6 (algorithm 2.B)."""
    key, number, last = hashlib.sha256(salt).digest(), 0, 0
    while number < 64 or last > number - 32:
        encryptor = Cipher(AES(key[:16]), CBC(key[16:32])).encryptor()
        mixed = encryptor.update(key * 64) + encryptor.finalize()
        digest = (hashlib.sha256, hashlib.sha384, hashlib.sha512)[sum(mixed[:16]) % 3]
        key, last = digest(mixed).digest(), mixed[-1]
        number += 1
    return key[:32]
