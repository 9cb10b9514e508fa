"""The target and the object store: a folder (`file://`) or S3 (`s3://`), through fsspec."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import fsspec
from fsspec.implementations.local import LocalFileSystem

from backup.failures import Failure, of_target

DRAFT = ".draft"
"""Suffix of files that are being written; they do not count as content."""


@dataclass(frozen=True)
class Entry:
    """A file of a store: its name below the root, its size, and its time of modification."""

    name: str
    size: int
    written: datetime


class Store:
    """Files below one root. Every call raises Failure if the root cannot be used."""

    def __init__(self, url: str) -> None:
        if url.startswith(("s3://", "s3a://")):
            from obstore.fsspec import register

            register("s3")
        self.url = url
        self._fs: Any
        self._fs, root = fsspec.url_to_fs(url, skip_instance_cache=True)
        self._root = root.rstrip("/")
        self._local = isinstance(self._fs, LocalFileSystem)
        self._owner = _owner(Path(self._root)) if self._local and os.geteuid() == 0 else None

    @contextlib.contextmanager
    def _as_failures(self) -> Iterator[None]:
        try:
            yield
        except (Failure, FileNotFoundError):
            raise
        except Exception as error:  # each file system of fsspec raises its own exceptions
            raise of_target(error, self.url) from error

    def entries(self, below: str = "") -> list[Entry]:
        """Return all files below a folder by name."""
        with self._as_failures():
            self._fs.invalidate_cache()
            try:
                files = self._fs.find(f"{self._root}/{below}".rstrip("/"), detail=True)
            except FileNotFoundError:
                return []
        named = {
            path.removeprefix(self._root.lstrip("/")).removeprefix(self._root).lstrip("/"): info
            for path, info in files.items()
        }
        kept = ((name, info) for name, info in sorted(named.items()) if not name.endswith(DRAFT))
        return [Entry(name, int(info["size"]), _moment(info)) for name, info in kept]

    @contextlib.contextmanager
    def writing(self, name: str) -> Iterator[IO[bytes]]:
        """Write a new file, which appears when the block ends. In a folder it is synced to disk by then, and an
        interruption leaves a draft."""
        path = f"{self._root}/{name}"
        with self._as_failures():
            if not self._local:
                with self._fs.open(path, "wb") as sink:
                    yield sink
                return
            target = Path(path)
            self._make(target.parent)
            draft = target.with_name(target.name + DRAFT)
            with draft.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            self._give(draft)
            draft.replace(target)

    def _make(self, folder: Path) -> None:
        if not folder.is_dir():
            self._make(folder.parent)
            folder.mkdir(exist_ok=True)
            self._give(folder)

    def _give(self, path: Path) -> None:
        """When running as root, give the file to the owner of the store."""
        if self._owner:
            os.chown(path, *self._owner)

    def write(self, name: str, content: bytes) -> None:
        """Write a small file."""
        with self.writing(name) as sink:
            sink.write(content)

    @contextlib.contextmanager
    def reading(self, name: str) -> Iterator[IO[bytes]]:
        """Open a file for reading. Raises FileNotFoundError."""
        with self._as_failures():
            if not self._local:
                # For a missing object obstore leaves a half-initialised file behind, which then reports an error of its
                # own.
                self._fs.info(f"{self._root}/{name}")
            with self._fs.open(f"{self._root}/{name}", "rb") as source:
                yield source

    def read(self, name: str) -> bytes:
        """Read a small file. Raises FileNotFoundError."""
        with self.reading(name) as source:
            return bytes(source.read())

    def move_in(self, path: Path, name: str) -> None:
        """Copy a local file into the store."""
        with path.open("rb") as source, self.writing(name) as sink:
            while chunk := source.read(1 << 20):
                sink.write(chunk)

    def remove(self, name: str) -> None:
        """Remove a file if it exists."""
        with self._as_failures():
            with contextlib.suppress(FileNotFoundError):
                self._fs.rm_file(f"{self._root}/{name}")
            if self._local:
                with contextlib.suppress(OSError):
                    Path(self._root, name).parent.rmdir()  # removed if this was its last file

    def remove_drafts(self) -> None:
        """Remove drafts that a killed process left behind."""
        if self._local:
            for draft in list(Path(self._root).rglob(f"*{DRAFT}")):
                draft.unlink(missing_ok=True)
                with contextlib.suppress(OSError):
                    draft.parent.rmdir()

    def check(self) -> None:
        """Raise Failure if the root cannot be used. A folder is created the first time and must exist afterwards."""
        with self._as_failures():
            if self._local:
                if not Path(self._root).parent.is_dir():
                    raise NotADirectoryError(20, "the folder above it is not there; is the disk mounted?")
                Path(self._root).mkdir(exist_ok=True)
            else:
                with contextlib.suppress(FileNotFoundError):
                    self._fs.ls(self._root, detail=False)


def _owner(root: Path) -> tuple[int, int] | None:
    """Return user and group of a folder, if it exists."""
    try:
        known = root.stat()
    except FileNotFoundError:
        return None
    return known.st_uid, known.st_gid


def _moment(info: dict[str, Any]) -> datetime:
    written = info.get("mtime") or info.get("last_modified") or info.get("LastModified")
    return datetime.fromtimestamp(written, UTC) if isinstance(written, int | float) else written or datetime.now(UTC)
