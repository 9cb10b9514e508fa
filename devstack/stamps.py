"""Stamps: what was made from which input, so that it is not made again."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from devstack.layout import ROOT


def stamp(name: str) -> Path:
    """File that remembers from which input a result was made."""
    folder = ROOT / ".cache" / "stamps"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name


def fresh(name: str, wanted: str, result: Path) -> bool:
    """Whether a result is there and was made from this input."""
    mark = stamp(name)
    return result.exists() and mark.exists() and mark.read_text() == wanted


def digest_of(files: Iterable[Path], extra: str = "") -> str:
    """Hash of names and contents of files."""
    digest = hashlib.sha256(extra.encode())
    for path in sorted(files):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
