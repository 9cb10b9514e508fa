"""Sealing: compression and encryption of a stream, with the size and hash of the stored bytes."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Any, Protocol

import pyrage
import zstandard

from backup.failures import DATA, KEY, Failure
from backup.settings import Identity, Recipient
from backup.store import Store

_LEVEL = 3
CHUNK = 1 << 20


class Sink(Protocol):
    """Anything that takes bytes."""

    def write(self, data: bytes, /) -> Any: ...


@dataclass(frozen=True)
class Sealed:
    """A stored piece: bytes and SHA-256 as stored, and bytes before compression."""

    size: int
    sha256: str
    plain: int


class _Counted:
    """Counts and hashes the bytes written through it. Keeps the sink's error, which the library between would hide."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.size = 0
        self.hash = hashlib.sha256()
        self.error: OSError | None = None

    def write(self, data: bytes) -> int:
        try:
            self.sink.write(data)
        except OSError as error:
            self.error = error
            raise
        self.size += len(data)
        self.hash.update(data)
        return len(data)

    def flush(self) -> None:
        """Do nothing: the owner of the sink closes it."""


class _Source:
    """Counts the bytes read."""

    def __init__(self, source: IO[bytes]) -> None:
        self.source = source
        self.size = 0

    def read(self, size: int = -1) -> bytes:
        data = self.source.read(size)
        self.size += len(data)
        return data


def seal(source: IO[bytes], sink: Sink, recipients: Sequence[Recipient]) -> Sealed:
    """Compress and encrypt `source` into `sink`. Raises OSError of either."""
    counted, plain = _Counted(sink), _Source(source)
    compressed = zstandard.ZstdCompressor(level=_LEVEL).stream_reader(plain, read_size=CHUNK)  # type: ignore[arg-type]  # only read
    try:
        pyrage.encrypt_io(compressed, counted, list(recipients))
    except pyrage.EncryptError as error:
        raise (counted.error or OSError(str(error))) from error
    return Sealed(counted.size, counted.hash.hexdigest(), plain.size)


def unseal(source: IO[bytes], sink: Sink, identities: Sequence[Identity], name: str) -> None:
    """Decrypt and decompress `source` into `sink`. Raises Failure for a wrong key or damage, OSError of the sink."""
    counted = _Counted(sink)
    plain = zstandard.ZstdDecompressor().stream_writer(counted, closefd=False)  # type: ignore[arg-type]  # only written
    try:
        pyrage.decrypt_io(source, plain, list(identities))
    except pyrage.DecryptError:
        raise Failure(
            KEY,
            f"{name} was not encrypted for this key: give the key of this backup (`verify` says whether it is whole).",
        ) from None
    except (OSError, zstandard.ZstdError) as error:
        if counted.error:
            raise counted.error from error
        raise Failure(DATA, f"{name} is damaged: it cannot be decrypted ({error}).") from None


class _Opened(OSError):
    """True once bytes were decrypted: the key fits."""


class _Door:
    def write(self, data: bytes) -> None:
        raise _Opened


def opens(source: IO[bytes], identities: Sequence[Identity], name: str) -> None:
    """Raise Failure unless one of the keys opens the stored file; reads only its beginning."""
    with contextlib.suppress(_Opened):
        unseal(source, _Door(), identities, name)


def digest(store: Store, name: str) -> tuple[int, str]:
    """Return the bytes and SHA-256 of a stored file. Raises FileNotFoundError, Failure."""
    digest, size = hashlib.sha256(), 0
    with store.reading(name) as source:
        while chunk := source.read(CHUNK):
            size += len(chunk)
            digest.update(chunk)
    return size, digest.hexdigest()
