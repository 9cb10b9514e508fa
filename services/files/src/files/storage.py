"""The object store: one interface over a folder (`file://`) and an S3 bucket (`s3://`), through fsspec.

An object is written once, under a unique key, and never changed. The write is atomic: a draft is written outside the
objects and moved into place by one rename (one PUT on S3).
"""

from __future__ import annotations

import contextlib
import errno
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
FULL = "There is currently no space for more files. Nothing was stored. Please try again later, or tell support."
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


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
        """Return a unique key; its first two digits spread the objects over 256 folders."""
        name = uuid.uuid4().hex
        return f"{name[:2]}/{name}"

    @contextlib.contextmanager
    def draft(self) -> Iterator[IO[bytes]]:
        """Yield a temporary file, removed after the block unless `keep` has moved it. Raises Unavailable, also if the
        disk is full."""
        try:
            handle = tempfile.NamedTemporaryFile(dir=self._drafts, prefix="draft-", delete=False)  # noqa: SIM115  closed below
        except OSError as error:
            check_room(error)
            raise _unavailable("draft", "", error) from error
        try:
            yield handle
        except OSError as error:
            check_room(error)
            raise
        finally:
            with contextlib.suppress(OSError):  # no space for the rest of its buffer
                handle.close()
            Path(handle.name).unlink(missing_ok=True)

    def keep(self, draft: IO[bytes], key: str) -> None:
        """Store the draft as the object `key`. Raises Unavailable; then there is no such object."""
        target = f"{self._root}/{key}"
        try:
            draft.flush()
            if self._local:
                os.fsync(draft.fileno())
                Path(target).parent.mkdir(parents=True, exist_ok=True)
                Path(draft.name).replace(target)
            else:
                self._fs.put_file(draft.name, target)
        except Exception as error:  # each filesystem of fsspec raises its own exceptions
            check_room(error)
            raise _unavailable("put", key, error) from error

    def read(self, key: str, start: int, end: int, chunk: int = CHUNK) -> Iterator[bytes]:
        """Return bytes `start` to `end` (exclusive) of the object, in chunks of `chunk`. Raises NotFound,
        Unavailable."""
        try:
            if not self._local:
                # For a missing object obstore leaves a half-initialised file behind, which then reports an error of its
                # own.
                self._fs.info(f"{self._root}/{key}")
            source = self._fs.open(f"{self._root}/{key}", "rb")
        except FileNotFoundError as error:
            if self._local and not self._drafts.is_dir():  # the whole folder is missing, as with an unmounted disk
                raise _unavailable("open", key, error) from error
            raise NotFound("Problem retrieving file", code="file_lost") from None
        except Exception as error:
            raise _unavailable("open", key, error) from error
        return _pieces(source, start, end, chunk)

    def remove(self, key: str) -> None:
        """Remove the object, if it exists. Raises Unavailable."""
        try:
            self._fs.rm_file(f"{self._root}/{key}")
        except FileNotFoundError:
            return
        except Exception as error:
            raise _unavailable("remove", key, error) from error

    def check(self) -> None:
        """Raise an error if the store cannot be reached; for `/readyz`."""
        if self._local:
            if not os.access(self._drafts, os.W_OK):
                raise OSError("the object folder cannot be written to")
        else:
            # an empty bucket is "not found" too; a missing or foreign bucket is another error
            with contextlib.suppress(FileNotFoundError):
                self._fs.ls(self._root, detail=False)


def _pieces(source: Any, start: int, end: int, chunk: int) -> Iterator[bytes]:
    with source:
        source.seek(start)
        remaining = end - start
        while remaining > 0:
            piece = source.read(min(chunk, remaining))
            if not piece:
                # the headers are already sent: only breaking off the response shows the error
                raise OSError("the object ends too early")
            remaining -= len(piece)
            yield piece


def check_room(error: Exception) -> None:
    """Raise Unavailable if the error means that a disk is full: the call may succeed later."""
    if isinstance(error, OSError) and error.errno in _FULL:
        _log.error("disk_full", error=str(error))
        raise Unavailable(FULL) from error


def _unavailable(operation: str, key: str, error: Exception) -> Unavailable:
    _log.error("storage_failed", what=operation, key=key, error=f"{type(error).__name__}: {error}")
    return Unavailable(BUSY)


@lru_cache(maxsize=1)
def storage() -> Storage:
    """Return the store of this process."""
    return Storage(settings().storage_url)
