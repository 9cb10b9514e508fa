"""The store of the bytes: one interface over a folder (`file://`) and an S3 bucket (`s3://`), behind fsspec.

An object is written once, under a key nobody else uses, and never changed. It appears whole or not at all: a draft is
written beside the store and put in its place by one rename (one PUT on S3).
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import uuid
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

import fsspec
from fsspec.implementations.local import LocalFileSystem

from kit.errors import BUSY, NotFound, Unavailable
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)
CHUNK = 256 * 1024


class Storage:
    """The object store at `url`."""

    def __init__(self, url: str) -> None:
        if url.startswith(("s3://", "s3a://")):
            from obstore.fsspec import register

            register("s3")
        self._fs: Any
        self._fs, root = fsspec.url_to_fs(url)
        self._root = root.rstrip("/")
        self._local = isinstance(self._fs, LocalFileSystem)
        self._drafts = Path(self._root, "drafts") if self._local else Path(tempfile.gettempdir())
        if self._local:
            self._drafts.mkdir(parents=True, exist_ok=True)

    @staticmethod
    def new_key() -> str:
        """A key that is not taken; the first two letters spread the objects over 256 folders."""
        name = uuid.uuid4().hex
        return f"{name[:2]}/{name}"

    @contextlib.contextmanager
    def draft(self) -> Iterator[IO[bytes]]:
        """A file to write to, gone afterwards unless `keep` took it."""
        handle = tempfile.NamedTemporaryFile(dir=self._drafts, prefix="draft-", delete=False)  # noqa: SIM115
        try:
            yield handle
        finally:
            handle.close()
            Path(handle.name).unlink(missing_ok=True)

    def keep(self, draft: IO[bytes], key: str) -> None:
        """Make the draft the object `key`. Raises Unavailable; then there is no such object."""
        draft.flush()
        target = f"{self._root}/{key}"
        try:
            if self._local:
                os.fsync(draft.fileno())
                Path(target).parent.mkdir(parents=True, exist_ok=True)
                Path(draft.name).replace(target)
            else:
                self._fs.put_file(draft.name, target)
        except Exception as error:  # every filesystem of fsspec raises its own kinds
            raise _unavailable("put", key, error) from error

    def size(self, key: str) -> int:
        """Bytes of the object. Raises NotFound, Unavailable."""
        try:
            return int(self._fs.size(f"{self._root}/{key}"))
        except FileNotFoundError:
            raise NotFound("Problem retrieving file", code="file_lost") from None
        except Exception as error:
            raise _unavailable("size", key, error) from error

    def read(self, key: str, start: int, end: int, chunk: int = CHUNK) -> Iterator[bytes]:
        """Bytes `start` to `end` (exclusive) of the object in pieces of `chunk`. Raises NotFound, Unavailable."""
        try:
            if not self._local:
                # obstore leaves a half made file behind when there is no object, which then complains of itself.
                self._fs.info(f"{self._root}/{key}")
            source = self._fs.open(f"{self._root}/{key}", "rb")
        except FileNotFoundError:
            raise NotFound("Problem retrieving file", code="file_lost") from None
        except Exception as error:
            raise _unavailable("open", key, error) from error
        return _pieces(source, start, end, chunk)

    def remove(self, key: str) -> None:
        """Throw the object away; nothing if there is none. Raises Unavailable."""
        try:
            self._fs.rm_file(f"{self._root}/{key}")
        except FileNotFoundError:
            return
        except Exception as error:
            raise _unavailable("remove", key, error) from error

    def check(self) -> None:
        """Raises when the store cannot be reached; for `/readyz`."""
        if self._local:
            if not os.access(self._drafts, os.W_OK):
                raise OSError("the object folder cannot be written to")
        else:
            # A bucket without objects is "not found" too; one that is not there, or not ours, is another error.
            with contextlib.suppress(FileNotFoundError):
                self._fs.ls(self._root, detail=False)


def _pieces(source: Any, start: int, end: int, chunk: int) -> Iterator[bytes]:
    with source:
        source.seek(start)
        left = end - start
        while left > 0:
            piece = source.read(min(chunk, left))
            if not piece:
                # The headers promised more: breaking off is the only way left to say so.
                raise OSError("the object ends too early")
            left -= len(piece)
            yield piece


def _unavailable(what: str, key: str, error: Exception) -> Unavailable:
    _log.error("storage_failed", what=what, key=key, error=f"{type(error).__name__}: {error}")
    return Unavailable(BUSY)


@lru_cache(maxsize=1)
def storage() -> Storage:
    """The store of this process."""
    return Storage(settings().storage_url)
