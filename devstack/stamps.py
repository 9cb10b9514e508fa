"""Stamps: the input from which a result was made, so that it is not made twice."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from devstack.layout import ROOT


def stamp(name: str) -> Path:
    """Return the file that holds the input from which a result was made."""
    folder = ROOT / ".cache" / "stamps"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name


def fresh(name: str, wanted: str, result: Path) -> bool:
    """True if a result exists and was made from this input."""
    mark = stamp(name)
    return result.exists() and mark.exists() and mark.read_text() == wanted


def digest_of(files: Iterable[Path], extra: str = "") -> str:
    """Return the hash of names and contents of files."""
    digest = hashlib.sha256(extra.encode())
    for path in sorted(files):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
