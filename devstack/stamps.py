"""Stamps: what was made from which input, so that it is not made again."""

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
